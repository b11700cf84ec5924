//! The parts of what can be observed that have a size of their own: the motion of each tree, each
//! activation, each sensor. A difference of one is not small because another one is large.

use std::ops::Range;

use super::roll::{OBSERVED, Trajectory};

/// Some columns of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub field: &'static str,
    pub columns: Range<usize>,
}

/// Trees that touch are solved together, and what a solver leaves undone of one goes to the other: a
/// tree is at least this share of the largest one.
const SHARE: f64 = 1e-2;

/// A part that is smaller than this in metres, radians, newtons and seconds does not move: what a
/// solver's tolerance leaves of it is no part of it.
const SMALLEST: f64 = 1e-3;

/// The same for sensors, which have velocities and accelerations in one number with their noise.
const SMALLEST_OF_SENSORS: f64 = 1e-2;

/// What is known of a model's columns.
pub(super) struct Columns {
    /// By joint: where its positions and its dofs begin.
    pub positions: Vec<usize>,
    pub dofs: Vec<usize>,
    /// By dof.
    pub trees: Vec<i64>,
    /// By sensor: where its numbers begin.
    pub sensors: Vec<usize>,
}

impl Columns {
    /// The parts of fields of these widths.
    pub(super) fn parts(&self, width: impl Fn(&str) -> usize) -> Vec<Part> {
        let mut parts = Vec::new();
        for field in OBSERVED {
            let width = width(field);
            let starts = match field {
                "qpos" => self.starts_of_positions(),
                "act" => (0..width).collect(),
                "sensordata" => self.sensors.clone(),
                _ => self.starts_of_trees(),
            };
            let mut starts: Vec<usize> = starts.into_iter().filter(|at| *at < width).collect();
            starts.push(0);
            starts.sort_unstable();
            starts.dedup();
            let ends = starts.iter().copied().skip(1).chain([width]);
            let ranges = starts.iter().copied().zip(ends);
            let ranges = ranges.filter(|(start, end)| start < end);
            parts.extend(ranges.map(|(start, end)| Part {
                field,
                columns: start..end,
            }));
        }
        parts
    }

    /// The dofs that begin a tree.
    fn starts_of_trees(&self) -> Vec<usize> {
        let differs = |dof: &usize| *dof == 0 || self.trees[*dof] != self.trees[*dof - 1];
        (0..self.trees.len()).filter(differs).collect()
    }

    /// The positions that begin a tree.
    fn starts_of_positions(&self) -> Vec<usize> {
        let trees = self.starts_of_trees();
        let joints = self.dofs.iter().zip(&self.positions);
        let first = joints.filter(|(dof, _)| trees.contains(dof));
        first.map(|(_, position)| *position).collect()
    }
}

/// How large each part of a motion is: the largest value that it ever has, and not less than what
/// solvers make of the others.
pub(super) fn scales(motion: &Trajectory) -> Vec<f64> {
    let largest = |part: &Part| -> f64 {
        let Some(series) = motion.get(part.field) else {
            return 0.0;
        };
        let rows = (0..=motion.steps).filter_map(|step| series.row(step).get(part.columns.clone()));
        let finite = rows.flatten().filter(|value| value.is_finite());
        finite.fold(0.0f64, |largest, value| largest.max(value.abs()))
    };
    let sizes: Vec<f64> = motion.parts.iter().map(largest).collect();
    let of_field = |field: &str| -> f64 {
        let parts = motion.parts.iter().zip(&sizes);
        let same = parts.filter(|(part, _)| part.field == field);
        same.fold(0.0f64, |largest, (_, size)| largest.max(*size))
    };
    let whole = OBSERVED.map(of_field);
    let scale = |(part, size): (&Part, &f64)| match part.field {
        "sensordata" => size.max(SMALLEST_OF_SENSORS),
        field => {
            let at = OBSERVED.iter().position(|name| *name == field);
            let whole = at.map_or(0.0, |at| whole[at]);
            size.max(SHARE * whole).max(SMALLEST)
        }
    };
    motion.parts.iter().zip(&sizes).map(scale).collect()
}

#[cfg(test)]
mod tests {
    use super::super::roll::Series;
    use super::*;

    #[test]
    fn a_part_is_a_tree_an_activation_or_a_sensor() {
        // A free body, and an arm of two hinges.
        let columns = Columns {
            positions: vec![0, 7, 8],
            dofs: vec![0, 6, 7],
            trees: vec![0, 0, 0, 0, 0, 0, 1, 1],
            sensors: vec![0, 3],
        };
        let widths = |name: &str| match name {
            "qpos" => 9,
            "act" => 2,
            "sensordata" => 4,
            _ => 8,
        };
        let parts = columns.parts(widths);
        let of = |field: &str| -> Vec<Range<usize>> {
            let parts = parts.iter().filter(|part| part.field == field);
            parts.map(|part| part.columns.clone()).collect()
        };
        assert_eq!(of("qpos"), [0..7, 7..9]);
        assert_eq!(of("qvel"), [0..6, 6..8]);
        assert_eq!(of("act"), [0..1, 1..2]);
        assert_eq!(of("sensordata"), [0..3, 3..4]);
    }

    #[test]
    fn a_large_sensor_does_not_make_another_one_large() {
        let part = |field, columns| Part { field, columns };
        let series = |name, values: &[f64]| Series {
            name,
            width: values.len(),
            values: values.to_vec(),
        };
        let motion = Trajectory {
            series: vec![
                series("qvel", &[50.0, 0.25, 1e-9]),
                series("sensordata", &[1e4, 0.25, 0.0]),
            ],
            parts: vec![
                part("qvel", 0..1),
                part("qvel", 1..2),
                part("qvel", 2..3),
                part("sensordata", 0..1),
                part("sensordata", 1..2),
                part("sensordata", 2..3),
            ],
            ..Trajectory::default()
        };
        let expected = [50.0, 0.5, 0.5, 1e4, 0.25, SMALLEST_OF_SENSORS];
        assert_eq!(scales(&motion), expected);
    }
}
