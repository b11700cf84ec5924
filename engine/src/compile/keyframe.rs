//! Keyframes: stored states, completed from the reference configuration.

use super::refusal::invalid;
use crate::error::Error;
use crate::math::Quat;
use crate::math::frame::normalize;
use crate::model::Model;
use crate::model::codes::{joint, joint_positions};
use crate::spec::{Keyframe, Spec};

/// Checks and writes all keyframes; the model already has bodies, joints and actuators.
pub(super) fn write(spec: &Spec, model: &mut Model) -> Result<(), Error> {
    let (mocap_pos, mocap_quat) = mocap_poses(model);
    let blank = Keyframe::default();
    for id in 0..model.nkey {
        let key = spec.keyframes.get(id).unwrap_or(&blank);
        let choose =
            |given: &[f64], default: &[f64], name: &str| complete(given, default, name, key);
        let mut qpos = choose(&key.qpos, &model.qpos0, "qpos")?;
        let qvel = choose(&key.qvel, &vec![0.0; model.nv], "qvel")?;
        let act = choose(&key.act, &vec![0.0; model.na], "act")?;
        let ctrl = choose(&key.ctrl, &vec![0.0; model.nu], "ctrl")?;
        let mut mpos = choose(&key.mpos, &mocap_pos, "mpos")?;
        let mut mquat = choose(&key.mquat, &mocap_quat, "mquat")?;
        if key.partial {
            let groups = model.jnt_type.iter().map(|&kind| joint_positions(kind));
            restore(&mut qpos, &model.qpos0, groups);
            restore(&mut mpos, &mocap_pos, std::iter::repeat_n(3, model.nmocap));
            restore(
                &mut mquat,
                &mocap_quat,
                std::iter::repeat_n(4, model.nmocap),
            );
        }
        model.key_time[id] = key.time;
        put(&mut model.key_qpos, id, &qpos);
        put(&mut model.key_qvel, id, &qvel);
        put(&mut model.key_act, id, &act);
        put(&mut model.key_ctrl, id, &ctrl);
        put(&mut model.key_mpos, id, &mpos);
        put(&mut model.key_mquat, id, &mquat);
    }
    Ok(())
}

/// Makes units of all quaternions: the text of a spec has them as they were given.
pub(super) fn normalize_quaternions(model: &mut Model) {
    let quats = quaternion_addresses(model);
    for qpos in model.key_qpos.chunks_mut(model.nq.max(1)) {
        for &at in &quats {
            normalize(&mut qpos[at..at + 4]);
            // The simulation's own normalisation comes on top of the compiler's.
            let quat = Quat::from_slice(&qpos[at..at + 4]).normalized();
            qpos[at..at + 4].copy_from_slice(&quat.0);
        }
    }
    for quat in model.key_mquat.chunks_mut(4) {
        normalize(quat);
    }
}

fn put(array: &mut [f64], row: usize, values: &[f64]) {
    array[row * values.len()..(row + 1) * values.len()].copy_from_slice(values);
}

/// The given values, or the default ones where none are given.
fn complete(given: &[f64], default: &[f64], name: &str, key: &Keyframe) -> Result<Vec<f64>, Error> {
    if given.is_empty() {
        return Ok(default.to_vec());
    }
    if given.len() != default.len() {
        return Err(invalid(
            "key",
            &key.source,
            format!("`{name}` has {} values", given.len()),
        )
        .attribute(name)
        .expected(format!("{} values", default.len())));
    }
    Ok(given.to_vec())
}

/// Puts the reference in the place of groups whose first value is NaN.
fn restore(values: &mut [f64], reference: &[f64], groups: impl Iterator<Item = usize>) {
    let mut at = 0;
    for size in groups {
        let group = at..at + size;
        if values[at].is_nan() {
            values[group.clone()].copy_from_slice(&reference[group]);
        }
        at += size;
    }
}

/// Positions and quaternions of the mocap bodies, in the order of their mocap ids.
fn mocap_poses(model: &Model) -> (Vec<f64>, Vec<f64>) {
    let mocap = (0..model.nbody).filter(|&body| model.body_mocapid[body] >= 0);
    let pos = |body: usize| model.body_pos[body].iter().copied().collect::<Vec<_>>();
    (
        mocap.clone().flat_map(pos).collect(),
        mocap.flat_map(|body| model.body_quat[body].0).collect(),
    )
}

/// Where in qpos the quaternions are.
fn quaternion_addresses(model: &Model) -> Vec<usize> {
    (0..model.njnt)
        .filter_map(|id| match model.jnt_type[id] {
            joint::FREE => Some(model.jnt_qposadr[id] as usize + 3),
            joint::BALL => Some(model.jnt_qposadr[id] as usize),
            _ => None,
        })
        .collect()
}
