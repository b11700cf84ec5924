//! Keyframes of attached models.
//!
//! A keyframe of a model that is attached becomes one of the whole. Its values travel with the joints, actuators and mocap
//! bodies that they belong to, and are put together when the whole is known.

use std::sync::Arc;

use super::namespace::Namespace;
use crate::spec::{Actuator, Body, DynType, Joint, JointType, Keyframe, SavedState, Spec};

/// A keyframe to be put together at the end: its name and time, and which arrays it has.
#[derive(Clone, Debug)]
pub(super) struct PendingKey {
    key: Arc<str>,
    given: Keyframe,
}

/// Positions and velocities of a joint.
fn joint_sizes(joint: &Joint) -> [usize; 2] {
    match joint.kind {
        JointType::Free => [7, 6],
        JointType::Ball => [4, 3],
        JointType::Slide | JointType::Hinge => [1, 1],
    }
}

/// Activations of an actuator.
fn activations(actuator: &Actuator) -> usize {
    match actuator.actdim {
        Some(actdim) if actdim > 0 => actdim as usize,
        _ => usize::from(actuator.dyntype != DynType::None),
    }
}

/// Hands the keyframes of a model to its elements, under the names that they will have. `None` if one has the wrong size.
pub(super) fn save(spec: &mut Spec, space: &Namespace) -> Option<Vec<PendingKey>> {
    let keys: Vec<Keyframe> = spec.keyframes.clone();
    let mut pending = Vec::with_capacity(keys.len());
    for given in keys {
        let key: Arc<str> = space.of(&given.name).into();
        save_key(spec, &key, &given)?;
        pending.push(PendingKey { key, given });
    }
    Some(pending)
}

fn save_key(spec: &mut Spec, key: &Arc<str>, given: &Keyframe) -> Option<()> {
    let mut qpos = Reader::exact(&given.qpos);
    let mut qvel = Reader::resized(&given.qvel);
    let mut act = Reader::resized(&given.act);
    let mut ctrl = Reader::resized(&given.ctrl);
    let mut mpos = Reader::exact(&given.mpos);
    let mut mquat = Reader::exact(&given.mquat);
    for_each_body(&mut spec.world, &mut |body| {
        for joint in &mut body.joints {
            let [nq, nv] = joint_sizes(joint);
            joint.saved.push(SavedState {
                key: Arc::clone(key),
                values: [qpos.take(nq), qvel.take(nv)],
            });
        }
        if body.mocap {
            body.saved.push(SavedState {
                key: Arc::clone(key),
                values: [mpos.take(3), mquat.take(4)],
            });
        }
    });
    for actuator in &mut spec.actuators {
        let count = activations(actuator);
        actuator.saved.push(SavedState {
            key: Arc::clone(key),
            values: [act.take(count), ctrl.take(1)],
        });
    }
    (qpos.is_done() && mpos.is_done() && mquat.is_done()).then_some(())
}

/// Hands out the values of one array in order.
struct Reader<'v> {
    values: &'v [f64],
    /// Nothing was given, so nothing is handed out.
    absent: bool,
    /// Whether zeros follow after the end.
    padded: bool,
    short: bool,
}

impl<'v> Reader<'v> {
    fn exact(values: &'v [f64]) -> Reader<'v> {
        Reader {
            values,
            absent: values.is_empty(),
            padded: false,
            short: false,
        }
    }

    /// MuJoCo cuts such an array or fills it up with zeros.
    fn resized(values: &'v [f64]) -> Reader<'v> {
        Reader {
            padded: true,
            ..Reader::exact(values)
        }
    }

    fn take(&mut self, count: usize) -> Vec<f64> {
        if self.absent {
            return Vec::new();
        }
        let (taken, rest) = self.values.split_at(count.min(self.values.len()));
        self.short |= taken.len() < count;
        self.values = rest;
        let mut taken = taken.to_vec();
        taken.resize(count, 0.0);
        taken
    }

    fn is_done(&self) -> bool {
        self.padded || self.values.is_empty() && !self.short
    }
}

/// Drops the saved states of a tree, after they went with a copy of it.
pub(super) fn forget(body: &mut Body) {
    for_each_body(body, &mut |body| {
        body.saved.clear();
        for joint in &mut body.joints {
            joint.saved.clear();
        }
    });
}

/// Puts the pending keyframes together.
pub(super) fn resolve(spec: &mut Spec, pending: &[PendingKey]) {
    for PendingKey { key, given } in pending {
        let mut whole = Keyframe {
            name: key.to_string(),
            time: given.time,
            partial: true,
            ..Keyframe::default()
        };
        for_each_body(&mut spec.world, &mut |body| {
            for joint in &body.joints {
                let [nq, nv] = joint_sizes(joint);
                let [qpos, qvel] = saved(&joint.saved, key);
                append(&mut whole.qpos, &given.qpos, qpos, nq, f64::NAN);
                append(&mut whole.qvel, &given.qvel, qvel, nv, 0.0);
            }
            if body.mocap {
                let [pos, quat] = saved(&body.saved, key);
                append(&mut whole.mpos, &given.mpos, pos, 3, f64::NAN);
                append(&mut whole.mquat, &given.mquat, quat, 4, f64::NAN);
            }
        });
        for actuator in &spec.actuators {
            let [act, ctrl] = saved(&actuator.saved, key);
            append(&mut whole.act, &given.act, act, activations(actuator), 0.0);
            append(&mut whole.ctrl, &given.ctrl, ctrl, 1, 0.0);
        }
        spec.keyframes.push(whole);
    }
}

/// The last state that was saved under a name.
fn saved<'s>(states: &'s [SavedState], key: &str) -> [&'s [f64]; 2] {
    let found = states.iter().rev().find(|state| &*state.key == key);
    found.map_or([&[], &[]], |state| [&state.values[0], &state.values[1]])
}

/// Appends an element's values, or what stands for them, to an array that the keyframe has.
fn append(array: &mut Vec<f64>, given: &[f64], values: &[f64], count: usize, missing: f64) {
    if given.is_empty() {
        return;
    }
    match values.first() {
        Some(first) if !first.is_nan() => array.extend(values),
        _ => array.extend(std::iter::repeat_n(missing, count)),
    }
}

/// Visits a tree, parents first and siblings in order.
fn for_each_body(root: &mut Body, visit: &mut impl FnMut(&mut Body)) {
    let mut open = vec![root];
    while let Some(body) = open.pop() {
        visit(body);
        open.extend(body.children.iter_mut().rev());
    }
}
