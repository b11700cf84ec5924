//! The values that a keyframe gets where the tree has grown.
//!
//! MuJoCo fills them in before it compiles anything: from poses as they were written, angles in
//! degrees included, and by the joint type of the class.

use super::keyframes::State;
use crate::spec::{Actuator, Body, DynType, Joint, JointType, Keyframe, Orientation};

/// Positions and velocities of a joint.
pub(super) fn joint_sizes(kind: JointType) -> [usize; 2] {
    [kind.positions(), kind.dofs()]
}

/// Activations of an actuator.
pub(super) fn activations(actuator: &Actuator) -> usize {
    match actuator.actdim {
        Some(actdim) if actdim > 0 => actdim as usize,
        _ => usize::from(actuator.dyntype != DynType::None),
    }
}

/// A state of the tree as it is now.
pub(super) struct Reference<'q> {
    qpos: &'q [f64],
    qvel: Vec<f64>,
    act: Vec<f64>,
    ctrl: Vec<f64>,
    mpos: Vec<f64>,
    mquat: Vec<f64>,
}

impl Reference<'_> {
    /// Estimates the reference state over what was estimated before. `None` if the joint type of
    /// its class needs more room than there is.
    pub(super) fn estimate<'q>(
        qpos0: &'q mut Vec<f64>,
        state: &mut State<'_>,
    ) -> Option<Reference<'q>> {
        let [mut nq, mut nv] = [0, 0];
        let [mut mpos, mut mquat] = [Vec::new(), Vec::new()];
        state.for_each_body(|body| {
            for joint in &body.joints {
                let [positions, velocities] = joint_sizes(joint.kind);
                nq += positions;
                nv += velocities;
            }
            if body.mocap {
                mpos.extend(body.pos.iter());
                mquat.extend(written_quat(body));
            }
        });
        qpos0.resize(nq, 0.0);
        let mut at = 0;
        let mut fits = true;
        state.for_each_body(|body| {
            for joint in &body.joints {
                fits &= write(body, joint, &mut qpos0[at..]);
                at += joint_sizes(joint.kind)[0];
            }
        });
        let na = state.actuators.iter().map(activations).sum();
        fits.then(|| Reference {
            qpos: qpos0,
            qvel: vec![0.0; nv],
            act: vec![0.0; na],
            ctrl: vec![0.0; state.actuators.len()],
            mpos,
            mquat,
        })
    }

    /// Truncates the arrays that a keyframe has, or fills them up.
    pub(super) fn fit(&self, key: &mut Keyframe) {
        fit(&mut key.qpos, 1, self.qpos);
        fit(&mut key.qvel, 1, &self.qvel);
        fit(&mut key.act, 1, &self.act);
        fit(&mut key.ctrl, 1, &self.ctrl);
        fit(&mut key.mpos, 3, &self.mpos);
        fit(&mut key.mquat, 4, &self.mquat);
    }
}

/// Gives an array the reference's length; `width` values belong together.
fn fit(values: &mut Vec<f64>, width: usize, reference: &[f64]) {
    if !values.is_empty() {
        let kept = (values.len() / width * width).min(reference.len());
        values.truncate(kept);
        values.extend(&reference[kept..]);
    }
}

/// Writes a joint's reference position; false if there is no room for it.
fn write(body: &Body, joint: &Joint, qpos0: &mut [f64]) -> bool {
    let mut values = [0.0; 7];
    let count = joint_sizes(joint.class_kind)[0];
    match joint.class_kind {
        JointType::Free => {
            values[..3].copy_from_slice(body.pos.as_slice());
            values[3..].copy_from_slice(&written_quat(body));
        }
        JointType::Ball => values[0] = 1.0,
        JointType::Slide | JointType::Hinge => values[0] = joint.reference,
    }
    let place = qpos0.get_mut(..count);
    place.map(|p| p.copy_from_slice(&values[..count])).is_some()
}

/// A body's quaternion if it was given as one.
fn written_quat(body: &Body) -> [f64; 4] {
    match body.orientation {
        Orientation::Quat(quat) => quat.0,
        _ => [1.0, 0.0, 0.0, 0.0],
    }
}
