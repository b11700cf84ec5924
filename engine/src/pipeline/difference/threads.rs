//! Columns on several threads. Each takes a run of columns on data of its own; what comes out does
//! not depend on how many there are.
//!
//! The caller's data takes the last run, so that it holds afterwards what it would hold without
//! threads. Where a run begins with positions it needs nothing of the step without a nudge, which
//! only the first run takes for all.

use std::ops::Range;
use std::thread;

use super::DerivativeError;
use super::nudge::{Input, Outcome};
use super::runner::Runner;
use super::transition::Plan;
use crate::misuse::Misuse;
use crate::{Data, Model};

/// Data for threads that take derivatives beside the caller's. It is made once for a model, and can
/// be used for any data of it.
#[derive(Clone, Debug)]
pub struct DerivativeThreads {
    pub(crate) helpers: Vec<Helper>,
}

impl DerivativeThreads {
    /// For this many threads in all: the caller's is one of them.
    pub fn new(model: &Model, threads: usize) -> DerivativeThreads {
        let helper = || Helper {
            data: Data::new(model),
            runner: Runner::default(),
        };
        DerivativeThreads {
            helpers: (1..threads.max(1)).map(|_| helper()).collect(),
        }
    }
}

/// What a thread works with.
#[derive(Clone, Debug)]
pub(crate) struct Helper {
    data: Data,
    runner: Runner,
}

impl Helper {
    /// Whether it is for this model.
    pub(super) fn check(&self, model: &Model) -> Result<(), Misuse> {
        self.data.check(model)
    }

    /// Takes over everything that a step depends on.
    fn follow(&mut self, data: &Data) {
        let own = &mut self.data;
        own.time = data.time;
        own.qpos.clone_from(&data.qpos);
        own.qvel.clone_from(&data.qvel);
        own.act.clone_from(&data.act);
        own.qacc_warmstart.clone_from(&data.qacc_warmstart);
        own.ctrl.clone_from(&data.ctrl);
        own.qfrc_applied.clone_from(&data.qfrc_applied);
        own.xfrc_applied.clone_from(&data.xfrc_applied);
        own.eq_active.clone_from(&data.eq_active);
        own.mocap_pos.clone_from(&data.mocap_pos);
        own.mocap_quat.clone_from(&data.mocap_quat);
        own.userdata.clone_from(&data.userdata);
        own.plugin_state.clone_from(&data.plugin_state);
        own.callbacks.clone_from(&data.callbacks);
        own.warning = Default::default();
        self.runner.start.save(data);
    }
}

/// Takes all steps, in as many runs as there are helpers, and one on the caller's data.
pub(super) fn fill(
    model: &Model,
    data: &mut Data,
    plan: &Plan,
    (runner, helpers): (&mut Runner, &mut [Helper]),
    center: &mut [f64],
    outcomes: &mut [f64],
) -> Result<(), DerivativeError> {
    let length = 2 * Outcome::len(model, plan.sensors);
    let runs = divide(model, plan, helpers.len() + 1);
    let mut outcome = Ok(());
    thread::scope(|scope| {
        let mut center = Some(center);
        let mut rest = outcomes;
        let mut started = Vec::with_capacity(helpers.len());
        for (helper, run) in helpers.iter_mut().zip(&runs) {
            let (own, after) = rest.split_at_mut(run.len() * length);
            rest = after;
            let center = center.take();
            helper.follow(data);
            started.push(scope.spawn(move || {
                let Helper { data, runner } = helper;
                runner.run(model, data, plan, run.clone(), center, own)
            }));
        }
        let last = runs[runs.len() - 1].clone();
        let own = runner.run(model, data, plan, last, None, rest);
        for thread in started {
            // A panic of a callback goes on here.
            let ended = thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            if outcome.is_ok() {
                outcome = ended;
            }
        }
        if outcome.is_ok() {
            outcome = own;
        }
    });
    for helper in helpers {
        for (sum, own) in data.warning.iter_mut().zip(&helper.data.warning) {
            sum.number += own.number;
        }
    }
    outcome
}

/// Divides the columns into runs of about the same work, by what a step costs without the stages
/// that are skipped.
fn divide(model: &Model, plan: &Plan, runs: usize) -> Vec<Range<usize>> {
    const CENTER: usize = 4;
    let cost = |column: usize| match plan.input(model, column) {
        Input::Control(_) | Input::Activation(_) => 1,
        Input::Velocity(_) => 2,
        Input::Position(_) => 4,
    };
    let count = plan.len(model);
    let total: usize = CENTER + (0..count).map(cost).sum::<usize>();
    let mut ranges = Vec::with_capacity(runs);
    let (mut column, mut done) = (0, CENTER);
    for run in 1..=runs {
        let first = column;
        // The last column is the caller's.
        let end = if run == runs { count } else { count - 1 };
        while column < end && (run == runs || done * runs < total * run) {
            done += cost(column);
            column += 1;
        }
        ranges.push(first..column);
    }
    ranges
}
