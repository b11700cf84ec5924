//! Linear springs and dampers of joints and tendons.

use crate::math::{Quat, dense};
use crate::model::codes::joint;
use crate::{Data, Model};

/// Springs pull each joint to its `qpos_spring`; for rotations the displacement is the rotation
/// vector.
#[doc(alias = "mj_springdamper")]
pub(super) fn joint_springs(model: &Model, data: &mut Data) {
    for jnt in 0..model.njnt {
        let stiffness = model.jnt_stiffness[jnt];
        if stiffness == 0.0 {
            continue;
        }
        let adr = model.jnt_qposadr[jnt] as usize;
        let dof = model.jnt_dofadr[jnt] as usize;
        match model.jnt_type[jnt] {
            joint::FREE => {
                linear_spring(model, data, stiffness, adr, dof, 3);
                ball_spring(model, data, stiffness, adr + 3, dof + 3);
            }
            joint::BALL => ball_spring(model, data, stiffness, adr, dof),
            _ => linear_spring(model, data, stiffness, adr, dof, 1),
        }
    }
}

fn linear_spring(model: &Model, data: &mut Data, stiffness: f64, adr: usize, dof: usize, n: usize) {
    for k in 0..n {
        data.qfrc_spring[dof + k] = -stiffness * (data.qpos[adr + k] - model.qpos_spring[adr + k]);
    }
}

fn ball_spring(model: &Model, data: &mut Data, stiffness: f64, adr: usize, dof: usize) {
    let quat = Quat::from_slice(&data.qpos[adr..]).normalized();
    let turn = quat.sub(&Quat::from_slice(&model.qpos_spring[adr..]));
    for k in 0..3 {
        data.qfrc_spring[dof + k] = -stiffness * turn[k];
    }
}

pub(super) fn dof_dampers(model: &Model, data: &mut Data) {
    let inputs: [&[f64]; 2] = [&model.dof_damping, &data.qvel];
    dense::combine(&mut data.qfrc_damper, inputs, |[damping, velocity]| {
        let force = -damping * velocity;
        if damping != 0.0 { force } else { 0.0 }
    });
}

/// Tendon springs act outside a range of rest lengths.
pub(super) fn tendon_springs(model: &Model, data: &mut Data) {
    let sparse = model.is_sparse();
    for t in 0..model.ntendon {
        let stiffness = model.tendon_stiffness[t];
        let damping = model.tendon_damping[t];
        if stiffness == 0.0 && damping == 0.0 {
            continue;
        }
        let [lower, upper] = model.tendon_lengthspring[t];
        let length = data.ten_length[t];
        let spring = if length > upper {
            stiffness * (upper - length)
        } else if length < lower {
            stiffness * (lower - length)
        } else {
            0.0
        };
        let damper = -damping * data.ten_velocity[t];
        if sparse {
            add_sparse(data, t, spring, damper);
        } else {
            let row = &data.ten_J[t * model.nv..][..model.nv];
            if spring != 0.0 {
                dense::add_scaled(&mut data.qfrc_spring, row, spring);
            }
            if damper != 0.0 {
                dense::add_scaled(&mut data.qfrc_damper, row, damper);
            }
        }
    }
}

fn add_sparse(data: &mut Data, t: usize, spring: f64, damper: f64) {
    if spring == 0.0 && damper == 0.0 {
        return;
    }
    let start = data.ten_J_rowadr[t] as usize;
    for k in start..start + data.ten_J_rownnz[t] as usize {
        let dof = data.ten_J_colind[k] as usize;
        data.qfrc_spring[dof] += data.ten_J[k] * spring;
        data.qfrc_damper[dof] += data.ten_J[k] * damper;
    }
}
