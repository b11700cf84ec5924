//! Keyframes of models whose bodies are copied.
//!
//! MuJoCo keeps the values of a keyframe with the joints, actuators and mocap bodies that they
//! belong to while the tree changes, and puts them together again when the whole tree is known. It
//! does so for a model that is attached to another, and for a model with `replicate`, at every
//! copy: each keyframe then comes once for each copy, and all are truncated to the tree that has
//! been read so far.

use std::collections::HashMap;
use std::sync::Arc;

use super::key_reference::{Reference, activations, joint_sizes};
use super::namespace::Namespace;
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{Actuator, Body, Joint, Keyframe, SavedState, Spec};

/// Values that a model may keep with its elements: every copy may add those of a whole state.
const MAX_SAVED: usize = 2_000_000;

/// Stands for a value of the reference configuration.
const MISSING: f64 = f64::NAN;

/// The keyframes of a model while it is read.
#[derive(Default)]
pub(crate) struct Keys {
    /// To be put together at the end, after the model's own.
    pending: Vec<PendingKey>,
    /// Positions for joints that a keyframe lacks. MuJoCo never clears them, so that earlier ones
    /// remain.
    qpos0: Vec<f64>,
    saved: usize,
    /// Whether any joint's class has a larger joint type.
    uneven: bool,
}

/// A keyframe to be put together at the end.
struct PendingKey {
    key: Arc<str>,
    time: f64,
    /// Which of its arrays are given.
    given: [bool; 6],
}

/// Why keyframes cannot be kept.
pub(crate) enum Lost {
    /// They are too many.
    TooMany,
    /// MuJoCo would write out of bounds.
    Overrun,
}

impl Lost {
    /// The error of the element that copies.
    pub(crate) fn at(&self, node: Node<'_>) -> Error {
        match self {
            Lost::TooMany => node.unsupported("keyframes of so many copies"),
            Lost::Overrun => node
                .unsupported("copies where the last joint's class has joints of a larger type")
                .expected("a class of joints of the same type"),
        }
    }
}

/// The elements whose state keyframes hold.
pub(crate) struct State<'s> {
    /// Bodies that are being read, each the last child of the one before it.
    pub(crate) bodies: Vec<&'s mut Body>,
    pub(crate) actuators: &'s mut [Actuator],
}

impl State<'_> {
    /// Visits all bodies, parents first and siblings in order.
    pub(crate) fn for_each_body(&mut self, mut visit: impl FnMut(&mut Body)) {
        for root in &mut self.bodies {
            for_each_body(root, &mut visit);
        }
    }
}

impl Keys {
    /// Takes the keyframes that follow elements out of a spec; they are put together again when
    /// the tree has changed.
    pub(crate) fn take(spec: &mut Spec) -> Keys {
        let mut keys = Keys::default();
        spec.keyframes.retain(|keyframe| {
            if keyframe.partial {
                keys.pending.push(PendingKey {
                    key: keyframe.name.as_str().into(),
                    time: keyframe.time,
                    given: arrays(keyframe).map(|array| !array.is_empty()),
                });
            }
            !keyframe.partial
        });
        for_each_body(&mut spec.world, &mut |body| {
            body.joints.iter().for_each(|joint| keys.add_joint(joint));
        });
        keys
    }

    /// Hands a model's own keyframes to its elements, under the names that they get elsewhere or in
    /// a copy.
    pub(crate) fn store(
        &mut self,
        keyframes: &mut [Keyframe],
        mut state: State<'_>,
        space: &Namespace,
    ) -> Result<Stored, Lost> {
        let mut stored = Vec::new();
        if keyframes.is_empty() && !self.uneven {
            return Ok(Stored(stored));
        }
        let reference = Reference::estimate(&mut self.qpos0, &mut state).ok_or(Lost::Overrun)?;
        for keyframe in keyframes {
            let key: Arc<str> = space.of(&keyframe.name).into();
            stored.push(PendingKey {
                key: Arc::clone(&key),
                time: keyframe.time,
                given: arrays(keyframe).map(|array| !array.is_empty()),
            });
            reference.fit(keyframe);
            self.saved += save(&mut state, &key, keyframe);
            if self.saved > MAX_SAVED {
                return Err(Lost::TooMany);
            }
        }
        Ok(Stored(stored))
    }

    /// Takes note of a joint that has been read.
    pub(crate) fn add_joint(&mut self, joint: &Joint) {
        self.uneven |= joint_sizes(joint.class_kind) > joint_sizes(joint.kind);
    }

    /// Makes a model's own keyframes fit a tree that has grown.
    pub(crate) fn resize(
        &mut self,
        keyframes: &mut [Keyframe],
        mut state: State<'_>,
    ) -> Result<(), Lost> {
        if !keyframes.is_empty() {
            let reference = Reference::estimate(&mut self.qpos0, &mut state);
            let reference = reference.ok_or(Lost::Overrun)?;
            keyframes.iter_mut().for_each(|key| reference.fit(key));
        }
        Ok(())
    }

    /// Waits for keyframes that have been handed to elements.
    pub(crate) fn expect(&mut self, Stored(mut keys): Stored) {
        self.pending.append(&mut keys);
    }

    /// Waits for what another model waits for, under the names that it has there.
    pub(crate) fn expect_all(&mut self, other: &mut Keys) {
        self.uneven |= other.uneven;
        self.pending.append(&mut other.pending);
    }

