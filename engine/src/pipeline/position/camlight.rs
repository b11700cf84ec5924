//! Poses of cameras and lights in every tracking mode. Nothing in the physics depends on them.
//!
//! A camera looks along its `-z`: for a target, `z = pos - target`, `x = up x z` and `y = z x x`,
//! each normalised.

use crate::math::{Mat3, Vec3, vec3};
use crate::model::codes::Tracking;
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
    let looks_at = match Tracking::from_code(model.cam_mode[cam]) {
        Some(Tracking::Track) => {
            return (data.xpos[body] + model.cam_pos0[cam], model.cam_mat0[cam]);
        }
        Some(Tracking::TrackCom) => {
            let com = data.subtree_com[body];
            return (com + model.cam_poscom0[cam], model.cam_mat0[cam]);
        }
        Some(Tracking::TargetBody) => target(&data.xpos, model.cam_targetbodyid[cam]),
        Some(Tracking::TargetBodyCom) => target(&data.subtree_com, model.cam_targetbodyid[cam]),
        Some(Tracking::Fixed) | None => None,
    };
    let mat = match looks_at {
        Some(target) => looking_at(&pos, target),
        None => data.xquat[body].mul(&model.cam_quat[cam]).to_mat(),
    };
    (pos, mat)
}

fn light_pose(model: &Model, data: &Data, light: usize) -> (Vec3, Vec3) {
    let body = model.light_bodyid[light] as usize;
    let pos = point_to_global(data, &model.light_pos[light], body);
    let points_at = match Tracking::from_code(model.light_mode[light]) {
        Some(Tracking::Track) => {
            let pos = data.xpos[body] + model.light_pos0[light];
            return (pos, model.light_dir0[light]);
        }
        Some(Tracking::TrackCom) => {
            let pos = data.subtree_com[body] + model.light_poscom0[light];
            return (pos, model.light_dir0[light]);
        }
        Some(Tracking::TargetBody) => target(&data.xpos, model.light_targetbodyid[light]),
        Some(Tracking::TargetBodyCom) => target(&data.subtree_com, model.light_targetbodyid[light]),
        Some(Tracking::Fixed) | None => None,
    };
    let dir = match points_at {
        Some(target) => target - pos,
        None => data.xquat[body].rotate(&model.light_dir[light]),
    };
    (pos, dir)
}

/// The point of the target body, if there is one.
fn target(points: &[Vec3], body: i32) -> Option<&Vec3> {
    Some(&points[usize::try_from(body).ok()?])
}

/// A camera frame with its back to the target and its x axis level.
fn looking_at(pos: &Vec3, target: &Vec3) -> Mat3 {
    let z = vec3::normalized(pos - target);
    let x = vec3::normalized(Vec3::z().cross(&z));
    let y = vec3::normalized(z.cross(&x));
    Mat3::from_rows(&x, &y, &z).transpose()
}
