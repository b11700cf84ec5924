//! Inverse dynamics: the joint force that the acceleration in `qacc` takes, `M a + bias - passive -
//! constraint`.
//!
//! Constraint forces follow from the acceleration without iteration, because each row's cost
//! depends on its own acceleration alone.
//!
//! Recursive Newton-Euler: Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 5.
//! Constraint forces as a function of the acceleration: Todorov, Convex and analytically-invertible
//! dynamics with contacts and constraints (2014).

use crate::data::timer::{Timer, timed};
use crate::error::StepError;
use crate::math::{dense, sparse};
use crate::memory::stack;
use crate::misuse::Misuse;
use crate::model::codes::{Integrator, enable};
use crate::pipeline::Skip;
use crate::pipeline::constraint::{self, Jacobian, Scope};
use crate::pipeline::derivative::{pattern_d, smooth_vel};
use crate::pipeline::integrate::subtract_derivative;
use crate::pipeline::position::inertia::{mul_m, solve_m};
use crate::pipeline::position::position_for_inverse;
use crate::pipeline::sensor::{acceleration_sensors, position_sensors, velocity_sensors};
use crate::pipeline::velocity::bias::newton_euler;
use crate::pipeline::velocity::{energy, velocity};
use crate::query::force::accumulate_xfrc;
use crate::{Data, Model};

/// Memory of the inverse dynamics and of its comparison with the forward one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    scope: Scope,
    rows: Vec<f64>,
    qacc: Vec<f64>,
    force: Vec<f64>,
    mass: Vec<f64>,
    constraint_force: Vec<f64>,
    row_force: Vec<f64>,
}

/// Computes `qfrc_inverse` from positions, velocities and accelerations, with everything that it
/// depends on and that is not to be skipped.
pub(crate) fn inverse(
    model: &Model,
    data: &mut Data,
    skip: Skip,
    sensors: bool,
) -> Result<(), StepError> {
    let held = data.scratch.stack;
    data.scratch.stack += stack::held_by_inverse(model);
    data.fault = None;
    let outcome = timed(data, Timer::Inverse, |data| {
        whole(model, data, skip, sensors)
    });
    let fits = stack::inverse(model, data, skip);
    data.scratch.stack = held;
    data.fault.map_or(Ok(()), Err)?;
    fits.and(outcome)
}

fn whole(model: &Model, data: &mut Data, skip: Skip, sensors: bool) -> Result<(), StepError> {
    if skip < Skip::Position {
        position_for_inverse(model, data);
        if sensors {
            position_sensors(model, data);
        }
        energy::potential(model, data);
    }
    if skip < Skip::Velocity {
        velocity(model, data);
        if sensors {
            velocity_sensors(model, data);
        }
        energy::kinetic(model, data);
    }
    from_acceleration(model, data, sensors)
}

/// The part that depends on accelerations, with sensors or without.
fn from_acceleration(model: &Model, data: &mut Data, sensors: bool) -> Result<(), StepError> {
    let mut scratch = data.scratch.inverse.take::<Scratch>();
    let discrete = model.enabled(enable::INVDISCRETE);
    if discrete {
        scratch.qacc.clear();
        scratch.qacc.extend_from_slice(&data.qacc);
        continuous_acceleration(model, data, &mut scratch)?;
    }
    constraint_force(model, data, &mut scratch);
    let mut force = std::mem::take(&mut data.qfrc_inverse);
    newton_euler(model, data, true, &mut force);
    data.qfrc_inverse = force;
    if sensors {
        acceleration_sensors(model, data);
    }
    for (i, force) in data.qfrc_inverse.iter_mut().enumerate() {
        *force +=
            model.dof_armature[i] * data.qacc[i] - data.qfrc_passive[i] - data.qfrc_constraint[i];
    }
    if discrete {
        data.qacc.copy_from_slice(&scratch.qacc);
    }
    data.scratch.inverse.put(scratch);
    Ok(())
}

/// `efc_force` and `qfrc_constraint` at the acceleration in `qacc`, by itself.
pub(crate) fn constraint(model: &Model, data: &mut Data) {
    let mut scratch = data.scratch.inverse.take::<Scratch>();
    constraint_force(model, data, &mut scratch);
    data.scratch.inverse.put(scratch);
}

