//! Advancing the state in time.
//!
//! Activations and velocities follow their rates, positions follow the new velocities: `v' = v + h
//! qacc`, `q' = q + h v'`, the latter on the manifold of quaternions. The methods differ in the
//! acceleration: Euler's treats the damping of joints implicitly, the implicit ones all forces, and
//! Runge-Kutta combines four evaluations.

mod euler;
mod implicit;
mod position;
mod rk4;

pub(crate) use position::{differentiate_pos, integrate_pos, normalize_quat};
pub(crate) use rk4::RungeKutta;

pub(crate) use implicit::subtract_derivative;

use crate::data::timer::Timer;
use crate::error::StepError;
use crate::math::dense;
use crate::memory::stack;
use crate::model::codes::{Integrator, disable, dynamics};
use crate::pipeline::acceleration::actuation::{is_disabled, next_activation};
use crate::pipeline::position::inertia::solve_h;
use crate::{Data, Model};
pub(crate) use euler::euler;
pub(crate) use implicit::implicit;
use implicit::solve_by_factors;
pub(crate) use rk4::rk4;

/// Advances the state by the integrator that the options name, after a whole step's evaluation or
/// after half of one.
pub(crate) fn integrate(model: &Model, data: &mut Data, whole: bool) -> Result<(), StepError> {
    stack::integration(model, data, whole)?;
    match model.integrator_of_step(whole) {
        Integrator::Euler => euler(model, data),
        Integrator::Rk4 => rk4(model, data)?,
        Integrator::Implicit | Integrator::ImplicitFast => implicit(model, data)?,
    }
    Ok(())
}

/// Advances the state once more with the factors that the integrator found before: positions, and
/// for the implicit methods velocities too, are those that it found them for.
#[doc(alias("mj_EulerSkip", "mj_implicitSkip"))]
pub(crate) fn integrate_by_factors(model: &Model, data: &mut Data) -> Result<(), StepError> {
    stack::integration_by_factors(model, data)?;
    let begin = data.now();
    let [mut qacc, mut qfrc] = std::mem::take(&mut data.scratch.dof);
    let integrator = model.integrator();
    if integrator == Integrator::Euler && !model.damps() {
        qacc.copy_from_slice(&data.qacc);
    } else {
        let forces: [&[f64]; 2] = [&data.qfrc_smooth, &data.qfrc_constraint];
        dense::combine(&mut qfrc, forces, |[smooth, constraint]| {
            smooth + constraint
        });
        if integrator == Integrator::Implicit {
            solve_by_factors(data, &qfrc, &mut qacc);
        } else {
            qacc.copy_from_slice(&qfrc);
            solve_h(data, &mut qacc);
        }
    }
    let act_dot = std::mem::take(&mut data.act_dot);
    advance(model, data, &act_dot, &qacc, None);
    data.act_dot = act_dot;
    data.scratch.dof = [qacc, qfrc];
    data.end(Timer::Advance, begin);
    Ok(())
}

/// Advances activations, velocities, positions and time by one step. Positions follow `qvel`, or
/// the new velocities where none is given.
#[doc(alias = "mj_advance")]
pub(crate) fn advance(
    model: &Model,
    data: &mut Data,
    act_dot: &[f64],
    qacc: &[f64],
    qvel: Option<&[f64]>,
) {
    let h = model.opt.timestep;
    if model.na > 0 && !model.disabled(disable::ACTUATION) {
        advance_activations(model, data, act_dot);
    }
    dense::add_scaled(&mut data.qvel, qacc, h);
    let qvel = qvel.unwrap_or(&data.qvel);
    integrate_pos(model, &mut data.qpos, qvel, h);
    data.time += h;
    data.advance_plugins(model);
}

/// Advances activations, those of disabled actuators with a rate of zero.
#[inline(never)]
fn advance_activations(model: &Model, data: &mut Data, act_dot: &[f64]) {
    let n = model.nu;
    let (starts, counts) = (&model.actuator_actadr[..n], &model.actuator_actnum[..n]);
    let (kinds, limited) = (
        &model.actuator_dyntype[..n],
        &model.actuator_actlimited[..n],
    );
    let (h, all_enabled) = (model.opt.timestep, model.opt.disableactuator == 0);
    for i in 0..n {
        let Ok(first) = usize::try_from(starts[i]) else {
            continue;
        };
        let plain = kinds[i] != dynamics::FILTER_EXACT && limited[i] == 0 && all_enabled;
        if plain && counts[i] == 1 {
            data.act[first] += act_dot[first] * h;
            continue;
        }
        let disabled = is_disabled(model, i);
        for adr in first..first + counts[i] as usize {
            let rate = if disabled { 0.0 } else { act_dot[adr] };
            data.act[adr] = next_activation(model, data.act[adr], i, rate);
        }
    }
}
