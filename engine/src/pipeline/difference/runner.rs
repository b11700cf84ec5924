//! The steps that columns are made of, on one thread: nudged, taken, and back to the start.
//!
//! Columns come in an order in which most of a step is known already: what follows from positions
//! and velocities for controls, what follows from positions for velocities, and for positions the
//! poses of the bodies in front of the one that is moved.

use std::ops::Range;

use super::DerivativeError;
use super::nudge::{Input, Outcome, Start, Step};
use super::transition::{Differences, Plan};
use crate::data::scratch::FirstHessian;
use crate::model::Skip;
use crate::model::paths::SpecialPath;
use crate::{Data, Model};

/// What one thread needs to take steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Runner {
    pub(super) start: Start,
    direction: Vec<f64>,
    /// Bodies from this one on may be out of place: a nudge has moved them, or none has been taken
    /// yet, which makes units of all quaternions.
    displaced_from: usize,
    /// Whether the data holds what follows from the start, but for velocities and controls.
    is_at_center: bool,
}

impl Runner {
    /// Takes the steps of some columns in their order, and before them the one without a nudge,
    /// where its outcome is asked for or the columns build on it.
    pub(super) fn run(
        &mut self,
        model: &Model,
        data: &mut Data,
        plan: &Plan,
        columns: Range<usize>,
        center: Option<&mut [f64]>,
        outcomes: &mut [f64],
    ) -> Result<(), DerivativeError> {
        self.begin(model);
        if center.is_some() {
            self.take_center(model, data, plan, center)?;
        }
        self.run_columns(model, data, plan, columns, outcomes)
    }

    /// What comes before all columns.
    pub(super) fn begin(&mut self, model: &Model) {
        self.direction.clear();
        self.direction.resize(model.nv, 0.0);
        self.displaced_from = 0;
        self.is_at_center = false;
    }

    /// The same for further columns of the same start.
    pub(super) fn run_columns(
        &mut self,
        model: &Model,
        data: &mut Data,
        plan: &Plan,
        columns: Range<usize>,
        outcomes: &mut [f64],
    ) -> Result<(), DerivativeError> {
        let length = Outcome::len(model, plan.sensors);
        self.displaced_from = 0;
        for (column, pair) in columns.zip(outcomes.chunks_exact_mut(2 * length)) {
            self.take(model, data, plan, column, pair)?;
        }
        Ok(())
    }

    /// Takes one column, and the step without a nudge before it where it builds on that.
    pub(super) fn take(
        &mut self,
        model: &Model,
        data: &mut Data,
        plan: &Plan,
        column: usize,
        pair: &mut [f64],
    ) -> Result<(), DerivativeError> {
        let input = plan.input(model, column);
        let builds_on_it = input.skip() != Skip::Nothing;
        if builds_on_it && !self.is_at_center {
            self.take_center(model, data, plan, None)?;
        }
        self.is_at_center = builds_on_it;
        self.take_column(model, data, plan, input, pair)
    }

    /// Whether columns that build on the step without a nudge need none before them.
    pub(super) fn is_at_center(&self) -> bool {
        self.is_at_center
    }

    /// The step from where everything starts.
    pub(super) fn take_center(
        &mut self,
        model: &Model,
        data: &mut Data,
        plan: &Plan,
        outcome: Option<&mut [f64]>,
    ) -> Result<(), DerivativeError> {
        data.scratch.stack = plan.held[0];
        let step = Step {
            skip: Skip::Nothing,
            sensors: plan.sensors,
            keep_factors: true,
            hessian: FirstHessian::Kept,
            still_bodies: 0,
        };
        step.take(model, data)?;
        if let Some(outcome) = outcome {
            Outcome::read(data, plan.sensors, outcome);
        }
        self.start.restore(model, data);
        self.displaced_from = 0;
        self.is_at_center = true;
        Ok(())
    }

    /// Nudges one input ahead, back, or both.
    fn take_column(
        &mut self,
        model: &Model,
        data: &mut Data,
        plan: &Plan,
        input: Input,
        pair: &mut [f64],
    ) -> Result<(), DerivativeError> {
        let Differences { eps, corrected, .. } = plan.how;
        let skip = input.skip();
        let anew = skip == Skip::Nothing;
        data.scratch.stack = plan.held[usize::from(anew)];
        let mut step = Step {
            skip,
            sensors: plan.sensors,
            keep_factors: !corrected,
            hessian: if anew {
                FirstHessian::Forgotten
            } else {
                FirstHessian::Reused
            },
            still_bodies: 0,
        };
        let (ahead, behind) = pair.split_at_mut(pair.len() / 2);
        let [forward, backward] = plan.directions(model, self.start.ctrl(), input);
        for (wanted, by, outcome) in [(forward, eps, ahead), (backward, -eps, behind)] {
            if wanted {
                input.nudge(model, data, by, &mut self.direction);
                step.still_bodies = self.still_bodies(model, data, input);
                step.take(model, data)?;
                Outcome::read(data, plan.sensors, outcome);
                self.start.restore(model, data);
            }
        }
        Ok(())
    }

    /// How many bodies, from the first one on, neither this nudge nor the one before it moves. A
    /// body comes before all that hang on it.
    fn still_bodies(&mut self, model: &Model, data: &Data, input: Input) -> usize {
        let Input::Position(dof) = input else {
            return 0;
        };
        let moved = model.dof_bodyid[dof] as usize;
        let still = self.displaced_from.min(moved);
        self.displaced_from = moved;
        // A callback may move what it likes.
        let is_known = SpecialPath::StillBodies.is_open() && data.callbacks.are_none();
        if is_known { still } else { 0 }
    }
}