    /// Puts the pending keyframes together from what the elements hold.
    pub(crate) fn resolve(self, spec: &mut Spec) {
        if self.pending.is_empty() {
            return;
        }
        let asked = usize::try_from(spec.size.nkey).unwrap_or(0);
        if spec.keyframes.len() < asked {
            spec.keyframes.resize(asked, Keyframe::default());
        }
        // Those without a name are all looked up as the last one of them.
        let mut places = HashMap::new();
        for pending in &self.pending {
            places.insert(Arc::clone(&pending.key), spec.keyframes.len());
            spec.keyframes.push(Keyframe {
                name: pending.key.to_string(),
                partial: true,
                ..Keyframe::default()
            });
        }
        let blank = blank(&mut spec.world, &spec.actuators);
        for pending in &self.pending {
            let key = &mut spec.keyframes[places[&pending.key]];
            key.time = pending.time;
            for ((array, blank), given) in
                arrays_mut(key).into_iter().zip(&blank).zip(pending.given)
            {
                if given {
                    array.clone_from(blank);
                }
            }
        }
        collect(spec, &places);
    }
}

/// Keyframes that a model's elements hold.
pub(crate) struct Stored(Vec<PendingKey>);

fn arrays(key: &Keyframe) -> [&Vec<f64>; 6] {
    [
        &key.qpos, &key.qvel, &key.act, &key.ctrl, &key.mpos, &key.mquat,
    ]
}

fn arrays_mut(key: &mut Keyframe) -> [&mut Vec<f64>; 6] {
    let Keyframe {
        qpos,
        qvel,
        act,
        ctrl,
        mpos,
        mquat,
        ..
    } = key;
    [qpos, qvel, act, ctrl, mpos, mquat]
}

/// Leaves a keyframe's values with the elements that they belong to, and counts them.
fn save(state: &mut State<'_>, key: &Arc<str>, given: &Keyframe) -> usize {
    let mut count = 1;
    let mut keep = |saved: &mut Vec<SavedState>, values: [Vec<f64>; 2]| {
        count += 1 + values[0].len() + values[1].len();
        let key = Arc::clone(key);
        saved.push(SavedState { key, values });
    };
    let [mut qpos, mut qvel, mut act, mut ctrl, mut mpos, mut mquat] =
        arrays(given).map(Vec::as_slice);
    state.for_each_body(|body| {
        for joint in &mut body.joints {
            let [nq, nv] = joint_sizes(joint.kind);
            let values = [take(&mut qpos, nq), take(&mut qvel, nv)];
            keep(&mut joint.saved, values);
        }
        if body.mocap {
            keep(&mut body.saved, [take(&mut mpos, 3), take(&mut mquat, 4)]);
        }
    });
    for actuator in &mut *state.actuators {
        let values = [take(&mut act, activations(actuator)), take(&mut ctrl, 1)];
        keep(&mut actuator.saved, values);
    }
    count
}

/// The next values of an array, or none of an array that is not given.
fn take(values: &mut &[f64], count: usize) -> Vec<f64> {
    let (taken, rest) = values.split_at(count.min(values.len()));
    *values = rest;
    taken.to_vec()
}

/// Drops the saved states of a tree, after they went with a copy of it.
pub(crate) fn forget(body: &mut Body) {
    for_each_body(body, &mut |body| {
        body.saved.retain(SavedState::is_kept);
        for joint in &mut body.joints {
            joint.saved.retain(SavedState::is_kept);
        }
    });
}

/// The arrays of a keyframe of which no element holds anything: the reference configuration, marked
/// by NaN, at rest.
fn blank(world: &mut Body, actuators: &[Actuator]) -> [Vec<f64>; 6] {
    let [mut nq, mut nv, mut nmocap] = [0; 3];
    for_each_body(world, &mut |body| {
        for joint in &body.joints {
            let [positions, velocities] = joint_sizes(joint.kind);
            nq += positions;
            nv += velocities;
        }
        nmocap += usize::from(body.mocap);
    });
    [
        vec![MISSING; nq],
        vec![0.0; nv],
        vec![0.0; actuators.iter().map(activations).sum()],
        vec![0.0; actuators.len()],
        vec![MISSING; 3 * nmocap],
        vec![MISSING; 4 * nmocap],
    ]
}

/// Writes what the elements hold into the keyframes of those names.
fn collect(spec: &mut Spec, places: &HashMap<Arc<str>, usize>) {
    type Pick = fn(&mut Keyframe) -> [&mut Vec<f64>; 2];
    let keyframes = &mut spec.keyframes;
    let mut put = |states: &[SavedState], pick: Pick, at: [usize; 2]| {
        for SavedState { key, values } in states {
            let Some(&place) = places.get(key) else {
                continue;
            };
            let arrays = pick(&mut keyframes[place]).into_iter();
            for ((array, at), values) in arrays.zip(at).zip(values) {
                // A first value of NaN stands for none.
                let given = values.first().is_some_and(|value| !value.is_nan());
                if let Some(room) = array.get_mut(at..at + values.len()).filter(|_| given) {
                    room.copy_from_slice(values);
                }
            }
        }
    };
    let [mut q, mut v, mut m, mut a] = [0; 4];
    for_each_body(&mut spec.world, &mut |body| {
        for joint in &body.joints {
            put(&joint.saved, |k| [&mut k.qpos, &mut k.qvel], [q, v]);
            let [nq, nv] = joint_sizes(joint.kind);
            q += nq;
            v += nv;
        }
        if body.mocap {
            put(&body.saved, |k| [&mut k.mpos, &mut k.mquat], [3 * m, 4 * m]);
            m += 1;
        }
    });
    for (u, actuator) in spec.actuators.iter().enumerate() {
        put(&actuator.saved, |k| [&mut k.act, &mut k.ctrl], [a, u]);
        a += activations(actuator);
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
