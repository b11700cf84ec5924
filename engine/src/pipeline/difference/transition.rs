//! The next state and the readings of sensors, by state and control: `dx' = A dx + B du`, `ds = C
//! dx + D du`.
//!
//! The state `x` is positions (as tangent vectors), velocities and activations, `2 nv + na`
//! numbers. Columns are taken in MuJoCo's order: controls, activations, velocities, positions. The
//! first two reuse everything that follows from positions and velocities, velocities reuse what
//! follows from positions.
//!
//! Todorov, Erez, Tassa, Synthesis and stabilization of complex behaviors through online trajectory
//! optimization (2012), section III.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::DerivativeError;
use super::nudge::{Input, Outcome};
use super::runner::Runner;
use super::threads::DerivativeThreads;
use crate::math::scalar;
use crate::memory::stack::{self, TransitionShape};
use crate::misuse::Misuse;
use crate::model::codes::{Integrator, disable};
use crate::{Data, Model};

/// Derivatives of a step: of the next state and of the readings of sensors, by state and control.
///
/// `n = 2 nv + na` is the size of the state: positions as tangent vectors, velocities, activations.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Transition {
    /// Of the next state by the state, `n` x `n`.
    pub a: DMatrix<f64>,
    /// Of the next state by the controls, `n` x `nu`.
    pub b: DMatrix<f64>,
    /// Of the readings by the state, `nsensordata` x `n`.
    pub c: DMatrix<f64>,
    /// Of the readings by the controls, `nsensordata` x `nu`.
    pub d: DMatrix<f64>,
}

/// Where to write the matrices of a [`Transition`], row by row. What is not asked for is not
/// computed.
#[derive(Debug, Default)]
pub struct TransitionParts<'a> {
    /// Of the next state by the state, `n` x `n`.
    pub a: Option<&'a mut [f64]>,
    /// Of the next state by the controls, `n` x `nu`.
    pub b: Option<&'a mut [f64]>,
    /// Of the readings by the state, `nsensordata` x `n`.
    pub c: Option<&'a mut [f64]>,
    /// Of the readings by the controls, `nsensordata` x `nu`.
    pub d: Option<&'a mut [f64]>,
}

impl TransitionParts<'_> {
    fn shape(&self) -> TransitionShape {
        TransitionShape {
            a: self.a.is_some(),
            b: self.b.is_some(),
            c: self.c.is_some(),
            d: self.d.is_some(),
        }
    }

    /// Whether each is of the size of its matrix.
    fn check(&self, model: &Model) -> Result<(), DerivativeError> {
        let (n, ns, nu) = (2 * model.nv + model.na, model.nsensordata, model.nu);
        let parts = [
            ("A", &self.a, n * n),
            ("B", &self.b, n * nu),
            ("C", &self.c, ns * n),
            ("D", &self.d, ns * nu),
        ];
        for (matrix, part, expected) in parts {
            if let Some(found) = part.as_ref().map(|part| part.len())
                && found != expected
            {
                return Err(DerivativeError::WrongSize {
                    matrix,
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }
}

/// How differences are taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Differences {
    /// How far an input is nudged.
    pub(crate) eps: f64,
    /// Whether it is nudged back as well.
    pub(crate) centered: bool,
    /// Whether what MuJoCo does wrong is done right.
    pub(crate) corrected: bool,
}

/// Threads that help, and the model in a form that they can share.
#[derive(Debug)]
pub(crate) struct Help<'a> {
    pub(crate) threads: &'a mut DerivativeThreads,
    pub(crate) model: &'a Arc<Model>,
}

/// Working memory, kept from call to call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    runner: Runner,
    /// Where the step without a nudge leads.
    center: Vec<f64>,
    /// Where nudged steps lead: two outcomes for each column, ahead and back.
    outcomes: Vec<f64>,
    /// One column's differences: of the state, then of sensors.
    column: Vec<f64>,
}

/// Which columns there are, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) how: Differences,
    controls: usize,
    state: bool,
    pub(super) sensors: bool,
    /// Bytes of MuJoCo's stack that are held until positions are nudged, and then.
    pub(super) held: [usize; 2],
}

