//! The modes that run a loaded model: forward at states, forced steps, free steps.

use super::judge::{Judge, STATE};
use super::pair::SideFailure;
use super::{Pair, Role, Share};
use crate::case::state::{self, ControlSequence, Point};
use crate::case::{Case, Layout, Mode, SidecarError};
use crate::compare::{Plan, Selection};
use crate::simulator::{Action, Assignment, Loaded};
use crate::snapshot::{Side, Snapshot};

/// Why a mode ended early.
#[derive(Debug)]
pub(super) enum Stop {
    Side(SideFailure),
    Sidecar(SidecarError),
}

impl From<SideFailure> for Stop {
    fn from(failure: SideFailure) -> Stop {
        Stop::Side(failure)
    }
}

impl From<SidecarError> for Stop {
    fn from(error: SidecarError) -> Stop {
        Stop::Sidecar(error)
    }
}

/// What a step starts from, copied from the reference in forced runs.
pub(super) const CARRIED: &[&str] = &["time", "qpos", "qvel", "act", "qacc_warmstart"];

/// A model on both sides, and buffers that all moments share.
pub(super) struct Bench<'a> {
    pub pair: &'a mut Pair,
    pub case: &'a Case,
    pub layout: Layout,
    pub reference: &'a Loaded,
    pub subject: &'a Loaded,
    pub poison: &'a [String],
    pub left: Snapshot,
    pub right: Snapshot,
}

impl Bench<'_> {
    /// Runs one of the modes that compute something.
    pub(super) fn run(
        &mut self,
        mode: Mode,
        plan: &mut Plan,
        judge: &mut Judge<'_>,
    ) -> Result<(), Stop> {
        match mode {
            Mode::Compile => Ok(()),
            Mode::Forward => self.forward(plan, judge),
            Mode::Forced => self.steps(plan, judge, true),
            Mode::Free => self.steps(plan, judge, false),
        }
    }

    fn forward(&mut self, plan: &mut Plan, judge: &mut Judge<'_>) -> Result<(), Stop> {
        let points = state::points(&self.layout, &self.case.schedule, &self.case.sidecar)?;
        for (number, point) in (0..).zip(&points) {
            self.prepare(point)?;
            self.compute(Action::Forward, plan, judge)?;
            self.compare(plan, judge, (&point.label, number))?;
        }
        Ok(())
    }

    fn steps(&mut self, plan: &mut Plan, judge: &mut Judge<'_>, forced: bool) -> Result<(), Stop> {
        let schedule = &self.case.schedule;
        let start = state::start(&self.layout, schedule, &self.case.sidecar)?;
        let mut controls = ControlSequence::new(&self.layout, schedule, &self.case.sidecar)?;
        self.prepare(&start)?;
        let mut diverged = false;
        let mut trace = self.trace_plan();
        for step in 1..=schedule.steps {
            if let Some(controls) = controls.at(&self.layout, step) {
                let controls = [controls];
                self.pair
                    .both(Some(Share::Transfer), |side| side.set(&controls))?;
            }
            if forced && step > 1 {
                let state = self.carried(plan);
                self.pair.set(Role::Subject, &state)?;
            }
            let only_trace = diverged && !forced;
            let next = if only_trace { &trace } else { &*plan };
            self.compute(Action::Step { count: 1 }, next, judge)?;
            if only_trace {
                // Everything follows from the first difference now: only the state's error is worth a look.
                self.read(&trace)?;
                let error = self.state_error(&mut trace);
                judge.trace(error, step);
            } else {
                let label = format!("step {step}");
                diverged |= self.compare(plan, judge, (&label, step))?;
            }
        }
        Ok(())
    }

    /// Both sides in the same state, outputs overwritten.
    fn prepare(&mut self, point: &Point) -> Result<(), Stop> {
        self.pair.both(None, |side| side.reset(point.keyframe))?;
        let poison = self.poison;
        self.pair
            .both(Some(Share::Transfer), |side| side.poison(poison))?;
        if !point.values.is_empty() {
            self.pair
                .both(Some(Share::Transfer), |side| side.set(&point.values))?;
        }
        Ok(())
    }

    /// Computes on both sides; what `next` names is read next.
    fn compute(&mut self, action: Action, next: &Plan, judge: &mut Judge<'_>) -> Result<(), Stop> {
        for (role, fields) in [
            (Role::Reference, &next.reference),
            (Role::Subject, &next.subject),
        ] {
            let warnings = self.pair.run(role, action, fields)?;
            judge.warn(role.name(), warnings);
        }
        Ok(())
    }

    fn read(&mut self, plan: &Plan) -> Result<(), Stop> {
        self.pair
            .read(Role::Reference, &plan.reference, &mut self.left)?;
        self.pair
            .read(Role::Subject, &plan.subject, &mut self.right)?;
        Ok(())
    }

    fn compare(
        &mut self,
        plan: &mut Plan,
        judge: &mut Judge<'_>,
        moment: (&str, u64),
    ) -> Result<bool, Stop> {
        self.read(plan)?;
        let (left, right, layout) = (&self.left, &self.right, &self.layout);
        let clock = &mut self.pair.clock;
        Ok(clock.measure(Share::Compare, || {
            judge.moment(plan, left, right, layout, moment)
        }))
    }

    /// The reference's state, as it was just read.
    fn carried(&self, plan: &Plan) -> Vec<Assignment> {
        let values = |field: &&str| {
            let view = self.left.at(plan.position(field)?)?;
            let values = view.f64s().filter(|values| !values.is_empty())?;
            Some(Assignment {
                field: (*field).to_owned(),
                values,
            })
        };
        CARRIED.iter().filter_map(values).collect()
    }

    fn trace_plan(&self) -> Plan {
        Plan::new(
            Side::Data,
            Mode::Free,
            &self.reference.fields,
            &self.subject.fields,
            &Selection::new(STATE.iter().copied()),
            |_| false,
        )
    }

    fn state_error(&mut self, trace: &mut Plan) -> f64 {
        let mut error = 0.0f64;
        trace.compare(&self.left, &self.right, &self.layout, |divergence| {
            error = match divergence.disagreement.gap {
                Some(gap) if !gap.scaled.0.is_nan() => error.max(gap.scaled.0),
                _ => f64::INFINITY,
            };
        });
        error
    }
}
