//! Forward kinematics abreast: see `pipeline/position/kinematics.rs`.

use super::plan::Plan;
use super::work::Work;
use crate::Model;
use crate::math::abreast::{
    Eight, Quats, Vec3s, add, all, all_quat, all3, axis_angle, mul_quat, mul_vec, normalized,
    rotate_vector, scale, sub, then_fixed, to_mat,
};
use crate::math::{Mat3, Quat, Vec3, vec3};
use crate::model::codes::{joint, same_frame};

/// Computes the frames of bodies and of their inertias, anchors and axes of joints, and where they
/// are asked for the centres of geoms.
pub(super) fn kinematics(model: &Model, plan: &Plan, work: &mut Work) {
    work.xpos[0] = all3(&Vec3::zeros());
    work.xquat[0] = all_quat(&Quat::IDENTITY);
    work.xmat[0] = Mat3::IDENTITY.0.map(all);
    for body in 1..model.nbody {
        let first = model.body_jntadr[body].max(0) as usize;
        let last = first + model.body_jntnum[body] as usize;
        let (pos, quat) = if last == first + 1 && model.jnt_type[first] == joint::FREE {
            free(model, work, first)
        } else {
            let fixed = fixed(model, work, body);
            (first..last).fold(fixed, |pose, jnt| moved(model, work, jnt, pose))
        };
        let quat = normalized(&quat);
        work.xpos[body] = pos;
        work.xquat[body] = quat;
        work.xmat[body] = to_mat(&quat);
    }
    inertial_frames(model, work);
    if !plan.apart.is_empty() {
        geom_centres(model, work);
    }
}

/// The pose of a body before its joints move it.
#[inline]
fn fixed(model: &Model, work: &Work, body: usize) -> (Vec3s, Quats) {
    let (pos, quat) = (&model.body_pos[body], &model.body_quat[body]);
    match model.body_parentid[body] as usize {
        0 => (all3(pos), all_quat(quat)),
        parent => (
            add(&mul_vec(&work.xmat[parent], pos), &work.xpos[parent]),
            then_fixed(&work.xquat[parent], quat),
        ),
    }
}

/// The pose of a body with a free joint: the state itself.
#[inline]
fn free(model: &Model, work: &mut Work, jnt: usize) -> (Vec3s, Quats) {
    let adr = model.jnt_qposadr[jnt] as usize;
    let pos = std::array::from_fn(|i| work.qpos[adr + i]);
    work.xanchor[jnt] = pos;
    work.xaxis[jnt] = all3(&model.jnt_axis[jnt]);
    (pos, turn_at(work, adr + 3))
}

/// The rotation that starts at a place of the positions.
#[inline]
fn turn_at(work: &Work, adr: usize) -> Quats {
    normalized(&std::array::from_fn(|i| work.qpos[adr + i]))
}

/// The pose after one joint; records the joint's anchor and axis on the way.
#[inline]
fn moved(
    model: &Model,
    work: &mut Work,
    jnt: usize,
    (pos, quat): (Vec3s, Quats),
) -> (Vec3s, Quats) {
    let adr = model.jnt_qposadr[jnt] as usize;
    let (local_axis, local_anchor) = (&model.jnt_axis[jnt], &model.jnt_pos[jnt]);
    let axis = rotate_vector(&quat, local_axis);
    let centered = vec3::is_zero(local_anchor);
    let anchor = if centered {
        pos.map(|x| Eight::ZERO + x)
    } else {
        add(&rotate_vector(&quat, local_anchor), &pos)
    };
    work.xaxis[jnt] = axis;
    work.xanchor[jnt] = anchor;
    let change = || work.qpos[adr] - all(model.qpos0[adr]);
    let turn = match model.jnt_type[jnt] {
        joint::SLIDE => return (add(&pos, &scale(&axis, change())), quat),
        joint::BALL => turn_at(work, adr),
        _ => axis_angle(local_axis, change()),
    };
    let quat = mul_quat(&quat, &turn);
    let pos = if centered {
        anchor
    } else {
        sub(&anchor, &rotate_vector(&quat, local_anchor))
    };
    (pos, quat)
}

fn inertial_frames(model: &Model, work: &mut Work) {
    work.xipos[0] = work.xpos[0];
    work.ximat[0] = work.xmat[0];
    for body in 1..model.nbody {
        let same = model.body_sameframe[body];
        work.xipos[body] = match same {
            same_frame::BODY => work.xpos[body],
            _ => add(
                &mul_vec(&work.xmat[body], &model.body_ipos[body]),
                &work.xpos[body],
            ),
        };
        work.ximat[body] = match same {
            same_frame::BODY | same_frame::BODY_ROTATION => work.xmat[body],
            _ => {
                let turn = all_quat(&model.body_iquat[body]);
                to_mat(&mul_quat(&work.xquat[body], &turn))
            }
        };
    }
}

fn geom_centres(model: &Model, work: &mut Work) {
    for geom in 0..model.ngeom {
        let body = model.geom_bodyid[geom] as usize;
        work.geom_xpos[geom] = match model.geom_sameframe[geom] {
            same_frame::BODY => work.xpos[body],
            same_frame::INERTIA => work.xipos[body],
            _ => add(
                &mul_vec(&work.xmat[body], &model.geom_pos[geom]),
                &work.xpos[body],
            ),
        };
    }
}

/// The turns of geoms, where somebody collides them.
pub(super) fn geom_frames(model: &Model, work: &mut Work) {
    for geom in 0..model.ngeom {
        let body = model.geom_bodyid[geom] as usize;
        work.geom_xmat[geom] = match model.geom_sameframe[geom] {
            same_frame::BODY | same_frame::BODY_ROTATION => work.xmat[body],
            same_frame::INERTIA | same_frame::INERTIA_ROTATION => work.ximat[body],
            _ => {
                let turn = all_quat(&model.geom_quat[geom]);
                to_mat(&mul_quat(&work.xquat[body], &turn))
            }
        };
    }
}