impl Plan {
    pub(super) fn new(
        model: &Model,
        how: Differences,
        shape: TransitionShape,
    ) -> Result<Plan, DerivativeError> {
        Ok(Plan {
            how,
            controls: if shape.nudges_controls(model) {
                model.nu
            } else {
                0
            },
            state: shape.nudges_state(model),
            sensors: shape.reads_sensors(model),
            held: stack::transition(model, shape)?,
        })
    }

    /// How many columns there are.
    pub(super) fn len(&self, model: &Model) -> usize {
        let state = if self.state {
            model.na + 2 * model.nv
        } else {
            0
        };
        self.controls + state
    }

    /// The input of a column.
    pub(super) fn input(&self, model: &Model, column: usize) -> Input {
        let Some(column) = column.checked_sub(self.controls) else {
            return Input::Control(column);
        };
        let Some(column) = column.checked_sub(model.na) else {
            return Input::Activation(column);
        };
        match column.checked_sub(model.nv) {
            None => Input::Velocity(column),
            Some(dof) => Input::Position(dof),
        }
    }

    /// Numbers of a column: of the state, and of sensors.
    fn lengths(&self, model: &Model) -> [usize; 2] {
        let sensors = if self.sensors { model.nsensordata } else { 0 };
        [2 * model.nv + model.na, sensors]
    }
}

/// Fills the matrices that are asked for, with the help of other threads if there are any.
#[doc(alias = "mjd_transitionFD")]
pub(crate) fn transition(
    model: &Model,
    data: &mut Data,
    how: Differences,
    help: Option<Help>,
    parts: TransitionParts,
) -> Result<(), DerivativeError> {
    data.check(model)?;
    if let Some(help) = &help {
        help.threads.check(model)?;
    }
    check_model(model, how.eps)?;
    check_state(model, data)?;
    parts.check(model)?;
    let plan = Plan::new(model, how, parts.shape())?;
    let mut work = data.scratch.difference.take::<Work>();
    work.runner.start.save(data);
    let outcome = work.fill(model, data, &plan, help);
    data.scratch.stack = 0;
    if outcome.is_ok() {
        work.write(model, &plan, parts);
    } else {
        work.runner.start.restore_all(model, data);
    }
    data.scratch.difference.put(work);
    outcome
}

/// Whether differences can be taken of this model at all.
pub(super) fn check_model(model: &Model, eps: f64) -> Result<(), DerivativeError> {
    match Integrator::from_code(model.opt.integrator) {
        None => return Err(Misuse::Integrator(model.opt.integrator).into()),
        Some(Integrator::Rk4) => return Err(DerivativeError::RungeKutta),
        Some(Integrator::Euler | Integrator::Implicit | Integrator::ImplicitFast) => {}
    }
    if model.nv == 0 {
        return Err(DerivativeError::NoDofs);
    }
    if eps == 0.0 || !eps.is_finite() {
        return Err(DerivativeError::BadEps(eps));
    }
    Ok(())
}

/// Whether the state is one that a step can start from.
pub(super) fn check_state(model: &Model, data: &Data) -> Result<(), DerivativeError> {
    let resets = !model.disabled(disable::AUTO_RESET);
    let is_bad = |x: f64| !x.is_finite() || resets && scalar::is_bad(x);
    check_numbers("qpos", &data.qpos, is_bad)?;
    check_numbers("qvel", &data.qvel, is_bad)?;
    check_numbers("act", &data.act, |x| !x.is_finite())
}

/// Whether none of a field's numbers is bad.
pub(super) fn check_numbers(
    field: &'static str,
    values: &[f64],
    is_bad: impl Fn(f64) -> bool,
) -> Result<(), DerivativeError> {
    match values.iter().position(|&value| is_bad(value)) {
        None => Ok(()),
        Some(index) => Err(DerivativeError::BadState {
            field,
            index,
            value: values[index],
        }),
    }
}

