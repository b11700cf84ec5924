//! Recursive Newton-Euler: the joint forces that a motion takes.
//!
//! Outward along the tree each body's acceleration follows from its parent's; inward the forces
//! that cause them add up. The world accelerates against gravity, so that gravity needs no forces
//! of its own. With zero joint acceleration the result is the bias force: Coriolis, centrifugal and
//! gravitational.
//!
//! `v_i = v_p + S_i qvel`, `a_i = a_p + S_i qacc + (d S_i / d t) qvel`,
//! `f_i = I_i a_i + v_i x* I_i v_i + sum f_child`, `force_i = S_i . f_i`: the recursive
//! Newton-Euler algorithm, Featherstone, Rigid Body Dynamics Algorithms (2008), section 5.3.

use crate::math::{Inertia, Spatial, spatial};
use crate::model::codes::disable;
use crate::{Data, Model};

/// Computes `qfrc_bias`.
pub(crate) fn bias(model: &Model, data: &mut Data) {
    let mut bias = std::mem::take(&mut data.qfrc_bias);
    newton_euler(model, data, false, &mut bias);
    data.qfrc_bias = bias;
}

/// Joint forces of the motion: with the accelerations in `qacc`, or with none.
#[doc(alias = "mj_rne")]
pub(crate) fn newton_euler(model: &Model, data: &mut Data, accelerated: bool, qfrc: &mut [f64]) {
    let (n, nv) = (model.nbody, model.nv);
    let parents = &model.body_parentid[..n];
    let (cinert, cvel) = (&data.cinert[..n], &data.cvel[..n]);
    let cdof = &data.cdof[..nv];
    let acceleration = &mut data.scratch.body_motion[..n];
    let force = &mut data.scratch.body_force[..n];
    acceleration[0] = world_acceleration(model);
    for body in 1..n {
        let dofs = model.dofs_of(body);
        let rate = spatial::combine(&data.cdof_dot[dofs.clone()], &data.qvel[dofs.clone()]);
        let mut motion = spatial::add(&acceleration[parents[body] as usize], &rate);
        if accelerated {
            let joint = spatial::combine(&cdof[dofs.clone()], &data.qacc[dofs]);
            spatial::add_to(&mut motion, &joint);
        }
        write_body_force(&mut force[body], &cinert[body], &cvel[body], &motion);
        acceleration[body] = motion;
    }
    for body in (1..n).rev() {
        let parent = parents[body] as usize;
        if parent > 0 {
            let load = force[body];
            spatial::add_to(&mut force[parent], &load);
        }
    }
    let bodies = &model.dof_bodyid[..nv];
    // From the last on, whose force was known first.
    for ((qfrc, motion), &body) in qfrc[..nv].iter_mut().zip(cdof).zip(bodies).rev() {
        *qfrc = spatial::dot(motion, &force[body as usize]);
    }
}

/// The world falls upwards.
pub(crate) fn world_acceleration(model: &Model) -> Spatial {
    if model.disabled(disable::GRAVITY) {
        return [0.0; 6];
    }
    let up = model.opt.gravity * -1.0;
    [0.0, 0.0, 0.0, up.x, up.y, up.z]
}

/// Writes a body's force to where it belongs: a result that is copied there has to be loaded right
/// after it was stored.
#[inline(never)]
fn write_body_force(
    force: &mut Spatial,
    inertia: &Inertia,
    velocity: &Spatial,
    acceleration: &Spatial,
) {
    *force = body_force(inertia, velocity, acceleration);
}

/// The force that accelerates a body: `I a + v x* I v`.
#[inline(always)]
pub(crate) fn body_force(inertia: &Inertia, velocity: &Spatial, acceleration: &Spatial) -> Spatial {
    let momentum = spatial::inertia_mul(inertia, velocity);
    let mut force = spatial::inertia_mul(inertia, acceleration);
    spatial::add_to(&mut force, &spatial::cross_force(velocity, &momentum));
    force
}
