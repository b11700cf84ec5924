//! Actuator lengths and moment arms.
//!
//! An actuator's moment is the gradient of its length by the dofs: the force on dof `i` is
//! `moment_i` times the actuator's force, its velocity is `moment . qvel`. Moments are stored as
//! sparse rows, packed one after the other. Where the sparsity is not known beforehand a row is
//! computed in full and then compressed in place: exact zeros are dropped.
//!
//! Virtual work: the power `force * velocity` of an actuator is that of its joint forces,
//! `moment force . qvel`.

pub(crate) mod adhesion;
mod site;
mod slider_crank;
mod tendon;

use crate::math::{Quat, Vec3};
use crate::model::codes::{TransmissionType, joint, transmission as kind};
use crate::{Data, Model};

/// Computes `actuator_length`, `actuator_moment` and its sparsity.
///
/// The kinds are kept out of line: what one of them needs would be got ready for all models.
#[doc(alias = "mj_transmission")]
pub(crate) fn transmission(model: &Model, data: &mut Data) {
    let (mut i, mut adr) = (0, 0);
    while i < model.nu {
        if is_on_scalar_joint(model, i) {
            let run = scalar_joints(model, data, i, adr);
            (i, adr) = (i + run, adr + run);
            continue;
        }
        let nnz = match TransmissionType::from_code(model.actuator_trntype[i]) {
            Some(TransmissionType::SliderCrank) => slider_crank::slider_crank(model, data, i, adr),
            Some(TransmissionType::Tendon) => {
                let (run, nnz) = tendon::tendons(model, data, i, adr);
                (i, adr) = (i + run, adr + nnz);
                continue;
            }
            Some(TransmissionType::Site) => site::site(model, data, i, adr),
            Some(TransmissionType::Body) => adhesion::adhesion(model, data, i, adr),
            Some(TransmissionType::Joint | TransmissionType::JointInParent) | None => {
                joint(model, data, i, adr)
            }
        };
        (data.moment_rowadr[i], data.moment_rownnz[i]) = (adr as i32, nnz as i32);
        (i, adr) = (i + 1, adr + nnz);
    }
}

/// The first target of actuator `i`.
#[inline]
fn target(model: &Model, i: usize) -> usize {
    model.actuator_trnid[i][0] as usize
}

/// Three of an actuator's six gear ratios: translational from 0, rotational from 3.
fn gear3(model: &Model, i: usize, from: usize) -> Vec3 {
    let gear = &model.actuator_gear[i];
    Vec3::new(gear[from], gear[from + 1], gear[from + 2])
}

/// Drops the exact zeros of a full row at `adr`. Returns how many elements are left.
fn compress(data: &mut Data, adr: usize, nv: usize) -> usize {
    let row = &mut data.actuator_moment[adr..adr + nv];
    let columns = &mut data.moment_colind[adr..];
    let mut nnz = 0;
    for j in 0..nv {
        if row[j] != 0.0 {
            row[nnz] = row[j];
            columns[nnz] = j as i32;
            nnz += 1;
        }
    }
    nnz
}

/// Whether actuator `i` acts on a hinge or slide.
fn is_on_scalar_joint(model: &Model, i: usize) -> bool {
    matches!(
        model.actuator_trntype[i],
        kind::JOINT | kind::JOINT_IN_PARENT
    ) && is_scalar(model.jnt_type[target(model, i)])
}

/// Whether a joint has one degree of freedom.
#[inline]
fn is_scalar(joint_kind: i32) -> bool {
    !matches!(joint_kind, joint::BALL | joint::FREE)
}

/// On hinges and slides, from actuator `first` on: the gear is a scalar. Returns how many such
/// actuators follow each other.
#[inline(never)]
fn scalar_joints(model: &Model, data: &mut Data, first: usize, adr: usize) -> usize {
    let njnt = model.njnt;
    let n = (model.nu - first).min(data.actuator_moment.len() - adr);
    let (kinds, gears) = (
        &model.actuator_trntype[first..][..n],
        &model.actuator_gear[first..][..n],
    );
    let targets = &model.actuator_trnid[first..][..n];
    let (joint_kinds, qposadr) = (&model.jnt_type[..njnt], &model.jnt_qposadr[..njnt]);
    let (dofadr, qpos) = (&model.jnt_dofadr[..njnt], &data.qpos[..]);
    let lengths = &mut data.actuator_length[first..][..n];
    let rowadr = &mut data.moment_rowadr[first..][..n];
    let rownnz = &mut data.moment_rownnz[first..][..n];
    let moments = &mut data.actuator_moment[adr..][..n];
    let columns = &mut data.moment_colind[adr..][..n];
    for k in 0..n {
        if !matches!(kinds[k], kind::JOINT | kind::JOINT_IN_PARENT) {
            return k;
        }
        let id = targets[k][0] as usize;
        if !is_scalar(joint_kinds[id]) {
            return k;
        }
        let gear = gears[k][0];
        lengths[k] = qpos[qposadr[id] as usize] * gear;
        moments[k] = gear;
        columns[k] = dofadr[id];
        rowadr[k] = (adr + k) as i32;
        rownnz[k] = 1;
    }
    n
}

/// On a ball the gear is a torque, on a free joint a wrench.
#[inline(never)]
fn joint(model: &Model, data: &mut Data, i: usize, adr: usize) -> usize {
    let id = target(model, i);
    let in_parent = model.actuator_trntype[i] == kind::JOINT_IN_PARENT;
    let qpos = &data.qpos[model.jnt_qposadr[id] as usize..];
    // Torques given in the parent's axes are turned into the child's.
    let turned = |gear: Vec3, quat: Quat| {
        if in_parent {
            quat.conjugate().rotate(&gear)
        } else {
            gear
        }
    };
    let row = &mut data.actuator_moment[adr..];
    let nnz = if model.jnt_type[id] == joint::BALL {
        let quat = Quat::from_slice(qpos).normalized();
        let axis = turned(gear3(model, i, 0), quat);
        data.actuator_length[i] = quat.to_velocity(1.0).dot(&axis);
        row[..3].copy_from_slice(axis.as_slice());
        3
    } else {
        // A free joint has no meaningful length.
        data.actuator_length[i] = 0.0;
        let quat = Quat::from_slice(&qpos[3..]).normalized();
        let axis = turned(gear3(model, i, 3), quat);
        row[..3].copy_from_slice(gear3(model, i, 0).as_slice());
        row[3..6].copy_from_slice(axis.as_slice());
        6
    };
    for (column, dof) in data.moment_colind[adr..adr + nnz]
        .iter_mut()
        .zip(model.jnt_dofadr[id]..)
    {
        *column = dof;
    }
    nnz
}
