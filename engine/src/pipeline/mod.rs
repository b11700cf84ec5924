//! The pipeline, in the order in which MuJoCo 3.2.6 runs it.

pub(crate) mod acceleration;
pub(crate) mod collision;
pub(crate) mod constraint;
pub(crate) mod derivative;
#[cfg(test)]
mod gains;
pub mod integrate;
pub(crate) mod inverse;
pub mod position;
mod prepare;
pub(crate) mod sensor;
pub(crate) mod velocity;

use crate::data::missing;
use crate::error::StepError;
use crate::math::scalar::first_bad;
use crate::memory::stack;
use crate::model::codes::{disable, enable, integrator, warning};
use crate::pipeline::acceleration::actuation::actuation;
use crate::pipeline::acceleration::smooth::acceleration;
use crate::pipeline::acceleration::solver;
use crate::pipeline::collision::collision;
use crate::pipeline::constraint::island;
use crate::pipeline::integrate::{euler, implicit, rk4};
use crate::pipeline::position::camlight::camlight;
use crate::pipeline::position::com_pos::com_pos;
use crate::pipeline::position::inertia::{Damped, crb, factor_m};
use crate::pipeline::position::kinematics::kinematics;
use crate::pipeline::position::tendon::tendon;
use crate::pipeline::position::transmission::transmission;
use crate::pipeline::sensor::{acceleration_sensors, position_sensors, velocity_sensors};
use crate::pipeline::velocity::bias::bias;
use crate::pipeline::velocity::com_vel::com_vel;
use crate::pipeline::velocity::energy;
use crate::pipeline::velocity::passive::passive;
use crate::pipeline::velocity::rates::velocity;
use crate::{Data, Model};

/// Computes everything that follows from the state.
///
/// What the engine cannot compute yet is left out: see [`Data::missing`]. Where MuJoCo would end the program, [`Data::fault`] says so.
pub fn forward(model: &Model, data: &mut Data) {
    evaluate(model, data, true);
}

/// The dynamics, with sensors or, as for the intermediate states of an integrator, without.
pub(crate) fn evaluate(model: &Model, data: &mut Data, sensors: bool) {
    let sensors = sensors && model.nsensor > 0;
    data.fault = None;
    position(model, data);
    if sensors {
        position_sensors(model, data);
    }
    if energy::enabled(model) {
        energy::potential(model, data);
    }
    velocities(model, data);
    if sensors {
        velocity_sensors(model, data);
    }
    if energy::enabled(model) {
        energy::kinetic(model, data);
    }
    if !model.disabled(disable::ACTUATION)
        && let Some(control) = data.callbacks.control
    {
        control(model, data);
    }
    accelerations(model, data);
    if sensors {
        acceleration_sensors(model, data);
    }
    data.fault = data.fault.or(stack::evaluation(model, data).err());
}

/// What follows from positions alone.
fn position(model: &Model, data: &mut Data) {
    geometry(model, data);
    constraint::make(model, data);
    island::find(model, data);
    transmission(model, data);
    constraint::project(model, data);
}

/// What inverse dynamics needs of positions: no islands, and no projection for solvers.
pub(crate) fn position_for_inverse(model: &Model, data: &mut Data) {
    geometry(model, data);
    constraint::make(model, data);
    transmission(model, data);
}

/// Where everything is, how it resists acceleration, and what touches.
fn geometry(model: &Model, data: &mut Data) {
    data.scratch.arena.begin();
    kinematics(model, data);
    com_pos(model, data);
    camlight(model, data);
    tendon(model, data);
    crb(model, data);
    factor_m(model, data);
    collision(model, data);
    data.missing = missing::find(model);
}

/// What follows from positions and velocities.
pub(crate) fn velocities(model: &Model, data: &mut Data) {
    velocity(model, data);
    com_vel(model, data);
    passive(model, data);
    constraint::reference(model, data);
    bias(model, data);
}

/// What follows from the forces.
fn accelerations(model: &Model, data: &mut Data) {
    actuation(model, data);
    acceleration(model, data);
    solver::solve(model, data);
}

/// Advances the simulation by one time step.
///
/// A state with NaN or huge numbers is reset to the model's reference, as in MuJoCo, and a warning counted.
pub fn step(model: &Model, data: &mut Data) -> Result<(), StepError> {
    check_state(model, data);
    Damped::expect(model, data);
    let outcome = forward_and_finish(model, data);
    Damped::forget(data);
    outcome
}

fn forward_and_finish(model: &Model, data: &mut Data) -> Result<(), StepError> {
    forward(model, data);
    data.require_sound()?;
    check_accelerations(model, data);
    finish(model, data, true)
}

/// The first half of a step, up to where controls and forces are set.
pub fn step1(model: &Model, data: &mut Data) {
    check_state(model, data);
    data.fault = None;
    position(model, data);
    position_sensors(model, data);
    energy::potential_or_clear(model, data);
    velocities(model, data);
    velocity_sensors(model, data);
    if energy::enabled(model) {
        energy::kinetic(model, data);
    }
    data.fault = data.fault.or(stack::first_half(model, data).err());
    if let Some(control) = data.callbacks.control {
        control(model, data);
    }
}

/// The second half of a step. Runge-Kutta is not possible in two halves; Euler takes its place.
pub fn step2(model: &Model, data: &mut Data) -> Result<(), StepError> {
    accelerations(model, data);
    acceleration_sensors(model, data);
    data.fault = data.fault.or(stack::evaluation(model, data).err());
    data.require_sound()?;
    check_accelerations(model, data);
    finish(model, data, false)
}

/// Integrates, unless something is missing for it.
fn finish(model: &Model, data: &mut Data, whole: bool) -> Result<(), StepError> {
    data.require_sound()?;
    if model.enabled(enable::FWDINV) {
        inverse::compare_with_forward(model, data)?;
    }
    integrate(model, data, whole)
}

/// Advances the state, after a whole step's evaluation or after half of one.
pub(crate) fn integrate(model: &Model, data: &mut Data, whole: bool) -> Result<(), StepError> {
    stack::integration(model, data, whole)?;
    match model.opt.integrator {
        integrator::RK4 if whole => rk4(model, data)?,
        integrator::EULER | integrator::RK4 => euler(model, data),
        _ => implicit(model, data)?,
    }
    Ok(())
}

/// Starts again where a position or velocity is bad. Returns whether one was.
pub(crate) fn check_state(model: &Model, data: &mut Data) -> bool {
    let bad_position = first_bad(&data.qpos);
    if let Some(i) = bad_position {
        reset_unstable(model, data, warning::BAD_QPOS, i);
    }
    let bad_velocity = first_bad(&data.qvel);
    if let Some(i) = bad_velocity {
        reset_unstable(model, data, warning::BAD_QVEL, i);
    }
    bad_position.or(bad_velocity).is_some()
}

/// Starts again where an acceleration is bad. Returns whether one was.
pub(crate) fn check_accelerations(model: &Model, data: &mut Data) -> bool {
    let bad = first_bad(&data.qacc);
    if let Some(i) = bad {
        reset_unstable(model, data, warning::BAD_QACC, i);
        if resets(model) {
            forward(model, data);
        }
    }
    bad.is_some()
}

/// Whether an unstable simulation starts again.
fn resets(model: &Model) -> bool {
    !model.disabled(disable::AUTO_RESET)
}

/// Counts a warning before and after the reset: without a reset it counts twice.
fn reset_unstable(model: &Model, data: &mut Data, kind: usize, info: i32) {
    data.warning[kind].raise(info);
    if resets(model) {
        data.reset(model);
    }
    data.warning[kind].raise(info);
}