/// `efc_force` and `qfrc_constraint` at the acceleration in `qacc`.
fn constraint_force(model: &Model, data: &mut Data, scratch: &mut Scratch) {
    timed(data, Timer::Constraint, |data| {
        if data.nefc == 0 {
            data.qfrc_constraint.fill(0.0);
        } else {
            row_forces(model, data, scratch);
        }
    });
}

fn row_forces(model: &Model, data: &mut Data, scratch: &mut Scratch) {
    let nefc = data.nefc as usize;
    data.efc_force.resize(nefc, 0.0);
    data.efc_state.resize(nefc, 0);
    scratch.rows.resize(nefc, 0.0);
    Jacobian::of(model, data).mul(&mut scratch.rows, &data.qacc);
    dense::sub_from(&mut scratch.rows, &data.efc_aref);
    scratch.scope.whole(model, data);
    constraint::update(model, data, &scratch.scope, &scratch.rows, false);
}

/// Replaces `qacc`, the change of velocity over a step, by the acceleration that the integrator
/// would turn into it.
#[doc(alias = "mj_discreteAcc")]
fn continuous_acceleration(
    model: &Model,
    data: &mut Data,
    scratch: &mut Scratch,
) -> Result<(), StepError> {
    let force = &mut scratch.force;
    force.resize(model.nv, 0.0);
    let Some(integrator) = Integrator::from_code(model.opt.integrator) else {
        return Err(Misuse::Integrator(model.opt.integrator).into());
    };
    match integrator {
        Integrator::Euler => {
            if !model.damps() {
                return Ok(());
            }
            mul_m(model, data, force, &data.qacc);
            for (i, force) in force.iter_mut().enumerate() {
                *force += model.opt.timestep * model.dof_damping[i] * data.qacc[i];
            }
        }
        Integrator::Rk4 => {
            return Err(StepError::DiscreteRungeKutta);
        }
        Integrator::Implicit => {
            subtract_derivative(model, data);
            sparse::mul_vec(force, &data.qLU, pattern_d(data), &data.qacc);
        }
        Integrator::ImplicitFast => {
            smooth_vel(model, data, false);
            let slope = |k: usize| data.qDeriv[data.mapD2M[k] as usize];
            let elements = data.qM.iter().enumerate();
            scratch.mass.clear();
            scratch
                .mass
                .extend(elements.map(|(k, m)| m + slope(k) * -model.opt.timestep));
            std::mem::swap(&mut data.qM, &mut scratch.mass);
            mul_m(model, data, force, &data.qacc);
            std::mem::swap(&mut data.qM, &mut scratch.mass);
        }
    }
    solve_m(model, data, force);
    data.qacc.copy_from_slice(force);
    Ok(())
}

/// Compares forward and inverse dynamics: `solver_fwdinv` gets the norms of the differences in
/// constraint and in applied force.
pub(crate) fn compare_with_forward(model: &Model, data: &mut Data) -> Result<(), StepError> {
    data.solver_fwdinv = [0.0; 2];
    if data.nefc == 0 {
        return Ok(());
    }
    stack::comparison(model, data)?;
    let mut scratch = data.scratch.inverse.take::<Scratch>();
    let mut applied = std::mem::take(&mut scratch.force);
    let mut constraint_force = std::mem::take(&mut scratch.constraint_force);
    let mut row_force = std::mem::take(&mut scratch.row_force);
    data.scratch.inverse.put(scratch);

    applied.clear();
    let given = data.qfrc_applied.iter().zip(&data.qfrc_actuator);
    applied.extend(given.map(|(applied, actuator)| applied + actuator));
    accumulate_xfrc(model, data, &mut applied);
    constraint_force.clear();
    constraint_force.extend_from_slice(&data.qfrc_constraint);
    row_force.clear();
    row_force.extend_from_slice(&data.efc_force);
    let outcome = timed(data, Timer::Inverse, |data| {
        from_acceleration(model, data, false)
    });

    dense::sub_from(&mut applied, &data.qfrc_inverse);
    let forward = constraint_force.iter().zip(&mut data.qfrc_constraint);
    for (forward, inverse) in forward {
        *inverse = forward - *inverse;
    }
    data.solver_fwdinv = [dense::norm(&data.qfrc_constraint), dense::norm(&applied)];
    data.qfrc_constraint.copy_from_slice(&constraint_force);
    data.efc_force.copy_from_slice(&row_force);

    if let Some(scratch) = data.scratch.inverse.get_mut::<Scratch>() {
        scratch.force = applied;
        scratch.constraint_force = constraint_force;
        scratch.row_force = row_force;
    }
    outcome
}
