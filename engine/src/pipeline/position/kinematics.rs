//! Forward kinematics: the world pose of every body, joint, geom and site.
//!
//! A body's pose is its parent's, moved by the fixed offset between them and then by its joints in
//! order. Hinges and slides move by `qpos - qpos0`. Quaternions of `qpos` and of mocap bodies are
//! normalised in a copy; the state itself stays as it is.
//!
//! Bodies that are known to be where they belong are left alone, with all that is on them.
//!
//! `x_i = x_p + R_p offset_i` and `q_i = q_p offset_i joint_i` for body `i` with parent `p`:
//! Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 4.

use crate::math::{Mat3, Quat, Vec3, vec3};
use crate::model::codes::{joint, same_frame};
use crate::{Data, Model};

/// Computes `xpos`, `xquat`, `xmat`, `xipos`, `ximat`, `xanchor`, `xaxis` and the poses of geoms
/// and sites.
#[doc(alias = "mj_kinematics")]
pub(crate) fn kinematics(model: &Model, data: &mut Data) {
    // Slices of one length each: one check of an index serves them all.
    let n = model.nbody;
    let still = data.scratch.still_bodies;
    let parents = &model.body_parentid[..n];
    let (mocap, joint_start) = (&model.body_mocapid[..n], &model.body_jntadr[..n]);
    let joint_count = &model.body_jntnum[..n];
    let (pos0, quat0) = (&model.body_pos[..n], &model.body_quat[..n]);
    let (xpos, xquat) = (&mut data.xpos[..n], &mut data.xquat[..n]);
    let xmat = &mut data.xmat[..n];
    let first_joint = first_on(still, &model.jnt_bodyid);
    turns(model, first_joint, &data.qpos, &mut data.scratch.turns);
    let mut joints = Joints {
        kind: &model.jnt_type[..model.njnt],
        adr: &model.jnt_qposadr[..model.njnt],
        axis: &model.jnt_axis[..model.njnt],
        pos: &model.jnt_pos[..model.njnt],
        xaxis: &mut data.xaxis[..model.njnt],
        xanchor: &mut data.xanchor[..model.njnt],
        qpos: &data.qpos[..model.nq],
        qpos0: &model.qpos0[..model.nq],
        turns: &data.scratch.turns[..model.njnt],
    };
    xpos[0] = Vec3::zeros();
    xquat[0] = Quat::IDENTITY;
    xmat[0] = Mat3::IDENTITY;
    for body in still.max(1)..n {
        let first = joint_start[body].max(0) as usize;
        let last = first + joint_count[body] as usize;
        let (pos, quat) = if last == first + 1 && joints.kind[first] == joint::FREE {
            joints.free(first)
        } else {
            let local = match usize::try_from(mocap[body]) {
                Ok(mocap) => (data.mocap_pos[mocap], data.mocap_quat[mocap].normalized()),
                Err(_) => (pos0[body], quat0[body]),
            };
            let fixed = match parents[body] as usize {
                0 => local,
                parent => (
                    xmat[parent].mul_vec(&local.0) + xpos[parent],
                    xquat[parent].then_fixed(&local.1),
                ),
            };
            (first..last).fold(fixed, |pose, jnt| joints.moved(jnt, pose))
        };
        let quat = quat.normalized();
        xpos[body] = pos;
        xquat[body] = quat;
        xmat[body] = quat.to_mat();
    }
    attached_frames(model, data, still);
}

/// The first of the elements that are on a body which is not still. Elements are in the order of
/// their bodies.
fn first_on(still: usize, bodies: &[i32]) -> usize {
    if still == 0 {
        return 0;
    }
    bodies.partition_point(|&body| (body as usize) < still)
}

/// What each joint, from one on, turns its body by. The library's sine and cosine wait for
/// everything before them, so they come first, together.
fn turns(model: &Model, from: usize, qpos: &[f64], turns: &mut [Quat]) {
    let n = model.njnt;
    let (kinds, adr) = (&model.jnt_type[..n], &model.jnt_qposadr[..n]);
    let (axes, qpos0) = (&model.jnt_axis[..n], &model.qpos0[..qpos.len()]);
    for (jnt, turn) in turns[..n].iter_mut().enumerate().skip(from) {
        let adr = adr[jnt] as usize;
        match kinds[jnt] {
            joint::HINGE => *turn = Quat::from_axis_angle(&axes[jnt], qpos[adr] - qpos0[adr]),
            joint::BALL => *turn = Quat::from_slice(&qpos[adr..]).normalized(),
            _ => {}
        }
    }
}

/// The joints of the model with their positions, and where their frames go.
struct Joints<'a> {
    kind: &'a [i32],
    adr: &'a [i32],
    axis: &'a [Vec3],
    pos: &'a [Vec3],
    xaxis: &'a mut [Vec3],
    xanchor: &'a mut [Vec3],
    qpos: &'a [f64],
    qpos0: &'a [f64],
    turns: &'a [Quat],
}

