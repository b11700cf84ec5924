//! Potential and kinetic energy, where the model asks for them.
//!
//! `E_pot = -sum m_i g . x_i + sum k (q - q0)^2 / 2`, `E_kin = v' M v / 2`.

use crate::math::{Quat, Vec3, dense};
use crate::model::codes::{disable, enable, joint};
use crate::pipeline::position::inertia::mul_m;
use crate::{Data, Model};

/// Sets both energies to zero where the model does not ask for them.
pub(crate) fn clear_unless_wanted(model: &Model, data: &mut Data) {
    if !model.enabled(enable::ENERGY) {
        data.energy = [0.0; 2];
    }
}

/// Potential energy of gravity and springs, where it is asked for.
#[inline]
#[doc(alias = "mj_energyPos")]
pub(crate) fn potential(model: &Model, data: &mut Data) {
    if model.enabled(enable::ENERGY) {
        data.energy[0] = potential_energy(model, data);
    }
}

/// Of gravity and springs.
pub(crate) fn potential_energy(model: &Model, data: &Data) -> f64 {
    let mut energy = 0.0;
    if !model.disabled(disable::GRAVITY) {
        for body in 1..model.nbody {
            energy -= model.body_mass[body] * model.opt.gravity.dot(&data.xipos[body]);
        }
    }
    if !model.disabled(disable::PASSIVE) {
        for jnt in 0..model.njnt {
            add_joint_spring(model, data, jnt, &mut energy);
        }
        for t in 0..model.ntendon {
            let [lower, upper] = model.tendon_lengthspring[t];
            let length = data.ten_length[t];
            let displacement = if length > upper {
                upper - length
            } else if length < lower {
                lower - length
            } else {
                0.0
            };
            energy += 0.5 * model.tendon_stiffness[t] * displacement * displacement;
        }
        for flex in 0..model.nflex {
            add_edge_springs(model, data, flex, &mut energy);
        }
    }
    energy
}

/// Springs along the edges of a line; elasticity of sheets and solids does not count.
fn add_edge_springs(model: &Model, data: &Data, flex: usize, energy: &mut f64) {
    let stiffness = model.flex_edgestiffness[flex];
    if model.flex_rigid[flex] != 0 || stiffness == 0.0 || model.flex_dim[flex] > 1 {
        return;
    }
    for edge in model.elastic_edges(flex) {
        let displacement = model.flexedge_length0[edge] - data.flexedge_length[edge];
        *energy += 0.5 * stiffness * displacement * displacement;
    }
}

fn add_joint_spring(model: &Model, data: &Data, jnt: usize, energy: &mut f64) {
    let half = 0.5 * model.jnt_stiffness[jnt];
    let adr = model.jnt_qposadr[jnt] as usize;
    let (qpos, rest) = (&data.qpos[adr..], &model.qpos_spring[adr..]);
    match model.jnt_type[jnt] {
        joint::FREE => {
            // The reference normalises the first four numbers of a free joint as if they were its
            // quaternion.
            let [x, y, z, _] = Quat::from_slice(qpos).normalized().0;
            let offset = Vec3::new(x - rest[0], y - rest[1], z - rest[2]);
            *energy += half * offset.dot(&offset);
            add_ball_spring(&qpos[3..], &rest[3..], half, energy);
        }
        joint::BALL => add_ball_spring(qpos, rest, half, energy),
        _ => *energy += half * (qpos[0] - rest[0]) * (qpos[0] - rest[0]),
    }
}

/// The quaternion of the state is used as it is, not normalised.
fn add_ball_spring(qpos: &[f64], rest: &[f64], half: f64, energy: &mut f64) {
    let turn = Quat::from_slice(qpos).sub(&Quat::from_slice(rest));
    *energy += half * turn.dot(&turn);
}

/// Kinetic energy, where it is asked for.
#[inline]
#[doc(alias = "mj_energyVel")]
pub(crate) fn kinetic(model: &Model, data: &mut Data) {
    if model.enabled(enable::ENERGY) {
        data.energy[1] = kinetic_energy(model, data);
    }
}

/// `p' v / 2`, for the momentum `p = M v`.
pub(crate) fn of_motion(momentum: &[f64], qvel: &[f64]) -> f64 {
    0.5 * dense::dot(momentum, qvel)
}

/// `v' M v / 2`
fn kinetic_energy(model: &Model, data: &mut Data) -> f64 {
    let [mut momentum, unused] = std::mem::take(&mut data.scratch.dof);
    mul_m(model, data, &mut momentum, &data.qvel);
    let energy = of_motion(&momentum, &data.qvel);
    data.scratch.dof = [momentum, unused];
    energy
}
