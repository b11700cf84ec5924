//! Forces that need no actuator: springs, dampers, gravity compensation and the surrounding fluid.
//!
//! `qfrc_passive = -k (q - q0) - b v` of joints, flexes and tendons, plus `J' f` of gravity compensation
//! and fluid.

mod flex;
pub(crate) mod fluid;
pub(crate) mod fluid_box;
pub(crate) mod fluid_ellipsoid;
mod spring;

use crate::data::plugin::Capability;
use crate::math::{Vec3, dense};
use crate::model::codes::disable;
use crate::query::force::apply_ft;
use crate::{Data, Model};

/// Computes `qfrc_spring`, `qfrc_damper`, `qfrc_gravcomp`, `qfrc_fluid` and their sum
/// `qfrc_passive`.
#[doc(alias = "mj_passive")]
pub(crate) fn passive(model: &Model, data: &mut Data) {
    data.qfrc_spring.fill(0.0);
    data.qfrc_gravcomp.fill(0.0);
    data.qfrc_fluid.fill(0.0);
    if model.disabled(disable::PASSIVE) {
        data.qfrc_damper.fill(0.0);
        data.qfrc_passive.fill(0.0);
        return;
    }
    spring::joint_springs(model, data);
    spring::dof_dampers(model, data);
    flex::elasticity(model, data);
    flex::edge_springs(model, data);
    spring::tendon_springs(model, data);
    let compensated = gravity_compensation(model, data);
    let immersed = fluid::fluid(model, data);

    let own: [&[f64]; 2] = [&data.qfrc_spring, &data.qfrc_damper];
    dense::combine(&mut data.qfrc_passive, own, |[spring, damper]| {
        spring + damper
    });
    if immersed {
        dense::add_to(&mut data.qfrc_passive, &data.qfrc_fluid);
    }
    if compensated {
        // Joints whose actuators compensate gravity get their share there.
        for jnt in (0..model.njnt).filter(|&jnt| model.jnt_actgravcomp[jnt] == 0) {
            let dofs = model.joint_dofs(jnt);
            dense::add_to(
                &mut data.qfrc_passive[dofs.clone()],
                &data.qfrc_gravcomp[dofs],
            );
        }
    }
    if let Some(callback) = data.callbacks.passive.clone() {
        callback(model, data);
    }
    data.compute_plugins(model, Capability::Passive);
}

/// Holds up bodies by a fraction of their weight. Returns whether there were any.
#[doc(alias = "mj_gravcomp")]
fn gravity_compensation(model: &Model, data: &mut Data) -> bool {
    if !model.compensates_gravity() {
        return false;
    }
    let mut qfrc = std::mem::take(&mut data.qfrc_gravcomp);
    let mut any = false;
    for body in 1..model.nbody {
        let share = model.body_gravcomp[body];
        if share != 0.0 {
            any = true;
            let force = model.opt.gravity * -(model.body_mass[body] * share);
            let point = &data.xipos[body];
            apply_ft(model, data, &force, &Vec3::zeros(), point, body, &mut qfrc);
        }
    }
    data.qfrc_gravcomp = qfrc;
    any
}
