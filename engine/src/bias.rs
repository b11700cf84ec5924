//! Recursive Newton-Euler: the joint forces that a motion takes.
//!
//! Outward along the tree each body's acceleration follows from its parent's; inward the forces that cause them add up. The
//! world accelerates against gravity, so that gravity needs no forces of its own. With zero joint acceleration the result is
//! the bias force: Coriolis, centrifugal and gravitational.

use crate::codes::disable;
use crate::math::{Spatial, spatial};
use crate::{Data, Model};

/// Computes `qfrc_bias`.
pub(crate) fn bias(model: &Model, data: &mut Data) {
    let mut bias = std::mem::take(&mut data.qfrc_bias);
    newton_euler(model, data, false, &mut bias);
    data.qfrc_bias = bias;
}

/// Joint forces of the motion: with the accelerations in `qacc`, or with none.
pub(crate) fn newton_euler(model: &Model, data: &mut Data, accelerated: bool, qfrc: &mut [f64]) {
    let mut acceleration = std::mem::take(&mut data.scratch.body_motion);
    let mut force = std::mem::take(&mut data.scratch.body_force);
    acceleration[0] = world_acceleration(model);
    for body in 1..model.nbody {
        let parent = model.body_parentid[body] as usize;
        let dofs = dof_range(model, body);
        let rate = spatial::combine(&data.cdof_dot[dofs.clone()], &data.qvel[dofs.clone()]);
        acceleration[body] = spatial::add(&acceleration[parent], &rate);
        if accelerated {
            let joint = spatial::combine(&data.cdof[dofs.clone()], &data.qacc[dofs]);
            spatial::add_to(&mut acceleration[body], &joint);
        }
        force[body] = body_force(data, body, &acceleration[body]);
    }
    for body in (1..model.nbody).rev() {
        let parent = model.body_parentid[body] as usize;
        if parent > 0 {
            let load = force[body];
            spatial::add_to(&mut force[parent], &load);
        }
    }
    for dof in 0..model.nv {
        qfrc[dof] = spatial::dot(&data.cdof[dof], &force[model.dof_bodyid[dof] as usize]);
    }
    data.scratch.body_motion = acceleration;
    data.scratch.body_force = force;
}

/// The world falls upwards.
pub(crate) fn world_acceleration(model: &Model) -> Spatial {
    if model.opt.disableflags & disable::GRAVITY != 0 {
        return [0.0; 6];
    }
    let up = model.opt.gravity * -1.0;
    [0.0, 0.0, 0.0, up.x, up.y, up.z]
}

/// A body's own dofs.
#[inline]
pub(crate) fn dof_range(model: &Model, body: usize) -> std::ops::Range<usize> {
    let first = model.body_dofadr[body].max(0) as usize;
    first..first + model.body_dofnum[body] as usize
}

/// The force that accelerates a body: `I a + v x* I v`.
#[inline]
pub(crate) fn body_force(data: &Data, body: usize, acceleration: &Spatial) -> Spatial {
    let inertia = &data.cinert[body];
    let velocity = &data.cvel[body];
    let momentum = spatial::inertia_mul(inertia, velocity);
    let mut force = spatial::inertia_mul(inertia, acceleration);
    spatial::add_to(&mut force, &spatial::cross_force(velocity, &momentum));
    force
}
