//! Element names: `actuator_moment[elbow_flexor, elbow]` instead of `actuator_moment[7]`.
//!
//! A dimension's size says what it counts (`nbody` bodies, `nv` degrees of freedom, ...); the
//! reference's model has the names.

use crate::case::Layout;
use crate::snapshot::{FieldDescription, Side, Snapshot};

/// Names from the reference's model.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    pub layout: &'a Layout,
    /// The reference's current data, for contacts and constraint rows.
    pub data: Option<&'a Snapshot>,
}

/// What a size counts, and where the names of such things are.
pub const KINDS: &[(&str, &str, &str)] = &[
    ("nbody", "body", "name_bodyadr"),
    ("njnt", "joint", "name_jntadr"),
    ("ngeom", "geom", "name_geomadr"),
    ("nsite", "site", "name_siteadr"),
    ("ncam", "camera", "name_camadr"),
    ("nlight", "light", "name_lightadr"),
    ("nflex", "flex", "name_flexadr"),
    ("nmesh", "mesh", "name_meshadr"),
    ("nskin", "skin", "name_skinadr"),
    ("nhfield", "hfield", "name_hfieldadr"),
    ("ntex", "texture", "name_texadr"),
    ("nmat", "material", "name_matadr"),
    ("npair", "pair", "name_pairadr"),
    ("nexclude", "exclude", "name_excludeadr"),
    ("neq", "equality", "name_eqadr"),
    ("ntendon", "tendon", "name_tendonadr"),
    ("nu", "actuator", "name_actuatoradr"),
    ("nsensor", "sensor", "name_sensoradr"),
    ("nnumeric", "numeric", "name_numericadr"),
    ("ntext", "text", "name_textadr"),
    ("ntuple", "tuple", "name_tupleadr"),
    ("nkey", "keyframe", "name_keyadr"),
    ("nplugin", "plugin", "name_pluginadr"),
];

/// Constraint types in MuJoCo's order, and what their ids count.
pub(super) const ROWS: &[(&str, Option<&str>)] = &[
    ("equality", Some("neq")),
    ("friction of", Some("nv")),
    ("friction of", Some("ntendon")),
    ("limit of", Some("njnt")),
    ("limit of", Some("ntendon")),
    ("contact", Some("ncon")),
    ("contact", Some("ncon")),
    ("contact", Some("ncon")),
];