impl Joints<'_> {
    /// Pose of a body with a free joint: the state itself.
    #[inline]
    fn free(&mut self, jnt: usize) -> (Vec3, Quat) {
        let q = &self.qpos[self.adr[jnt] as usize..][..7];
        let pos = Vec3::new(q[0], q[1], q[2]);
        self.xanchor[jnt] = pos;
        self.xaxis[jnt] = self.axis[jnt];
        (pos, Quat::from_slice(&q[3..]).normalized())
    }

    /// The pose after one joint; records the joint's anchor and axis on the way.
    #[inline]
    fn moved(&mut self, jnt: usize, (mut pos, mut quat): (Vec3, Quat)) -> (Vec3, Quat) {
        // An axis has a length; most anchors are at the body's origin, where a turn moves nothing.
        let axis = quat.rotate_vector(&self.axis[jnt]);
        let local_anchor = &self.pos[jnt];
        let centered = vec3::is_zero(local_anchor);
        let anchor = if centered {
            Vec3::zeros() + pos
        } else {
            quat.rotate_vector(local_anchor) + pos
        };
        self.xaxis[jnt] = axis;
        self.xanchor[jnt] = anchor;
        if self.kind[jnt] == joint::SLIDE {
            let adr = self.adr[jnt] as usize;
            pos += axis * (self.qpos[adr] - self.qpos0[adr]);
        } else {
            quat = quat.mul(&self.turns[jnt]);
            // The anchor stays where it is, so a rotation off the body's origin moves the origin.
            pos = if centered {
                anchor
            } else {
                anchor - quat.rotate_vector(local_anchor)
            };
        }
        (pos, quat)
    }
}

/// Inertial frames, geoms and sites: fixed in their bodies.
fn attached_frames(model: &Model, data: &mut Data, still: usize) {
    let n = model.nbody;
    let (xpos, xquat, xmat) = (&data.xpos[..n], &data.xquat[..n], &data.xmat[..n]);
    let (ipos, iquat) = (&model.body_ipos[..n], &model.body_iquat[..n]);
    let (xipos, ximat) = (&mut data.xipos[..n], &mut data.ximat[..n]);
    let same = &model.body_sameframe[..n];
    xipos[0] = Vec3::zeros();
    ximat[0] = Mat3::IDENTITY;
    for body in still.max(1)..n {
        match same[body] {
            same_frame::BODY => xipos[body] = xpos[body],
            _ => xipos[body] = xmat[body].mul_vec(&ipos[body]) + xpos[body],
        }
        match same[body] {
            same_frame::BODY | same_frame::BODY_ROTATION => ximat[body] = xmat[body],
            _ => ximat[body] = xquat[body].mul(&iquat[body]).to_mat(),
        }
    }
    let bodies = Bodies {
        xpos,
        xquat,
        xmat,
        xipos,
        ximat,
    };
    bodies.carry(
        first_on(still, &model.geom_bodyid),
        (&model.geom_bodyid, &model.geom_sameframe),
        (&model.geom_pos, &model.geom_quat),
        (&mut data.geom_xpos, &mut data.geom_xmat),
    );
    bodies.carry(
        first_on(still, &model.site_bodyid),
        (&model.site_bodyid, &model.site_sameframe),
        (&model.site_pos, &model.site_quat),
        (&mut data.site_xpos, &mut data.site_xmat),
    );
}

/// The frames of all bodies.
struct Bodies<'a> {
    xpos: &'a [Vec3],
    xquat: &'a [Quat],
    xmat: &'a [Mat3],
    xipos: &'a [Vec3],
    ximat: &'a [Mat3],
}

impl Bodies<'_> {
    /// Frames given in their bodies' frames, from one on, in the world. Those that the compiler found
    /// to coincide are copied.
    fn carry(
        &self,
        from: usize,
        (body, same): (&[i32], &[u8]),
        (pos, quat): (&[Vec3], &[Quat]),
        (xpos, xmat): (&mut [Vec3], &mut [Mat3]),
    ) {
        let n = body.len();
        let (same, pos, quat) = (&same[..n], &pos[..n], &quat[..n]);
        let (xpos, xmat) = (&mut xpos[..n], &mut xmat[..n]);
        for i in from..n {
            let body = body[i] as usize;
            match same[i] {
                same_frame::BODY => xpos[i] = self.xpos[body],
                same_frame::INERTIA => xpos[i] = self.xipos[body],
                _ => xpos[i] = self.xmat[body].mul_vec(&pos[i]) + self.xpos[body],
            }
            match same[i] {
                same_frame::BODY | same_frame::BODY_ROTATION => xmat[i] = self.xmat[body],
                same_frame::INERTIA | same_frame::INERTIA_ROTATION => xmat[i] = self.ximat[body],
                _ => xmat[i] = self.xquat[body].mul(&quat[i]).to_mat(),
            }
        }
    }
}

/// A point given in a body's frame, in the world.
#[doc(alias = "mj_local2Global")]
#[inline]
pub(crate) fn point_to_global(data: &Data, pos: &Vec3, body: usize) -> Vec3 {
    data.xmat[body].mul_vec(pos) + data.xpos[body]
}
