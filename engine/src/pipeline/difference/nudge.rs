//! Moving one input of a step, taking the step, and coming back.
//!
//! Scalars are divided by their distance as `(1 / h) (b - a)`. Where a model has quaternions,
//! positions are differenced as velocities: there scalars are divided by `h` itself, and rotations
//! multiplied by `1 / h`, as MuJoCo does.

use super::DerivativeError;
use crate::data::scratch::FirstHessian;
use crate::data::timer::Timer;
use crate::model::Skip;
use crate::model::codes::{Integrator, disable, enable};
use crate::pipeline::integrate::{
    differentiate_pos, integrate, integrate_by_factors, integrate_pos,
};
use crate::pipeline::position::inertia;
use crate::pipeline::{check_accelerations, check_state, evaluate, inverse, would_reset};
use crate::{Data, Model};

/// One number that a step depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Input {
    /// Of an actuator.
    Control(usize),
    /// An activation variable.
    Activation(usize),
    /// Of a dof.
    Velocity(usize),
    /// Along a dof.
    Position(usize),
}

impl Input {
    /// What of an evaluation does not depend on it.
    pub(super) fn skip(self) -> Skip {
        match self {
            Input::Control(_) | Input::Activation(_) => Skip::Velocity,
            Input::Velocity(_) => Skip::Position,
            Input::Position(_) => Skip::Nothing,
        }
    }

    /// Moves it. A position moves along with all others, each by zero: that makes quaternions
    /// units.
    pub(super) fn nudge(self, model: &Model, data: &mut Data, by: f64, direction: &mut [f64]) {
        match self {
            Input::Control(i) => data.ctrl[i] += by,
            Input::Activation(i) => data.act[i] += by,
            Input::Velocity(dof) => data.qvel[dof] += by,
            Input::Position(dof) => {
                direction[dof] = 1.0;
                integrate_pos(model, &mut data.qpos, direction, by);
                direction[dof] = 0.0;
            }
        }
    }
}

/// Where all steps start from.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    time: f64,
    qpos: Vec<f64>,
    qvel: Vec<f64>,
    act: Vec<f64>,
    ctrl: Vec<f64>,
    warmstart: Vec<f64>,
}

impl Start {
    pub(super) fn save(&mut self, data: &Data) {
        self.time = data.time;
        copy(&mut self.qpos, &data.qpos);
        copy(&mut self.qvel, &data.qvel);
        copy(&mut self.act, &data.act);
        copy(&mut self.ctrl, &data.ctrl);
        copy(&mut self.warmstart, &data.qacc_warmstart);
    }

    /// Back to the start; where solvers start from, only if they start from there at all.
    pub(super) fn restore(&self, model: &Model, data: &mut Data) {
        data.time = self.time;
        data.qpos.copy_from_slice(&self.qpos);
        data.qvel.copy_from_slice(&self.qvel);
        data.act.copy_from_slice(&self.act);
        data.ctrl.copy_from_slice(&self.ctrl);
        if !model.disabled(disable::WARMSTART) {
            data.qacc_warmstart.copy_from_slice(&self.warmstart);
        }
    }

    /// Back to the start after an error, in every part.
    pub(super) fn restore_all(&self, model: &Model, data: &mut Data) {
        self.restore(model, data);
        data.qacc_warmstart.copy_from_slice(&self.warmstart);
    }

    /// The controls at the start.
    pub(super) fn ctrl(&self) -> &[f64] {
        &self.ctrl
    }
}

/// Fills a vector with numbers, in the memory that it has.
fn copy(to: &mut Vec<f64>, from: &[f64]) {
    to.clear();
    to.extend_from_slice(from);
}

/// Where a step leads: positions, velocities and activations, then what sensors read on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome<'a>(pub(super) &'a [f64]);

