//! Where in the MJCF a finding comes from: the element that made the object whose value differs.

use std::path::{Path, PathBuf};

use engine::Location;
use engine::spec::Spec;
use serde::{Deserialize, Serialize};

use crate::compare::Object;

/// A line of a model's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The model, or a file that it includes.
    pub path: PathBuf,
    pub line: usize,
    pub column: usize,
    /// The line itself, so that a later reader sees whether the file is still the same.
    pub text: String,
}

impl Place {
    /// The element of the object; the beginning of the model where that is not known.
    pub fn of(model: &Path, object: Option<&Object>) -> Place {
        let found = object.and_then(|object| {
            let spec = engine::load_spec(model).ok()?;
            locate(&spec, object)
        });
        match found {
            Some(location) => Place::at(model, &location),
            None => Place::new(model, 1, 1),
        }
    }

    /// The `FILE:LINE:COLUMN: ` that a rejection begins with, if it names the model's file.
    pub fn of_message(model: &Path, message: &str) -> Option<Place> {
        let line = message.lines().find(|line| line.contains(".xml:"))?;
        let (file, rest) = line.split_at(line.find(".xml:")? + ".xml".len());
        let mut numbers = rest.split(':').skip(1).map(|n| n.trim().parse().ok());
        let (row, column) = (numbers.next()??, numbers.next().flatten().unwrap_or(1));
        let file = Path::new(file.split_whitespace().last()?);
        (file.file_name() == model.file_name()).then(|| Place::new(model, row, column))
    }

    fn at(model: &Path, location: &Location) -> Place {
        let path = match &location.file {
            Some(file) => file.as_path(),
            None => model,
        };
        Place::new(path, location.line, location.column)
    }

    fn new(path: &Path, line: usize, column: usize) -> Place {
        let text = std::fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let shown = text.lines().nth(line.saturating_sub(1)).unwrap_or("");
        Place {
            path: path.to_owned(),
            line,
            column,
            text: shown.trim().chars().take(200).collect(),
        }
    }
}

/// Where the object was written: by its name, or else by its number, which counts in the order of MuJoCo's lists.
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
        let spec = engine::parse(MODEL).expect("a model");
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
    fn nameless_things_are_counted_body_by_body() {
        assert_eq!(line("nbody", 2, None), Some(6));
        let geoms = [0, 1, 2, 3].map(|id| line("ngeom", id, None));
        assert_eq!(geoms, [Some(5), Some(9), Some(7), None]);
    }

    #[test]
    fn a_rejection_tells_its_own_place() {
        let place = |message| Place::of_message(Path::new("dir/arm.xml"), message);
        let found = place("subject: dir/arm.xml:7:3: no such thing").expect("a place");
        assert_eq!((found.line, found.column), (7, 3));
        assert_eq!(place("other.xml:7:3: no such thing"), None);
        assert_eq!(place("no place at all"), None);
    }
}
