//! Poses of cameras and lights in every tracking mode. Nothing in the physics depends on them.
//!
//! A camera looks along its `-z`: for a target, `z = pos - target`, `x = up x z` and `y = z x x`,
//! each normalised.

use crate::math::{Mat3, Vec3, vec3};
use crate::model::codes::tracking;
use crate::pipeline::position::kinematics::point_to_global;
use crate::{Data, Model};

/// Computes `cam_xpos`, `cam_xmat`, `light_xpos` and `light_xdir`.
#[doc(alias = "mj_camlight")]
pub(crate) fn camlight(model: &Model, data: &mut Data) {
    for cam in 0..model.ncam {
        let (pos, mat) = camera_pose(model, data, cam);
        data.cam_xpos[cam] = pos;
        data.cam_xmat[cam] = mat;
    }
    for light in 0..model.nlight {
        let (pos, dir) = light_pose(model, data, light);
        data.light_xpos[light] = pos;
        data.light_xdir[light] = vec3::normalized(dir);
    }
}

fn camera_pose(model: &Model, data: &Data, cam: usize) -> (Vec3, Mat3) {
    let body = model.cam_bodyid[cam] as usize;
    let pos = point_to_global(data, &model.cam_pos[cam], body);
    match model.cam_mode[cam] {
        tracking::TRACK => (data.xpos[body] + model.cam_pos0[cam], model.cam_mat0[cam]),
        tracking::TRACK_COM => (
            data.subtree_com[body] + model.cam_poscom0[cam],
            model.cam_mat0[cam],
        ),
        mode => match target(data, mode, model.cam_targetbodyid[cam]) {
            Some(target) => (pos, looking_at(&pos, &target)),
            None => (pos, data.xquat[body].mul(&model.cam_quat[cam]).to_mat()),
        },
    }
}

fn light_pose(model: &Model, data: &Data, light: usize) -> (Vec3, Vec3) {
    let body = model.light_bodyid[light] as usize;
    let pos = point_to_global(data, &model.light_pos[light], body);
    let dir = data.xquat[body].rotate(&model.light_dir[light]);
    match model.light_mode[light] {
        tracking::TRACK => (
            data.xpos[body] + model.light_pos0[light],
            model.light_dir0[light],
        ),
        tracking::TRACK_COM => (
            data.subtree_com[body] + model.light_poscom0[light],
            model.light_dir0[light],
        ),
        mode => match target(data, mode, model.light_targetbodyid[light]) {
            Some(target) => (pos, target - pos),
            None => (pos, dir),
        },
    }
}

/// The point that a camera or light of this mode looks at; none if it does not, or has no target.
fn target(data: &Data, mode: i32, body: i32) -> Option<Vec3> {
    let body = usize::try_from(body).ok()?;
    match mode {
        tracking::TARGET_BODY => Some(data.xpos[body]),
        tracking::TARGET_BODY_COM => Some(data.subtree_com[body]),
        _ => None,
    }
}

/// A camera frame with its back to the target and its x axis level.
fn looking_at(pos: &Vec3, target: &Vec3) -> Mat3 {
    let z = vec3::normalized(pos - target);
    let x = vec3::normalized(Vec3::z().cross(&z));
    let y = vec3::normalized(z.cross(&x));
    Mat3::from_rows(&x, &y, &z).transpose()
}