impl Names<'_> {
    /// The index of an element as `[row, column]` with names; empty for a scalar.
    pub fn element(&self, field: &FieldDescription, shape: &[usize], element: usize) -> String {
        if shape.is_empty() {
            return String::new();
        }
        let mut indices = Vec::with_capacity(shape.len());
        let mut rest = element;
        for &size in shape.iter().rev() {
            let size = size.max(1);
            indices.push(rest % size);
            rest /= size;
        }
        indices.reverse();
        let names: Vec<String> = indices
            .iter()
            .enumerate()
            .map(|(axis, &index)| match field.dims.get(axis) {
                Some(dim) => self.index(dim, index),
                None => index.to_string(),
            })
            .collect();
        format!("[{}]", names.join(", "))
    }

    /// The name of thing number `index` of those that `size` counts.
    fn index(&self, size: &str, index: usize) -> String {
        let name = match size {
            "nv" => self.dof(index),
            "nx" => self.state(index),
            "nq" => self.part_of("jnt_qposadr", "nq", index, "njnt"),
            "na" => self.part_of("actuator_actadr", "na", index, "nu"),
            "nsensordata" => self.part_of("sensor_adr", "nsensordata", index, "nsensor"),
            "nmocap" => self.mocap_body(index).map(|body| self.index("nbody", body)),
            "nM" => self.mass_entry(index),
            "nJmom" => self.moment_entry(index),
            "ncon" => self.contact(index),
            "nefc" => self.constraint(index),
            _ => KINDS
                .iter()
                .find(|(count, ..)| *count == size)
                .map(
                    |(_, kind, addresses)| match self.layout.name(addresses, index) {
                        Some(name) => name,
                        None => format!("{kind} {index}"),
                    },
                ),
        };
        name.unwrap_or_else(|| index.to_string())
    }

    /// A number of the state that derivatives of steps are taken by.
    fn state(&self, index: usize) -> Option<String> {
        let (what, size, index) = state_part(self.layout, index);
        Some(format!("{what} of {}", self.index(size, index)))
    }

    fn dof(&self, index: usize) -> Option<String> {
        self.part_of("jnt_dofadr", "nv", index, "njnt")
    }

    /// Element `index` of an array of `total` elements in which thing number k owns those from
    /// `addresses[k]` on.
    fn part_of(&self, addresses: &str, total: &str, index: usize, size: &str) -> Option<String> {
        let (owner, start) = self.holder(addresses, index)?;
        let after = self
            .starts(addresses)
            .map(|(_, start)| start)
            .filter(|&next| next > start);
        let end = after.min().unwrap_or(self.layout.size(total));
        let name = self.index(size, owner);
        if end == start + 1 {
            Some(name)
        } else {
            Some(format!("{name}.{}", index - start))
        }
    }

    /// Who owns element `index` of such an array, and where its elements begin.
    pub(super) fn holder(&self, addresses: &str, index: usize) -> Option<(usize, usize)> {
        let before = self.starts(addresses).filter(|&(_, start)| start <= index);
        before.max_by_key(|&(_, start)| start)
    }

    fn starts(&self, addresses: &str) -> impl Iterator<Item = (usize, usize)> {
        let starts = self.layout.integers(addresses).iter().enumerate();
        starts.filter_map(|(owner, &start)| Some((owner, usize::try_from(start).ok()?)))
    }

    pub(super) fn mocap_body(&self, index: usize) -> Option<usize> {
        let mut bodies = self.layout.integers("body_mocapid").iter();
        bodies.position(|&id| usize::try_from(id) == Ok(index))
    }

    /// Row and column of an element of the mass matrix, stored from each dof up its chain of
    /// parents.
    fn mass_entry(&self, index: usize) -> Option<String> {
        let (row, start) = self.holder("dof_Madr", index)?;
        let mut column = row;
        for _ in start..index {
            let parent = self.layout.integer("dof_parentid", column)?;
            column = usize::try_from(parent).ok()?;
        }
        Some(format!("{}, {}", self.dof(row)?, self.dof(column)?))
    }

    /// Actuator and dof of an element of the compressed moment matrix.
    fn moment_entry(&self, index: usize) -> Option<String> {
        let row = self.moment_row(index)?;
        let columns = self.integers("moment_colind")?;
        let column = usize::try_from(*columns.get(index)?).ok()?;
        Some(self.moment_element(row, column))
    }

    pub(super) fn moment_row(&self, index: usize) -> Option<usize> {
        let addresses = self.integers("moment_rowadr")?;
        let counts = self.integers("moment_rownnz")?;
        let mut rows = addresses.iter().zip(&counts);
        let at = i64::try_from(index).ok()?;
        rows.position(|(start, count)| (*start..start + count).contains(&at))
    }

    /// Actuator and dof.
    pub fn moment_element(&self, row: usize, column: usize) -> String {
        format!("{}, {}", self.index("nu", row), self.index("nv", column))
    }

    fn contact(&self, index: usize) -> Option<String> {
        let geoms = self.integers("contact.geom")?;
        let pair = geoms.get(2 * index..2 * index + 2)?;
        Some(format!("{index}: {}", self.geom_pair(pair)))
    }

    /// The two geoms of a contact; a flex has no geom.
    pub fn geom_pair(&self, pair: &[i64]) -> String {
        let name = |&geom: &i64| match usize::try_from(geom) {
            Ok(geom) => self.index("ngeom", geom),
            Err(_) => "flex".to_owned(),
        };
        pair.iter().map(name).collect::<Vec<_>>().join(" - ")
    }

    fn constraint(&self, index: usize) -> Option<String> {
        let kind = usize::try_from(*self.integers("efc_type")?.get(index)?).ok()?;
        let id = usize::try_from(*self.integers("efc_id")?.get(index)?).ok()?;
        let (what, size) = ROWS.get(kind)?;
        let name = size.map_or(id.to_string(), |size| self.index(size, id));
        Some(format!("{index}: {what} {name}"))
    }

    pub(super) fn integers(&self, field: &str) -> Option<Vec<i64>> {
        self.data?.get(Side::Data, field)?.integers()
    }
}

/// What number `index` of the state is, the size that counts such things, and which of them:
/// positions along dofs come first, then velocities, then activations.
pub(super) fn state_part(layout: &Layout, index: usize) -> (&'static str, &'static str, usize) {
    let nv = layout.size("nv");
    match index.checked_sub(nv) {
        None => ("position", "nv", index),
        Some(rest) if rest < nv => ("velocity", "nv", rest),
        Some(rest) => ("activation", "na", rest - nv),
    }
}
