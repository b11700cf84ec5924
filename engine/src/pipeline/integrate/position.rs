//! Positions live on a manifold: moving along velocities, and the velocity between two positions.
//!
//! `q <- q exp(h w / 2)` for quaternions, `q <- q + h v` for all else.

use crate::Model;
use crate::math::{Quat, Vec3};
use crate::model::codes::joint;

/// Moves `qpos` along `qvel` for time `dt`.
pub(crate) fn integrate_pos(model: &Model, qpos: &mut [f64], qvel: &[f64], dt: f64) {
    for jnt in 0..model.njnt {
        let adr = model.jnt_qposadr[jnt] as usize;
        let dof = model.jnt_dofadr[jnt] as usize;
        match model.jnt_type[jnt] {
            joint::FREE => {
                for k in 0..3 {
                    qpos[adr + k] += dt * qvel[dof + k];
                }
                turn(&mut qpos[adr + 3..], &qvel[dof + 3..], dt);
            }
            joint::BALL => turn(&mut qpos[adr..], &qvel[dof..], dt),
            _ => qpos[adr] += dt * qvel[dof],
        }
    }
}

fn turn(quat: &mut [f64], velocity: &[f64], dt: f64) {
    let velocity = Vec3::new(velocity[0], velocity[1], velocity[2]);
    let turned = Quat::from_slice(quat).integrate(&velocity, dt);
    quat[..4].copy_from_slice(&turned.0);
}

/// The velocity that takes `from` to `to` in time `dt`.
pub(crate) fn differentiate_pos(
    model: &Model,
    qvel: &mut [f64],
    dt: f64,
    from: &[f64],
    to: &[f64],
) {
    let linear = |qvel: &mut [f64], adr: usize, dof: usize, n: usize| {
        for k in 0..n {
            qvel[dof + k] = (to[adr + k] - from[adr + k]) / dt;
        }
    };
    let angular = |qvel: &mut [f64], adr: usize, dof: usize| {
        let turn = Quat::from_slice(&to[adr..]).sub(&Quat::from_slice(&from[adr..]));
        qvel[dof..dof + 3].copy_from_slice((turn * (1.0 / dt)).as_slice());
    };
    for jnt in 0..model.njnt {
        let adr = model.jnt_qposadr[jnt] as usize;
        let dof = model.jnt_dofadr[jnt] as usize;
        match model.jnt_type[jnt] {
            joint::FREE => {
                linear(qvel, adr, dof, 3);
                angular(qvel, adr + 3, dof + 3);
            }
            joint::BALL => angular(qvel, adr, dof),
            _ => linear(qvel, adr, dof, 1),
        }
    }
}

/// Makes every quaternion in `qpos` a unit one.
pub(crate) fn normalize_quat(model: &Model, qpos: &mut [f64]) {
    for jnt in 0..model.njnt {
        let adr = match model.jnt_type[jnt] {
            joint::FREE => model.jnt_qposadr[jnt] as usize + 3,
            joint::BALL => model.jnt_qposadr[jnt] as usize,
            _ => continue,
        };
        let quat = Quat::from_slice(&qpos[adr..]).normalized();
        qpos[adr..adr + 4].copy_from_slice(&quat.0);
    }
}
