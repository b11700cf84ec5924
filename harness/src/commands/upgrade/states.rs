//! The state that the models start from, where it is not their own.

use std::path::Path;

use super::numpy::{self, Array};
use super::recorded;
use crate::case::Layout;
use crate::snapshot::Assignment;

/// What a state has, with the size and the width of each part.
const PARTS: [(&str, &str, usize); 6] = [
    ("time", "", 1),
    ("qpos", "nq", 1),
    ("qvel", "nv", 1),
    ("act", "na", 1),
    ("mocap_pos", "nmocap", 3),
    ("mocap_quat", "nmocap", 4),
];

/// The parts that were recorded; others are the model's own.
#[derive(Clone, Debug, Default)]
pub(super) struct Start(Vec<(&'static str, Array)>);

impl Start {
    /// From `--states`, or else from the archive that has the controls.
    pub(super) fn read(states: Option<&Path>, controls: Option<&str>) -> Result<Start, String> {
        let has_names = |path: &&Path| recorded::has_names(path);
        let controls = controls.map(Path::new).filter(has_names);
        let Some(path) = states.or(controls) else {
            return Ok(Start::default());
        };
        let arrays = recorded::read(path).unwrap_or_else(|| numpy::read(path))?;
        let part = |(name, array): (String, Array)| {
            let part = PARTS.iter().find(|(known, ..)| *known == name)?;
            Some((part.0, array))
        };
        let found: Vec<_> = arrays.into_iter().filter_map(part).collect();
        if found.is_empty() && states.is_some() {
            let names = PARTS.map(|(name, ..)| name).join(", ");
            return Err(format!(
                "{}: there is no array with the name of a part of the state ({names}); numpy.savez writes \
                 such files",
                path.display()
            ));
        }
        Ok(Start(found))
    }

    /// As values to set: an array that has a row for each step begins with the first one.
    pub(super) fn of(&self, layout: &Layout) -> Result<Vec<Assignment>, String> {
        let parts = self.0.iter().filter(|(_, array)| !array.values.is_empty());
        parts
            .map(|(name, array)| part(name, array, layout))
            .collect()
    }
}

fn part(name: &str, array: &Array, layout: &Layout) -> Result<Assignment, String> {
    let known = PARTS.iter().find(|(known, ..)| *known == name);
    let size = known.map_or(0, |(_, size, width)| match *size {
        "" => *width,
        size => layout.size(size) * width,
    });
    let row: usize = array.shape.iter().skip(1).product();
    if array.values.len() != size && (array.shape.is_empty() || row != size) {
        return Err(format!(
            "{name} of the recorded state has the shape {:?}, the model has {size} values of it",
            array.shape
        ));
    }
    Ok(Assignment {
        field: name.to_owned(),
        values: array.values.iter().take(size).copied().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::numpy::tests::file;
    use super::*;

    fn start(name: &'static str, shape: &[usize]) -> Start {
        let values = (0..shape.iter().product()).map(|at: usize| at as f64);
        let array = Array {
            shape: shape.to_vec(),
            values: values.collect(),
        };
        Start(vec![(name, array)])
    }

    #[test]
    fn the_first_row_is_the_state_and_another_shape_is_refused() {
        let mut layout = Layout::default();
        layout.set_integer("nq", 2);
        layout.set_integer("nmocap", 1);
        for (name, shape, count) in [
            ("qpos", &[2][..], 2),
            ("qpos", &[5, 2], 2),
            ("mocap_pos", &[1, 3], 3),
            ("mocap_pos", &[7, 1, 3], 3),
            ("time", &[9], 1),
            ("time", &[], 1),
        ] {
            let set = start(name, shape).of(&layout).expect(name);
            assert_eq!(set[0].values.len(), count, "{name} {shape:?}");
            assert_eq!(set[0].values[0], 0.0);
        }
        let error = start("qpos", &[5, 3]).of(&layout).expect_err("too wide");
        assert!(error.contains("[5, 3], the model has 2 values"), "{error}");
        assert!(start("qpos", &[4]).of(&layout).is_err());
    }

    #[test]
    fn a_file_without_a_part_of_the_state_is_refused() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("state.npy");
        std::fs::write(&path, file("(1,)", &[0.5])).expect("written");
        let error = Start::read(Some(&path), None).expect_err("no name");
        assert!(error.contains("time, qpos, qvel"), "{error}");
    }
}
