//! The pipeline, in the order in which MuJoCo 3.2.6 runs it.
//!
//! A step solves the equation of motion for the acceleration and integrates it in time:
//!
//! ```text
//! M qacc + qfrc_bias = qfrc_passive + qfrc_actuator + qfrc_applied + J' efc_force
//! ```
//!
//! [`forward`] goes from the state to the acceleration, [`step`] goes on to the next state. Each
//! folder is a stage:
//!
//! 1. `position`: where everything is, the inertia `M`, tendons and transmissions; on the way
//!    `collision` finds contacts and `constraint` makes the rows of `J`.
//! 2. `velocity`: how everything moves, passive and bias forces, and what the rows ask for.
//! 3. `acceleration`: actuator forces, the acceleration without constraints, and the solver that
//!    finds the constraint forces.
//! 4. `integrate`: the next state, where it has to by `derivative`s of the forces.
//!
//! `sensor` reads the results of each stage. [`inverse`] goes the other way, from accelerations to
//! forces.

pub(crate) mod abreast;
pub(crate) mod acceleration;
mod check;
pub(crate) mod collision;
pub(crate) mod constraint;
pub(crate) mod derivative;
pub(crate) mod difference;
#[cfg(test)]
mod gains;
pub(crate) mod integrate;
pub(crate) mod inverse;
pub(crate) mod plugin;
pub(crate) mod position;
mod prepare;
pub(crate) mod sensor;
pub(crate) mod velocity;

pub(crate) use check::{
    check_accelerations, check_positions, check_state, check_velocities, would_reset,
};
pub(crate) use integrate::integrate;

pub use crate::model::Skip;

use crate::data::timer::{Timer, more, timed};
use crate::error::StepError;
use crate::memory::stack;
use crate::model::codes::{disable, enable};
use crate::pipeline::acceleration::acceleration;
use crate::pipeline::position::inertia;
use crate::pipeline::position::position;
use crate::pipeline::sensor::{acceleration_sensors, position_sensors, velocity_sensors};
use crate::pipeline::velocity::{energy, velocity};
use crate::{Data, Model};

/// Advances the simulation by one time step.
pub(crate) fn step(model: &Model, data: &mut Data) -> Result<(), StepError> {
    timed(data, Timer::Step, |data| {
        check_state(model, data);
        inertia::expect(model, data);
        forward(model, data);
        let outcome = finish_step(model, data, true);
        inertia::forget(data);
        outcome
    })
}

/// Computes everything that follows from the state.
pub(crate) fn forward(model: &Model, data: &mut Data) {
    evaluate(model, data, Skip::Nothing, true);
}

/// The dynamics, with sensors or, as for the intermediate states of an integrator, without.
pub(crate) fn evaluate(model: &Model, data: &mut Data, skip: Skip, sensors: bool) {
    let begin = data.now();
    let sensors = sensors && model.nsensor > 0;
    data.fault = None;
    if skip < Skip::Position {
        position(model, data);
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
    if !model.disabled(disable::ACTUATION) {
        ask_for_controls(model, data);
    }
    acceleration(model, data);
    if sensors {
        acceleration_sensors(model, data);
    }
    note_memory(data, stack::evaluation(model, data, skip));
    data.end(Timer::Forward, begin);
}

/// Notes that an evaluation does not fit into memory, unless something else ended it before. What
/// Newton's method gives up for comes after the memory that it takes.
fn note_memory(data: &mut Data, fits: Result<(), StepError>) {
    data.fault = match data.fault {
        Some(StepError::RankDeficient | StepError::VaryingPattern) => fits.err().or(data.fault),
        earlier => earlier.or(fits.err()),
    };
}

/// The first half of a step, up to where controls and forces are set.
pub(crate) fn step1(model: &Model, data: &mut Data) {
    timed(data, Timer::Step, |data| {
        check_state(model, data);
        data.fault = None;
        position(model, data);
        position_sensors(model, data);
        energy::clear_unless_wanted(model, data);
        energy::potential(model, data);
        velocity(model, data);
        velocity_sensors(model, data);
        energy::kinetic(model, data);
        data.fault = data.fault.or(stack::first_half(model, data).err());
        ask_for_controls(model, data);
    });
}

/// The second half of a step.
pub(crate) fn step2(model: &Model, data: &mut Data) -> Result<(), StepError> {
    // The first half has counted the step.
    more(data, Timer::Step, |data| {
        acceleration(model, data);
        acceleration_sensors(model, data);
        note_memory(data, stack::evaluation(model, data, Skip::Nothing));
        finish_step(model, data, false)
    })
}

/// Advances the state after an evaluation, unless something is missing for it.
fn finish_step(model: &Model, data: &mut Data, whole: bool) -> Result<(), StepError> {
    data.require_sound()?;
    check_accelerations(model, data);
    data.require_sound()?;
    if model.enabled(enable::FWDINV) {
        inverse::compare_with_forward(model, data)?;
    }
    integrate(model, data, whole)
}

/// Lets the user's function set controls and applied forces.
#[doc(alias = "mjcb_control")]
fn ask_for_controls(model: &Model, data: &mut Data) {
    if let Some(control) = data.callbacks.control.clone() {
        control(model, data);
    }
}
