//! The thing in the model that an element of a field belongs to, for pointing at its line in the
//! MJCF.

use super::Names;
use super::names::{KINDS, ROWS, state_part};
use crate::snapshot::FieldDescription;

/// A thing of the model: the id among those that `count` counts, e.g. `nbody`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    pub count: &'static str,
    pub id: usize,
    pub name: Option<String>,
}

impl Names<'_> {
    /// What the element's row belongs to; `None` for sizes, options and what only the whole model
    /// has.
    pub fn owner(
        &self,
        field: &FieldDescription,
        shape: &[usize],
        element: usize,
    ) -> Option<Object> {
        let columns: usize = shape.iter().skip(1).product();
        self.object(field.dims.first()?, element / columns.max(1))
    }

    /// The object behind thing number `index` of those that `size` counts.
    fn object(&self, size: &str, index: usize) -> Option<Object> {
        match size {
            "nv" => self.object("njnt", self.holder("jnt_dofadr", index)?.0),
            "nx" => {
                let (_, size, index) = state_part(self.layout, index);
                self.object(size, index)
            }
            "nq" => self.object("njnt", self.holder("jnt_qposadr", index)?.0),
            "na" => self.object("nu", self.holder("actuator_actadr", index)?.0),
            "nsensordata" => self.object("nsensor", self.holder("sensor_adr", index)?.0),
            "nM" => self.object("nv", self.holder("dof_Madr", index)?.0),
            "nmocap" => self.object("nbody", self.mocap_body(index)?),
            "nJmom" => self.object("nu", self.moment_row(index)?),
            "ncon" => {
                let geom = *self.integers("contact.geom")?.get(2 * index)?;
                self.object("ngeom", usize::try_from(geom).ok()?)
            }
            "nefc" => {
                let number = |field: &str| {
                    let value = *self.integers(field)?.get(index)?;
                    usize::try_from(value).ok()
                };
                let (_, count) = ROWS.get(number("efc_type")?)?;
                self.object((*count)?, number("efc_id")?)
            }
            _ => {
                let (count, _, addresses) = KINDS.iter().find(|(count, ..)| *count == size)?;
                Some(Object {
                    count,
                    id: index,
                    name: self.layout.name(addresses, index),
                })
            }
        }
    }
}
