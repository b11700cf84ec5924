//! Forward kinematics: the world pose of every body, joint, geom and site.
//!
//! A body's pose is its parent's, moved by the fixed offset between them and then by its joints in order. Hinges and slides
//! move by `qpos - qpos0`. Quaternions of `qpos` and of mocap bodies are normalised in a copy; the state itself stays as it is.

use crate::codes::{joint, same_frame};
use crate::math::{Mat3, Quat, Vec3};
use crate::{Data, Model};

/// Computes `xpos`, `xquat`, `xmat`, `xipos`, `ximat`, `xanchor`, `xaxis` and the poses of geoms and sites.
pub(crate) fn kinematics(model: &Model, data: &mut Data) {
    data.xpos[0] = Vec3::zeros();
    data.xquat[0] = Quat::IDENTITY;
    data.xmat[0] = Mat3::IDENTITY;
    data.xipos[0] = Vec3::zeros();
    data.ximat[0] = Mat3::IDENTITY;

    for body in 1..model.nbody {
        let first = model.body_jntadr[body];
        let joints = model.body_jntnum[body] as usize;
        let (pos, quat) = if joints == 1 && model.jnt_type[first as usize] == joint::FREE {
            free_pose(model, data, first as usize)
        } else {
            let mut pose = fixed_pose(model, data, body);
            for j in 0..joints {
                pose = move_by_joint(model, data, first as usize + j, pose);
            }
            pose
        };
        let quat = quat.normalized();
        data.xpos[body] = pos;
        data.xquat[body] = quat;
        data.xmat[body] = quat.to_mat();
    }
    attached_frames(model, data);
}

/// Pose of a body with a free joint: the state itself.
#[inline]
fn free_pose(model: &Model, data: &mut Data, jnt: usize) -> (Vec3, Quat) {
    let q = &data.qpos[model.jnt_qposadr[jnt] as usize..][..7];
    let pos = Vec3::new(q[0], q[1], q[2]);
    let quat = Quat::from_slice(&q[3..]).normalized();
    data.xanchor[jnt] = pos;
    data.xaxis[jnt] = model.jnt_axis[jnt];
    (pos, quat)
}

/// Pose of a body before its joints: the parent's pose and the offset from the model, or from the mocap state.
#[inline]
fn fixed_pose(model: &Model, data: &Data, body: usize) -> (Vec3, Quat) {
    let (pos, quat) = match usize::try_from(model.body_mocapid[body]) {
        Ok(mocap) => (data.mocap_pos[mocap], data.mocap_quat[mocap].normalized()),
        Err(_) => (model.body_pos[body], model.body_quat[body]),
    };
    match model.body_parentid[body] as usize {
        0 => (pos, quat),
        parent => (
            data.xmat[parent].mul_vec(&pos) + data.xpos[parent],
            data.xquat[parent].mul(&quat),
        ),
    }
}

/// The pose after one joint; records the joint's anchor and axis on the way.
#[inline]
fn move_by_joint(
    model: &Model,
    data: &mut Data,
    jnt: usize,
    (mut pos, mut quat): (Vec3, Quat),
) -> (Vec3, Quat) {
    let adr = model.jnt_qposadr[jnt] as usize;
    let axis = quat.rotate(&model.jnt_axis[jnt]);
    let anchor = quat.rotate(&model.jnt_pos[jnt]) + pos;
    if model.jnt_type[jnt] == joint::SLIDE {
        pos += axis * (data.qpos[adr] - model.qpos0[adr]);
    } else {
        let turn = if model.jnt_type[jnt] == joint::BALL {
            Quat::from_slice(&data.qpos[adr..]).normalized()
        } else {
            Quat::from_axis_angle(&model.jnt_axis[jnt], data.qpos[adr] - model.qpos0[adr])
        };
        quat = quat.mul(&turn);
        // The anchor stays where it is, so a rotation off the body's origin moves the origin.
        pos = anchor - quat.rotate(&model.jnt_pos[jnt]);
    }
    data.xanchor[jnt] = anchor;
    data.xaxis[jnt] = axis;
    (pos, quat)
}

/// Inertial frames, geoms and sites: fixed in their bodies.
fn attached_frames(model: &Model, data: &mut Data) {
    for body in 1..model.nbody {
        (data.xipos[body], data.ximat[body]) = local_to_global(
            data,
            &model.body_ipos[body],
            &model.body_iquat[body],
            body,
            model.body_sameframe[body],
        );
    }
    for geom in 0..model.ngeom {
        (data.geom_xpos[geom], data.geom_xmat[geom]) = local_to_global(
            data,
            &model.geom_pos[geom],
            &model.geom_quat[geom],
            model.geom_bodyid[geom] as usize,
            model.geom_sameframe[geom],
        );
    }
    for site in 0..model.nsite {
        (data.site_xpos[site], data.site_xmat[site]) = local_to_global(
            data,
            &model.site_pos[site],
            &model.site_quat[site],
            model.site_bodyid[site] as usize,
            model.site_sameframe[site],
        );
    }
}

/// A point given in a body's frame, in the world.
#[inline]
pub(crate) fn point_to_global(data: &Data, pos: &Vec3, body: usize) -> Vec3 {
    data.xmat[body].mul_vec(pos) + data.xpos[body]
}

/// A frame given in a body's frame, in the world. Frames that the compiler found to coincide are copied.
#[inline]
pub(crate) fn local_to_global(
    data: &Data,
    pos: &Vec3,
    quat: &Quat,
    body: usize,
    same: u8,
) -> (Vec3, Mat3) {
    let xpos = match same {
        same_frame::BODY => data.xpos[body],
        same_frame::INERTIA => data.xipos[body],
        _ => point_to_global(data, pos, body),
    };
    let xmat = match same {
        same_frame::BODY | same_frame::BODY_ROTATION => data.xmat[body],
        same_frame::INERTIA | same_frame::INERTIA_ROTATION => data.ximat[body],
        _ => data.xquat[body].mul(quat).to_mat(),
    };
    (xpos, xmat)
}
