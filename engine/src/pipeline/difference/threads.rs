//! Columns on several threads, each with data of its own; what comes out does not depend on how many
//! there are.
//!
//! Columns that build on the step without a nudge are divided into runs beforehand. Those of
//! positions do not, and whoever is done with the rest takes the next one. The caller's data takes
//! the last of all, so that it holds afterwards what it would hold without threads.

use std::iter::{self, Zip};
use std::ops::{Range, RangeFrom};
use std::slice::ChunksExactMut;
use std::sync::{Mutex, PoisonError};
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

/// Columns that any thread may take, with the places for their outcomes.
struct Shared<'a>(Mutex<Zip<RangeFrom<usize>, ChunksExactMut<'a, f64>>>);

impl<'a> Shared<'a> {
    fn next(&self) -> Option<(usize, &'a mut [f64])> {
        let mut columns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        columns.next()
    }
}

/// What one thread does, on whichever data.
struct Share<'a> {
    run: Range<usize>,
    /// The outcome of the step without a nudge, for the first thread.
    center: Option<&'a mut [f64]>,
    outcomes: &'a mut [f64],
}

impl Share<'_> {
    /// Takes the columns of the run, then shared ones. A failure comes with its column.
    fn take(
        self,
        model: &Model,
        data: &mut Data,
        (plan, shared): (&Plan, &Shared),
        runner: &mut Runner,
    ) -> Result<(), (usize, DerivativeError)> {
        let mut column = self.run.start;
        let begun = runner.begin(model, data, plan, &self.run, self.center);
        begun.map_err(|error| (column, error))?;
        let length = 2 * Outcome::len(model, plan.sensors);
        let own = self.run.zip(self.outcomes.chunks_exact_mut(length));
        let columns = own.chain(iter::from_fn(|| shared.next()));
        let columns = columns.inspect(|(at, _)| column = *at);
        let done = runner.go_on(model, data, plan, columns);
        done.map_err(|error| (column, error))
    }
}

/// Takes all steps, on as many threads as there are helpers, and on the caller's.
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
    let divided = runs[runs.len() - 1].end;
    let (mut rest, anew) = outcomes.split_at_mut(divided * length);
    let (shared, last) = anew.split_at_mut(anew.len().saturating_sub(length));
    let shared = Shared(Mutex::new((divided..).zip(shared.chunks_exact_mut(length))));
    let mut failures = Vec::new();
    thread::scope(|scope| {
        let (mut center, with) = (Some(center), (plan, &shared));
        let mut started = Vec::with_capacity(helpers.len());
        for (helper, run) in helpers.iter_mut().zip(&runs) {
            let (outcomes, after) = rest.split_at_mut(run.len() * length);
            rest = after;
            let (run, center) = (run.clone(), center.take());
            let share = Share {
                run,
                center,
                outcomes,
            };
            helper.follow(data);
            started.push(scope.spawn(move || {
                let Helper { data, runner } = helper;
                share.take(model, data, with, runner)
            }));
        }
        let share = Share {
            run: runs[runs.len() - 1].clone(),
            center: None,
            outcomes: rest,
        };
        let own = share.take(model, data, with, runner).and_then(|()| {
            let column = plan.len(model).saturating_sub(1);
            let last = last.chunks_exact_mut(length).map(|pair| (column, pair));
            let done = runner.go_on(model, data, plan, last);
            done.map_err(|error| (column, error))
        });
        failures.extend(own.err());
        for thread in started {
            // A panic of a callback goes on here.
            let ended = thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            failures.extend(ended.err());
        }
    });
    for helper in helpers {
        for (sum, own) in data.warning.iter_mut().zip(&helper.data.warning) {
            sum.number += own.number;
        }
    }
    // The one that comes first without threads.
    let first = failures.into_iter().min_by_key(|(column, _)| *column);
    first.map_or(Ok(()), |(_, error)| Err(error))
}

/// Divides the columns that build on the step without a nudge into runs, so that each thread has
/// about the same work with those that are shared, by what a step costs without the stages that are
/// skipped. If nothing is shared, the last column is the caller's.
fn divide(model: &Model, plan: &Plan, runs: usize) -> Vec<Range<usize>> {
    const CENTER: usize = 4;
    let cost = |column: usize| match plan.input(model, column) {
        Input::Control(_) | Input::Activation(_) => 1,
        Input::Velocity(_) => 2,
        Input::Position(_) => 4,
    };
    let count = plan.len(model);
    let is_shared = |&column: &usize| matches!(plan.input(model, column), Input::Position(_));
    let divided = (0..count).find(is_shared).unwrap_or(count);
    let total: usize = CENTER + (0..count).map(cost).sum::<usize>();
    let mut ranges = Vec::with_capacity(runs);
    let (mut column, mut done) = (0, CENTER);
    for run in 1..=runs {
        let first = column;
        let end = if run == runs { count } else { count - 1 };
        while column < end.min(divided) && (run == runs || done * runs < total * run) {
            done += cost(column);
            column += 1;
        }
        ranges.push(first..column);
    }
    ranges
}
