//! What a copy of the reference starts from: its state and its constants, moved within the
//! precision.

use crate::case::Layout;
use crate::precision::Precision;
use crate::simulator::noise::{Disturber, Noise};
use crate::snapshot::{Assignment, Elem, FieldDescription, Side, Snapshot};

/// Frames that may be left out of a computation because they are equal, which only exact numbers
/// can show.
const SAME_FRAME: &str = "_sameframe";

/// Constants with a zero that is as uncertain as a one: parts of quaternions and axes.
const FRAMES: &[&str] = &[
    "body_quat",
    "body_iquat",
    "geom_quat",
    "site_quat",
    "cam_quat",
    "jnt_axis",
    "light_dir",
];

/// Constants that are rounded but not disturbed: when a solver ends, and boxes that a search for
/// contacts starts from.
const STEADY: &[&str] = &[
    "opt.tolerance",
    "opt.ls_tolerance",
    "opt.noslip_tolerance",
    "opt.ccd_tolerance",
    "geom_rbound",
    "geom_aabb",
    "bvh_aabb",
];

/// Where nothing damps, MuJoCo's integrator takes the acceleration as the solver found it; else it
/// solves for it again, from the forces. Engines that always do the latter are not wrong, so the
/// copies do: with a damping that is too faint to be seen.
const DAMPING: &str = "dof_damping";
const FAINT: f64 = 1e-30;

const HINGE: i64 = 3;
const BALL: i64 = 1;
const FREE: i64 = 0;

/// The numbers of a model, rounded.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    numbers: Vec<Assignment>,
    frames: Vec<Assignment>,
}

impl Constants {
    /// Which fields of a model to read for [`Constants::new`].
    pub fn wanted(fields: &[FieldDescription]) -> Vec<usize> {
        let wanted = |field: &FieldDescription| {
            let number = field.elem == Elem::F64 || field.name.ends_with(SAME_FRAME);
            field.side == Side::Model && field.is_settable() && number
        };
        let fields = fields.iter().enumerate();
        fields
            .filter(|(_, field)| wanted(field))
            .map(|(at, _)| at)
            .collect()
    }

    pub fn new(snapshot: &Snapshot, precision: Precision) -> Constants {
        let mut constants = Constants::default();
        for view in snapshot.iter().filter(|view| !view.bytes.is_empty()) {
            let field = view.description.name.clone();
            let values = view.numbers();
            if view.description.elem == Elem::F64 {
                let values = values.into_iter().map(|v| precision.round(v)).collect();
                constants.numbers.push(Assignment { field, values });
            } else {
                constants.frames.push(Assignment { field, values });
            }
        }
        constants
    }

    /// As the reference has them.
    pub fn rounded(&self) -> Vec<Assignment> {
        [&self.numbers[..], &self.frames[..]].concat()
    }
}

/// Moves numbers of one copy.
#[derive(Clone, Debug)]
pub struct Perturber {
    pub noise: Noise,
    disturber: Disturber,
}

impl Perturber {
    pub fn new(precision: Precision, seed: u32) -> Perturber {
        let noise = Noise {
            precision,
            seed: Some(seed),
            scale: None,
        };
        Perturber {
            noise,
            disturber: Disturber::new(&noise),
        }
    }

    /// The constants of a copy, in which no frame counts as equal to another.
    pub fn constants(&mut self, constants: &Constants) -> Vec<Assignment> {
        let steady = |value: &&Assignment| !STEADY.contains(&value.field.as_str());
        let moved = constants.numbers.iter().filter(steady);
        let mut moved: Vec<Assignment> = moved.cloned().collect();
        for Assignment { field, values } in &mut moved {
            let zero = f64::from(u8::from(FRAMES.contains(&field.as_str())));
            self.moved(values, |_| zero);
            if field == DAMPING {
                values
                    .iter_mut()
                    .for_each(|value| *value = value.max(FAINT));
            }
        }
        moved.extend(constants.frames.iter().map(|frame| Assignment {
            field: frame.field.clone(),
            values: vec![0.0; frame.values.len()],
        }));
        moved
    }

    /// The state of a copy.
    pub fn state(&mut self, state: &[Assignment], layout: &Layout) -> Vec<Assignment> {
        let mut moved = state.to_vec();
        for Assignment { field, values } in &mut moved {
            match field.as_str() {
                "eq_active" => {}
                "qpos" => {
                    let angular = angular(layout, values.len());
                    self.moved(values, |at| f64::from(u8::from(angular[at])));
                }
                "mocap_quat" => self.moved(values, |_| 1.0),
                _ => self.moved(values, |_| 0.0),
            }
        }
        moved
    }

    /// Moves numbers; `zero` is the size of the thing that a zero is part of.
    fn moved(&mut self, values: &mut [f64], zero: impl Fn(usize) -> f64) {
        for (at, value) in values.iter_mut().enumerate() {
            let size = if *value == 0.0 { zero(at) } else { 0.0 };
            *value = self.disturber.disturb(*value, size);
        }
    }
}

/// Where the quaternions of free and ball joints begin.
pub(super) fn quaternions(layout: &Layout) -> impl Iterator<Item = usize> {
    let joints = layout.integers("jnt_type").iter();
    let joints = joints.zip(layout.integers("jnt_qposadr"));
    joints.filter_map(|(&joint, &address)| {
        let address = usize::try_from(address).ok()?;
        match joint {
            FREE => Some(address + 3),
            BALL => Some(address),
            _ => None,
        }
    })
}

/// Which positions are angles of hinges or parts of quaternions.
fn angular(layout: &Layout, count: usize) -> Vec<bool> {
    let joints = layout.integers("jnt_type").iter();
    let joints = joints.zip(layout.integers("jnt_qposadr"));
    let hinges = joints.filter(|(joint, _)| **joint == HINGE);
    let hinges = hinges.filter_map(|(_, &address)| usize::try_from(address).ok());
    let parts = quaternions(layout).flat_map(|start| start..start + 4);
    let mut angular = vec![false; count];
    for part in hinges.chain(parts) {
        if let Some(part) = angular.get_mut(part) {
            *part = true;
        }
    }
    angular
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assignment(field: &str, values: &[f64]) -> Assignment {
        Assignment {
            field: field.to_owned(),
            values: values.to_vec(),
        }
    }

    #[test]
    fn zeros_of_frames_move_and_other_zeros_stay() {
        let constants = Constants {
            numbers: vec![
                assignment("body_quat", &[1.0, 0.0, 0.0, 0.0]),
                assignment("body_pos", &[0.0, 2.0, 0.0]),
                assignment("opt.tolerance", &[1e-8]),
                assignment("dof_damping", &[0.0, 2.0]),
            ],
            frames: vec![assignment("body_sameframe", &[1.0])],
        };
        let mut perturber = Perturber::new(Precision::SINGLE, 1);
        let moved = perturber.constants(&constants);
        assert!(moved[0].values.iter().all(|value| *value != 0.0));
        assert_eq!((moved[1].values[0], moved[1].values[2]), (0.0, 0.0));
        assert_ne!(moved[1].values[1], 2.0);
        assert_eq!(moved[2].values[0], FAINT);
        assert!((moved[2].values[1] - 2.0).abs() < 1e-6);
        assert_eq!(moved[3], assignment("body_sameframe", &[0.0]));
        assert_eq!(moved.len(), 4);
    }
}
