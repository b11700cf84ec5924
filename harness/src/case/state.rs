//! The states at which both sides are compared: generated once, by the harness, the same for both.
//!
//! Random positions stay on the joints' manifold: hinges and slides move within (and a little
//! beyond) their range, balls and free bodies get rotations. Some of these quaternions do not have
//! length one, and MuJoCo must normalise them.

use super::poses::{self, Pose};
use super::random::Random;
use super::sidecar::{Sidecar, SidecarError};
use super::{Controls, Layout, Schedule, Start};
use crate::catalogue::state::{StateField, find};
use crate::snapshot::Assignment;

/// How many values `field` of a state has.
pub fn length(layout: &Layout, field: &StateField) -> usize {
    match field.rows {
        "" => field.width,
        rows => field.width * layout.size(rows),
    }
}

/// A state: where to reset to, and what to set on top.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub label: String,
    pub keyframe: Option<usize>,
    pub values: Vec<Assignment>,
}

impl Point {
    fn reset(label: impl Into<String>, keyframe: Option<usize>) -> Point {
        Point {
            label: label.into(),
            keyframe,
            values: Vec::new(),
        }
    }
}

/// The states of the forward mode: qpos0, the keyframes, the random states, the sidecar's own and
/// its poses.
pub fn points(
    layout: &Layout,
    schedule: &Schedule,
    sidecar: &Sidecar,
) -> Result<Vec<Point>, SidecarError> {
    let mut points = vec![Point::reset("qpos0", None)];
    for key in 0..layout.size("nkey") {
        let label = match layout.name("name_keyadr", key) {
            Some(name) => format!("keyframe {name}"),
            None => format!("keyframe {key}"),
        };
        points.push(Point::reset(label, Some(key)));
    }
    for number in 1..=schedule.random {
        points.push(random(layout, schedule.seed, number));
    }
    for state in &sidecar.state {
        points.push(named(layout, sidecar, state.name.get_ref())?);
    }
    if let Some(keys) = &sidecar.poses {
        for &pose in keys.kinds.as_deref().unwrap_or(Pose::ALL) {
            points.extend((1..=keys.count).map(|n| posed(layout, schedule.seed, pose, n)));
        }
    }
    Ok(points)
}

/// The states of mode `query`: random ones.
pub fn query_points(layout: &Layout, schedule: &Schedule) -> Vec<Point> {
    (1..=schedule.query)
        .map(|number| random(layout, schedule.seed, number))
        .collect()
}

/// The states of mode `derivative`: random ones, each with an acceleration for inverse dynamics.
pub fn derivative_points(layout: &Layout, schedule: &Schedule) -> Vec<(Point, Option<Assignment>)> {
    let state = |number| {
        let point = random(layout, schedule.seed, number);
        (point, acceleration(layout, schedule.seed, number))
    };
    (1..=schedule.derivative).map(state).collect()
}

/// Gives each state an acceleration, which inverse dynamics starts from.
pub fn accelerate(points: &mut [Point], layout: &Layout, seed: u64) {
    for (number, point) in points.iter_mut().enumerate() {
        point.values.extend(acceleration(layout, seed, number));
    }
}

/// The acceleration of a state; `None` if nothing moves.
fn acceleration(layout: &Layout, seed: u64, number: usize) -> Option<Assignment> {
    const REACH: f64 = 10.0;
    // Separate streams, counted from the end so that no other state shares them.
    let mut random = Random::new(seed, u64::MAX - 1 - number as u64);
    let draw = |_| random.between(-REACH, REACH);
    let values: Vec<f64> = (0..layout.size("nv")).map(draw).collect();
    let field = "qacc".to_owned();
    (!values.is_empty()).then_some(Assignment { field, values })
}

/// Where forced and free runs start.
pub fn start(
    layout: &Layout,
    schedule: &Schedule,
    sidecar: &Sidecar,
) -> Result<Point, SidecarError> {
    let keys = layout.size("nkey");
    match &schedule.start {
        None => Ok(Point::reset("start", (keys > 0).then_some(0))),
        Some(Start::Qpos0) => Ok(Point::reset("qpos0", None)),
        Some(Start::Keyframe(key)) if *key < keys => {
            Ok(Point::reset(format!("keyframe {key}"), Some(*key)))
        }
        Some(Start::Keyframe(key)) => {
            let span = sidecar.schedule.start.as_ref().map_or(0..0, |s| s.span());
            let message = format!("there is no keyframe {key}: the model has {keys}");
            Err(sidecar.source.error(span, message))
        }
        Some(Start::Random(number)) => Ok(random(layout, schedule.seed, *number)),
        Some(Start::Posed(pose, number)) => Ok(posed(layout, schedule.seed, *pose, *number)),
        Some(Start::Named(name)) => named(layout, sidecar, name),
    }
}

