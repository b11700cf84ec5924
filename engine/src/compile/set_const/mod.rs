//! Model constants that follow from the reference configuration `qpos0` (and, for springs, from
//! `qpos_spring`).
//!
//! The compiler calls [`set_const`] once all other fields are there. It runs the position stages at
//! `qpos0` and stores what the simulation needs to know about that configuration: reference
//! lengths, inverse inertias that scale constraints, anchors of equality constraints, offsets of
//! tracking cameras and lights, dampings given as ratios, and the model's statistics.
//!
//! `invweight = diag(J M^-1 J')` at `qpos0`, `actuator_acc0 = |M^-1 moment|`.

mod batch;
mod chain;
mod dampratio;
mod equality;
mod invweight;
mod statistics;
#[cfg(test)]
mod tests;
mod whole;

pub(super) use statistics::UNKNOWN as UNKNOWN_STATISTIC;

use crate::math::spatial;
use crate::model::codes::Tracking;
use crate::pipeline::position::camlight::camlight;
use crate::pipeline::position::com_pos::com_pos;
use crate::pipeline::position::flex::flex;
use crate::pipeline::position::inertia::{composite_inertias, crb, factor_m};
use crate::pipeline::position::kinematics::kinematics;
use crate::pipeline::position::tendon::tendon;
use crate::pipeline::position::transmission::transmission;
use crate::{Data, Model};

/// Sets every constant field of the model but the actuators' length ranges: after a change of
/// masses, of the reference configuration or of anything else that they follow from.
///
/// Statistics are those that the engine computes; values of the author's are replaced. Data of the
/// model goes on with the new constants.
pub(crate) fn set_const(model: &mut Model) {
    subtree_mass(model);
    let mut data = Data::new(model);
    run_at_reference(model, &mut data);
    model
        .flexedge_length0
        .copy_from_slice(&data.flexedge_length);
    model.tendon_length0.copy_from_slice(&data.ten_length);
    model
        .actuator_length0
        .copy_from_slice(&data.actuator_length);
    invweight::set(model, &mut data);
    equality::set(model, &data);
    tracking_offsets(model, &data);
    dampratio::convert(model, &data);
    statistics::set(model, &data);
    spring_lengths(model, &mut data);
}

/// Mass of each body with everything it carries.
fn subtree_mass(model: &mut Model) {
    model.body_subtreemass.copy_from_slice(&model.body_mass);
    for body in (1..model.nbody).rev() {
        let mass = model.body_subtreemass[body];
        model.body_subtreemass[model.body_parentid[body] as usize] += mass;
    }
}

/// The position stages at `qpos0`, with all cameras and lights fixed in their bodies.
fn run_at_reference(model: &mut Model, data: &mut Data) {
    let fixed = |modes: &mut Vec<i32>| {
        let n = modes.len();
        std::mem::replace(modes, vec![Tracking::Fixed as i32; n])
    };
    let camera_modes = fixed(&mut model.cam_mode);
    let light_modes = fixed(&mut model.light_mode);
    data.qpos.copy_from_slice(&model.qpos0);
    kinematics(model, data);
    com_pos(model, data);
    camlight(model, data);
    diagonal_inertia(model, data);
    crb(model, data);
    factor_m(model, data);
    // Rigid flexes have lengths too.
    let rigid = model.flex_rigid.clone();
    model.flex_rigid.fill(0);
    flex(model, data);
    model.flex_rigid = rigid;
    tendon(model, data);
    transmission(model, data);
    model.cam_mode = camera_modes;
    model.light_mode = light_modes;
}

/// The diagonal of the inertia matrix, `dof_M0`, which the rows of simple dofs are made of.
#[doc(alias = "mj_setM0")]
fn diagonal_inertia(model: &mut Model, data: &mut Data) {
    composite_inertias(model, data);
    for i in 0..model.nv {
        let crb = &data.crb[model.dof_bodyid[i] as usize];
        let momentum = spatial::inertia_mul(crb, &data.cdof[i]);
        model.dof_M0[i] = model.dof_armature[i] + spatial::dot(&data.cdof[i], &momentum);
    }
}

/// Where tracking cameras and lights stand relative to what they track.
fn tracking_offsets(model: &mut Model, data: &Data) {
    // A target, where there is one, takes the place of the body itself.
    let com =
        |body: i32, target: i32| data.subtree_com[usize::try_from(target).unwrap_or(body as usize)];
    for cam in 0..model.ncam {
        let body = model.cam_bodyid[cam];
        let pos = data.cam_xpos[cam];
        model.cam_pos0[cam] = pos - data.xpos[body as usize];
        model.cam_poscom0[cam] = pos - com(body, model.cam_targetbodyid[cam]);
        model.cam_mat0[cam] = data.cam_xmat[cam];
    }
    for light in 0..model.nlight {
        let body = model.light_bodyid[light];
        let pos = data.light_xpos[light];
        model.light_pos0[light] = pos - data.xpos[body as usize];
        model.light_poscom0[light] = pos - com(body, model.light_targetbodyid[light]);
        model.light_dir0[light] = data.light_xdir[light];
    }
}

/// Rest lengths of tendon springs that were not given: the length at `qpos_spring`.
#[doc(alias = "setSpring")]
fn spring_lengths(model: &mut Model, data: &mut Data) {
    data.qpos.copy_from_slice(&model.qpos_spring);
    kinematics(model, data);
    com_pos(model, data);
    tendon(model, data);
    for (spring, &length) in model.tendon_lengthspring.iter_mut().zip(&data.ten_length) {
        if *spring == [-1.0, -1.0] {
            *spring = [length, length];
        }
    }
}