impl Outcome<'_> {
    /// How many numbers it has.
    pub(super) fn len(model: &Model, sensors: bool) -> usize {
        let sensors = if sensors { model.nsensordata } else { 0 };
        model.nq + model.nv + model.na + sensors
    }

    /// Writes what the data has now.
    pub(super) fn read(data: &Data, sensors: bool, to: &mut [f64]) {
        let sensors: &[f64] = if sensors { &data.sensordata } else { &[] };
        let mut rest = to;
        for part in [&data.qpos, &data.qvel, &data.act, sensors] {
            let (to, after) = rest.split_at_mut(part.len());
            to.copy_from_slice(part);
            rest = after;
        }
    }

    /// The difference of states per distance, on the manifold of positions.
    pub(super) fn state_difference(model: &Model, res: &mut [f64], a: Self, b: Self, h: f64) {
        if model.nq == model.nv {
            return difference(res, a.0, b.0, h);
        }
        let (positions, rest) = res.split_at_mut(model.nv);
        differentiate_pos(model, positions, h, a.0, b.0);
        difference(rest, &a.0[model.nq..], &b.0[model.nq..], h);
    }

    /// The difference of readings per distance.
    pub(super) fn sensor_difference(model: &Model, res: &mut [f64], a: Self, b: Self, h: f64) {
        let start = model.nq + model.nv + model.na;
        difference(res, &a.0[start..], &b.0[start..], h);
    }
}

/// `(b - a) / h`, as a product with `1 / h`.
pub(super) fn difference(res: &mut [f64], a: &[f64], b: &[f64], h: f64) {
    let inverse = 1.0 / h;
    for (res, (a, b)) in res.iter_mut().zip(a.iter().zip(b)) {
        *res = inverse * (b - a);
    }
}

/// How much of a step is taken anew.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) skip: Skip,
    pub(super) sensors: bool,
    /// Whether the matrix of an implicit integrator is kept with the velocities, as MuJoCo does.
    /// It is not quite right to: the matrix can depend on controls and activations.
    pub(super) keep_factors: bool,
    pub(super) hessian: FirstHessian,
    /// So many bodies, from the first one on, are where they were in the step before.
    pub(super) still_bodies: usize,
}

impl Step {
    /// Takes the step. Where the simulation would start again from its reference, it is an error.
    #[doc(alias = "mj_stepSkip")]
    pub(super) fn take(self, model: &Model, data: &mut Data) -> Result<(), DerivativeError> {
        let Step { skip, sensors, .. } = self;
        let begin = data.now();
        if would_reset(model, &data.qpos) || would_reset(model, &data.qvel) {
            return Err(DerivativeError::Unstable);
        }
        check_state(model, data);
        if skip == Skip::Nothing {
            inertia::expect(model, data);
        }
        data.scratch.first_hessian = self.hessian;
        data.scratch.still_bodies = self.still_bodies;
        let outcome = self.evaluate_and_advance(model, data, sensors);
        data.scratch.still_bodies = 0;
        inertia::forget(data);
        data.scratch.first_hessian = FirstHessian::Forgotten;
        data.end(Timer::Step, begin);
        outcome
    }

    fn evaluate_and_advance(
        self,
        model: &Model,
        data: &mut Data,
        sensors: bool,
    ) -> Result<(), DerivativeError> {
        evaluate(model, data, self.skip, sensors);
        data.require_sound()?;
        if would_reset(model, &data.qacc) {
            return Err(DerivativeError::Unstable);
        }
        check_accelerations(model, data);
        if model.enabled(enable::FWDINV) {
            inverse::compare_with_forward(model, data)?;
        }
        if self.has_factors(model) {
            integrate_by_factors(model, data)?;
        } else {
            integrate(model, data, true)?;
        }
        Ok(())
    }

    /// Whether the integrator's factors are those of the step before: Euler's depend on positions
    /// alone.
    fn has_factors(self, model: &Model) -> bool {
        match model.integrator() {
            Integrator::Euler => self.skip >= Skip::Position,
            Integrator::Implicit | Integrator::ImplicitFast => {
                self.skip >= Skip::Velocity && self.keep_factors
            }
            Integrator::Rk4 => false,
        }
    }
}