fn named(layout: &Layout, sidecar: &Sidecar, name: &str) -> Result<Point, SidecarError> {
    let mut point = Point::reset(name, None);
    let state = sidecar.state.iter().find(|s| s.name.get_ref() == name);
    for (field, values) in state.into_iter().flat_map(|state| state.values()) {
        let expected = length(layout, field);
        let given = values.get_ref().len();
        if given != expected {
            let message = format!(
                "{} has {given} values, the model needs {expected}",
                field.name
            );
            return Err(sidecar.source.error(values.span(), message));
        }
        point.values.push(Assignment {
            field: field.name.to_owned(),
            values: values.get_ref().clone(),
        });
    }
    Ok(point)
}

/// Random state `number`, counted from 1; later ones move faster and wilder.
pub fn random(layout: &Layout, seed: u64, number: usize) -> Point {
    let mut random = Random::new(seed, number as u64);
    let vigour = number as f64;
    let mut spread = |field: &str, reach: f64| -> Vec<f64> {
        let count = find(field).map_or(0, |field| length(layout, field));
        (0..count).map(|_| random.between(-reach, reach)).collect()
    };
    let qvel = spread("qvel", vigour);
    let qfrc_applied = spread("qfrc_applied", vigour);
    let qacc_warmstart = spread("qacc_warmstart", vigour);
    let mut xfrc_applied = spread("xfrc_applied", vigour);
    let mocap_pos = spread("mocap_pos", 0.3);
    // The world cannot be pushed.
    xfrc_applied.iter_mut().take(6).for_each(|x| *x = 0.0);
    let mocap_quat = (0..layout.size("nmocap")).flat_map(|_| random.rotation());
    let mocap_quat: Vec<f64> = mocap_quat.collect();
    let values = [
        ("qpos", qpos(layout, &mut random, number)),
        ("qvel", qvel),
        ("act", act(layout, &mut random)),
        ("ctrl", ctrl(layout, &mut random)),
        ("qfrc_applied", qfrc_applied),
        ("xfrc_applied", xfrc_applied),
        ("mocap_pos", mocap_pos),
        ("mocap_quat", mocap_quat),
        ("eq_active", eq_active(layout, &mut random)),
        ("qacc_warmstart", qacc_warmstart),
        ("time", vec![random.between(0.0, 10.0)]),
    ];
    Point {
        label: format!("random {number}"),
        keyframe: None,
        values: values
            .into_iter()
            .filter(|(_, values)| !values.is_empty())
            .map(|(field, values)| Assignment {
                field: field.to_owned(),
                values,
            })
            .collect(),
    }
}

/// A random state, except for its free bodies: they lie against their neighbours.
fn posed(layout: &Layout, seed: u64, pose: Pose, number: usize) -> Point {
    let mut point = random(layout, seed, number);
    point.label = format!("{} {number}", pose.name());
    let qpos = point.values.iter_mut().find(|value| value.field == "qpos");
    if let Some(qpos) = qpos {
        poses::place(layout, pose, seed, number, &mut qpos.values);
    }
    point
}

fn qpos(layout: &Layout, random: &mut Random, number: usize) -> Vec<f64> {
    const FREE: i64 = 0;
    const BALL: i64 = 1;
    const SLIDE: i64 = 2;
    let mut qpos = layout.floats("qpos0").to_vec();
    let types = layout.integers("jnt_type").iter();
    for (joint, (&kind, &address)) in types.zip(layout.integers("jnt_qposadr")).enumerate() {
        let range = layout.floats("jnt_range").get(2 * joint..2 * joint + 2);
        let limited = layout.integer("jnt_limited", joint) == Some(1);
        let width = match kind {
            FREE => 7,
            BALL => 4,
            _ => 1,
        };
        let Some(q) = usize::try_from(address)
            .ok()
            .and_then(|at| qpos.get_mut(at..at + width))
        else {
            continue;
        };
        // Every second state has quaternions that are not normalised.
        let length = if number.is_multiple_of(2) {
            random.between(0.5, 2.0)
        } else {
            1.0
        };
        let rotation = random.rotation().map(|x| x * length);
        match (kind, range) {
            (FREE, _) => {
                q[..3]
                    .iter_mut()
                    .for_each(|x| *x += random.between(-0.3, 0.3));
                q[3..].copy_from_slice(&rotation);
            }
            (BALL, _) => q.copy_from_slice(&rotation),
            (_, Some(&[low, high])) if limited => {
                let beyond = 0.1 * (high - low);
                q[0] = random.between(low - beyond, high + beyond);
            }
            (SLIDE, _) => q[0] += random.between(-0.5, 0.5),
            _ => q[0] += random.between(-1.5, 1.5),
        }
    }
    qpos
}