impl Work {
    /// Takes the step without a nudge and all nudged ones.
    fn fill(
        &mut self,
        model: &Model,
        data: &mut Data,
        plan: &Plan,
        help: Option<Help>,
    ) -> Result<(), DerivativeError> {
        let (count, length) = (plan.len(model), Outcome::len(model, plan.sensors));
        self.center.resize(length, 0.0);
        self.outcomes.resize(2 * count * length, 0.0);
        self.column.resize(plan.lengths(model).iter().sum(), 0.0);
        let (center, outcomes) = (&mut self.center[..], &mut self.outcomes[..]);
        let runner = &mut self.runner;
        match help {
            None => runner.run(model, data, plan, 0..count, Some(center), outcomes),
            Some(Help { threads, model }) => {
                threads.fill(model, data, plan, runner, center, outcomes)
            }
        }
    }

    /// Takes the differences and writes them into the matrices.
    fn write(&mut self, model: &Model, plan: &Plan, parts: TransitionParts) {
        let (nv, nu) = (model.nv, model.nu);
        let [of_state, _] = plan.lengths(model);
        let length = Outcome::len(model, plan.sensors);
        let TransitionParts { a, b, c, d } = parts;
        let mut targets = [(a, c, of_state), (b, d, nu)];
        for (column, pair) in self.outcomes.chunks_exact(2 * length).enumerate() {
            let input = plan.input(model, column);
            let (target, at) = match input {
                Input::Control(i) => (1, i),
                Input::Activation(i) => (0, 2 * nv + i),
                Input::Velocity(dof) => (0, nv + dof),
                Input::Position(dof) => (0, dof),
            };
            let (ahead, behind) = pair.split_at(length);
            let sides = plan.directions(model, self.runner.start.ctrl(), input);
            let (state, sensors) = self.column.split_at_mut(of_state);
            let outcomes = [&self.center[..], ahead, behind].map(Outcome);
            plan.differences(model, input, sides, outcomes, [state, sensors]);
            let (by_state, by_sensors, width) = &mut targets[target];
            for (matrix, values) in [(by_state, &*state), (by_sensors, &*sensors)] {
                if let Some(matrix) = matrix {
                    let elements = matrix.iter_mut().skip(at).step_by(*width);
                    for (element, value) in elements.zip(values) {
                        *element = *value;
                    }
                }
            }
        }
    }
}

impl Plan {
    /// Whether an input is nudged ahead and back. A control stays within its range, if it has one:
    /// at its upper end differences are taken backward.
    pub(super) fn directions(&self, model: &Model, ctrl: &[f64], input: Input) -> [bool; 2] {
        let Differences { eps, centered, .. } = self.how;
        let Input::Control(i) = input else {
            return [true, centered];
        };
        let ctrl = ctrl[i];
        let [lower, upper] = model.actuator_ctrlrange[i];
        let allowed = |a: f64, b: f64| {
            model.actuator_ctrllimited[i] == 0
                || a >= lower && a <= upper && b >= lower && b <= upper
        };
        let forward = allowed(ctrl, ctrl + eps);
        let backward = (centered || !forward) && allowed(ctrl - eps, ctrl);
        [forward, backward]
    }

    /// The differences of a column: of the state, and of sensors.
    pub(super) fn differences(
        &self,
        model: &Model,
        input: Input,
        [forward, backward]: [bool; 2],
        [center, ahead, behind]: [Outcome; 3],
        [state, sensors]: [&mut [f64]; 2],
    ) {
        let Differences { eps, corrected, .. } = self.how;
        let (from, to, distance) = match [forward, backward] {
            [true, false] => (center, ahead, eps),
            [false, true] => (behind, center, eps),
            [true, true] => (behind, ahead, 2.0 * eps),
            [false, false] => {
                state.fill(0.0);
                return sensors.fill(0.0);
            }
        };
        Outcome::state_difference(model, state, from, to, distance);
        // MuJoCo takes centered differences of readings by controls the wrong way round.
        let turned = matches!(input, Input::Control(_)) && forward && backward && !corrected;
        let (from, to) = if turned { (to, from) } else { (from, to) };
        Outcome::sensor_difference(model, sensors, from, to, distance);
    }
}
