//! Derivative of the bias force: recursive Newton-Euler, differentiated by every dof at once.
//!
//! What the recursion computes for a body depends on the velocities of its ancestors, its own and,
//! for forces, its descendants: the dofs of its row in the pattern `B`, ancestors first.
//!
//! The recursion is that of Featherstone, Rigid Body Dynamics Algorithms (2008), section 5.3; for
//! `f = I a + v x* I v` the derivative by a dof's velocity is `I a' + v' x* I v + v x* I v'`.

use super::Scratch;
use super::cross::{
    cross_force_by_force, cross_force_by_velocity, cross_motion_by_velocity, inertia_matrix,
    row_times, transpose,
};
use crate::math::spatial;
use crate::model::codes::joint;
use crate::{Data, Model};

/// Subtracts the derivative from `qDeriv`.
#[doc(alias = "mjd_rne_vel")]
pub(super) fn subtract(model: &Model, data: &mut Data, scratch: &mut Scratch) {
    scratch.motion_rate.fill([0.0; 6]);
    scratch.velocity.fill([0.0; 6]);
    scratch.acceleration.fill([0.0; 6]);
    scratch.force.fill([0.0; 6]);
    for body in 1..model.nbody {
        velocities(model, data, scratch, body);
    }
    for body in 1..model.nbody {
        accelerations(model, data, scratch, body);
        forces(data, scratch, body);
    }
    for body in (1..model.nbody).rev() {
        add_to_parent(model, data, scratch, body);
    }
    for dof in 0..model.nv {
        let body = model.dof_bodyid[dof] as usize;
        let start = data.D_rowadr[dof] as usize;
        for (k, force) in row(data, body).enumerate() {
            data.qDeriv[start + k] -= spatial::dot(&scratch.force[force], &data.cdof[dof]);
        }
    }
}

/// Where a body's row stands in arrays of the pattern `B`.
fn row(data: &Data, body: usize) -> std::ops::Range<usize> {
    let start = data.B_rowadr[body] as usize;
    start..start + data.B_rownnz[body] as usize
}

/// How many ancestors a dof has: its own place in its body's row.
fn ancestor_count(model: &Model, dof: usize) -> usize {
    let next = model
        .dof_Madr
        .get(dof + 1)
        .map_or(model.nM, |&adr| adr as usize);
    next - model.dof_Madr[dof] as usize - 1
}

/// Starts a body's row with what its parent has for their common ancestors.
fn copy_from_parent(model: &Model, data: &Data, rows: &mut [spatial::Spatial], body: usize) {
    let parent = model.body_parentid[body] as usize;
    let common = model.body_dofs(parent).count();
    let from = data.B_rowadr[parent] as usize;
    rows.copy_within(from..from + common, data.B_rowadr[body] as usize);
}

/// Derivatives of a body's velocity, and of the rates of its joints' motions.
#[doc(alias = "mjd_comVel_vel")]
fn velocities(model: &Model, data: &Data, scratch: &mut Scratch, body: usize) {
    copy_from_parent(model, data, &mut scratch.velocity, body);
    let start = data.B_rowadr[body] as usize;
    let first = model.body_jntadr[body].max(0);
    for jnt in first..first + model.body_jntnum[body] {
        let mut dof = model.jnt_dofadr[jnt as usize] as usize;
        let kind = model.jnt_type[jnt as usize];
        let own = |scratch: &mut Scratch, dofs: std::ops::Range<usize>| {
            for dof in dofs {
                let place = start + ancestor_count(model, dof);
                spatial::add_to(&mut scratch.velocity[place], &data.cdof[dof]);
            }
        };
        if kind == joint::FREE {
            own(scratch, dof..dof + 3);
            dof += 3;
        }
        let dofs = match kind {
            joint::FREE | joint::BALL => dof..dof + 3,
            _ => dof..dof + 1,
        };
        for dof in dofs.clone() {
            let product = transpose(&cross_motion_by_velocity(&data.cdof[dof]));
            let to = data.D_rowadr[dof] as usize;
            for k in 0..ancestor_count(model, dof) {
                scratch.motion_rate[to + k] = row_times(&scratch.velocity[start + k], &product);
            }
        }
        own(scratch, dofs);
    }
}

/// Derivatives of a body's acceleration at zero joint acceleration.
fn accelerations(model: &Model, data: &Data, scratch: &mut Scratch, body: usize) {
    copy_from_parent(model, data, &mut scratch.acceleration, body);
    let row = row(data, body);
    for dof in model.dofs_of(body) {
        let place = row.start + ancestor_count(model, dof);
        spatial::add_to(&mut scratch.acceleration[place], &data.cdof_dot[dof]);
        let qvel = data.qvel[dof];
        let rates = &scratch.motion_rate[data.D_rowadr[dof] as usize..];
        for (acceleration, rate) in scratch.acceleration[row.clone()].iter_mut().zip(rates) {
            for (a, r) in acceleration.iter_mut().zip(rate) {
                *a += r * qvel;
            }
        }
    }
}

/// Derivatives of the force that accelerates a body, `I a + v x* I v`.
fn forces(data: &Data, scratch: &mut Scratch, body: usize) {
    let inertia = inertia_matrix(&data.cinert[body]);
    let momentum = spatial::inertia_mul(&data.cinert[body], &data.cvel[body]);
    let mut by_velocity = cross_force_by_velocity(&momentum);
    for (sum, factors) in by_velocity
        .iter_mut()
        .zip(cross_force_by_force(&data.cvel[body]))
    {
        spatial::add_to(sum, &row_times(&factors, &inertia));
    }
    let (inertia, by_velocity) = (transpose(&inertia), transpose(&by_velocity));
    for k in row(data, body) {
        scratch.force[k] = row_times(&scratch.acceleration[k], &inertia);
        let part = row_times(&scratch.velocity[k], &by_velocity);
        spatial::add_to(&mut scratch.force[k], &part);
    }
}

/// Adds a body's row to its parent's, which has all of its columns; the world needs none.
fn add_to_parent(model: &Model, data: &Data, scratch: &mut Scratch, body: usize) {
    let parent = model.body_parentid[body] as usize;
    if model.body_weldid[parent] == 0 {
        return;
    }
    let mut to = row(data, parent);
    for from in row(data, body) {
        let column = data.B_colind[from];
        if let Some(to) = to.find(|&to| data.B_colind[to] == column) {
            let force = scratch.force[from];
            spatial::add_to(&mut scratch.force[to], &force);
        }
    }
}