fn act(layout: &Layout, random: &mut Random) -> Vec<f64> {
    let mut act: Vec<f64> = (0..layout.size("na")).map(|_| random.unit()).collect();
    for (actuator, &first) in layout.integers("actuator_actadr").iter().enumerate() {
        let limited = layout.integer("actuator_actlimited", actuator) == Some(1);
        let range = layout.floats("actuator_actrange").get(2 * actuator..);
        let count = layout.integer("actuator_actnum", actuator).unwrap_or(0);
        let (Ok(first), Ok(count)) = (usize::try_from(first), usize::try_from(count)) else {
            continue;
        };
        if let (true, Some([low, high, ..]), Some(act)) =
            (limited, range, act.get_mut(first..first + count))
        {
            act.iter_mut()
                .for_each(|x| *x = random.between(*low, *high));
        }
    }
    act
}

/// Controls within their ranges, and one in four beyond.
pub fn ctrl(layout: &Layout, random: &mut Random) -> Vec<f64> {
    (0..layout.size("nu"))
        .map(|actuator| {
            let limited = layout.integer("actuator_ctrllimited", actuator) == Some(1);
            let range = layout.floats("actuator_ctrlrange").get(2 * actuator..);
            let (low, high) = match range {
                Some([low, high, ..]) if limited => (*low, *high),
                _ => (-1.0, 1.0),
            };
            let beyond = if random.one_in(4) {
                0.5 * (high - low)
            } else {
                0.0
            };
            random.between(low - beyond, high + beyond)
        })
        .collect()
}

fn eq_active(layout: &Layout, random: &mut Random) -> Vec<f64> {
    let initial = layout.integers("eq_active0").iter();
    initial
        .map(|&active| (active ^ i64::from(random.one_in(4))) as f64)
        .collect()
}

/// The controls of a run, step by step.
#[derive(Clone, Debug)]
pub struct ControlSequence {
    controls: Controls,
    random: Random,
}

/// Random controls are held for this many steps, so that they have time to move something.
const HOLD: u64 = 10;

impl ControlSequence {
    pub fn new(
        layout: &Layout,
        schedule: &Schedule,
        sidecar: &Sidecar,
    ) -> Result<ControlSequence, SidecarError> {
        let nu = layout.size("nu");
        if let Controls::Rows(rows) = &schedule.controls
            && let Some(row) = rows.get_ref().iter().find(|row| row.len() != nu)
        {
            let message = format!(
                "a row of controls has {} values, the model has {nu} actuators",
                row.len()
            );
            return Err(sidecar.source.error(rows.span(), message));
        }
        Ok(ControlSequence {
            controls: schedule.controls.clone(),
            random: Random::new(schedule.seed, u64::MAX),
        })
    }

    /// New controls before step `step` (from 1), if they change there.
    pub fn at(&mut self, layout: &Layout, step: u64) -> Option<Assignment> {
        let values = match &self.controls {
            Controls::Held => return None,
            Controls::Random if step % HOLD == 1 => ctrl(layout, &mut self.random),
            Controls::Random => return None,
            Controls::Rows(rows) => {
                let row = usize::try_from(step - 1).ok()?;
                rows.get_ref().get(row)?.clone()
            }
        };
        (!values.is_empty()).then(|| Assignment {
            field: "ctrl".to_owned(),
            values,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::case::layout::{FLOATS, INTEGERS};
    use crate::catalogue::state::names;
    use crate::snapshot::{Elem, FieldDescription, Side, Snapshot};

    /// A model in which every size is 1, so that no field of a state is empty.
    fn layout() -> Layout {
        let mut snapshot = Snapshot::default();
        let integers = INTEGERS.iter().map(|&name| (name, Elem::I32));
        let fields = integers.chain(FLOATS.iter().map(|&name| (name, Elem::F64)));
        let fields = fields.map(|(name, elem)| FieldDescription {
            side: Side::Model,
            group: "model".to_owned(),
            name: name.to_owned(),
            elem,
            dims: vec!["n".to_owned()],
        });
        snapshot.descriptions = Arc::new(fields.collect());
        for (at, field) in Arc::clone(&snapshot.descriptions).iter().enumerate() {
            let bytes = field.elem.encode(&[1.0; 8]).expect("integers");
            snapshot.push(at, vec![8], &bytes);
        }
        Layout::new(&snapshot)
    }

    #[test]
    fn a_random_state_sets_every_field_that_a_state_may_set() {
        let point = random(&layout(), 1, 1);
        let set: Vec<&str> = point.values.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(set, names().collect::<Vec<_>>());
    }
}
