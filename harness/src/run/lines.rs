//! The line of the MJCF that a finding comes from: that of the element that made the object whose
//! value differs.

use std::cell::OnceCell;
use std::path::Path;

use plumbline::Location;
use plumbline::spec::Spec;

use crate::compare::Object;
use crate::results::Place;

/// The lines of a model. Simulators do not know them, so the model is parsed here, once and only if
/// a finding asks for a line.
pub(super) struct Lines<'a> {
    model: &'a Path,
    spec: OnceCell<Option<Spec>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(model: &'a Path) -> Lines<'a> {
        Lines {
            model,
            spec: OnceCell::new(),
        }
    }

    /// The element of the object; the beginning of the model where that is not known.
    pub(super) fn of(&self, object: Option<&Object>) -> Place {
        let found = object.and_then(|object| {
            let spec = self
                .spec
                .get_or_init(|| plumbline::Spec::from_xml(self.model).ok());
            locate(spec.as_ref()?, object)
        });
        match found {
            Some(location) => Place::at(self.model, &location),
            None => Place::beginning(self.model),
        }
    }
}

/// Where the object was written: by its name, or else by its number, which counts in the order of
/// MuJoCo's lists.
fn locate(spec: &Spec, object: &Object) -> Option<Location> {
    let lists = spec.lists();
    let list = lists.iter().find(|list| list.size == object.count)?;
    let (_, source) = match &object.name {
        Some(name) => list.elements.iter().find(|(item, _)| item == name)?,
        None => list.elements.get(object.id)?,
    };
    (*source).clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::KINDS;

    const MODEL: &str = "<mujoco>
  <worldbody>
    <body name='arm'>
      <joint name='hinge'/>
      <geom size='1'/>
      <body>
        <geom size='2'/>
      </body>
      <geom size='3'/>
    </body>
  </worldbody>
  <actuator>
    <motor name='arm' joint='hinge'/>
  </actuator>
</mujoco>";

    fn line(count: &'static str, id: usize, name: Option<&str>) -> Option<usize> {
        let spec = plumbline::Spec::from_xml_string(MODEL).expect("a model");
        let name = name.map(str::to_owned);
        locate(&spec, &Object { count, id, name }).map(|location| location.line)
    }

    #[test]
    fn named_things_are_found_by_name_within_their_kind() {
        assert_eq!(line("nbody", 1, Some("arm")), Some(3));
        assert_eq!(line("nu", 0, Some("arm")), Some(13));
        assert_eq!(line("njnt", 0, Some("hinge")), Some(4));
        assert_eq!(line("njnt", 0, Some("nobody")), None);
    }

    #[test]
    fn every_kind_of_thing_has_its_list() {
        let spec = plumbline::Spec::from_xml_string(MODEL).expect("a model");
        let lists = spec.lists();
        for (count, ..) in KINDS {
            assert!(lists.iter().any(|list| list.size == *count), "{count}");
        }
    }

    #[test]
    fn nameless_things_are_counted_body_by_body() {
        assert_eq!(line("nbody", 2, None), Some(6));
        let geoms = [0, 1, 2, 3].map(|id| line("ngeom", id, None));
        assert_eq!(geoms, [Some(5), Some(9), Some(7), None]);
    }
}
