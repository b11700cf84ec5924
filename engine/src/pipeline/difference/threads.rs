//! Columns on several threads, each with data of its own; what comes out does not depend on how
//! many there are.
//!
//! Threads wait between calls. Everything that a helper works with is handed over to it and comes
//! back, the model in a reference that is counted.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::DerivativeError;
use super::columns::Columns;
use super::nudge::Outcome;
use super::runner::Runner;
use super::transition::Plan;
use crate::misuse::Misuse;
use crate::pool::{Call, LOOKOUT, Pool, Task};
use crate::{Data, Model};

/// Derivatives that take less are not worth waking a thread for, unless the next one follows soon.
const SHORT: Duration = Duration::from_micros(100);

/// Threads that take derivatives beside the caller's, with data of their own. They are made once
/// for a model, and can be used for any data of it. They wait between calls, and end when this is
/// dropped.
#[derive(Debug)]
pub struct DerivativeThreads {
    pool: Pool<Box<Helper>>,
    /// In boxes: one is handed over twice in a call, and is some kilobytes in itself.
    helpers: Vec<Box<Helper>>,
    columns: Arc<Mutex<Columns>>,
    /// When the last call ended, and how long it took.
    last: Option<(Instant, Duration)>,
}

impl DerivativeThreads {
    /// For this many threads in all: the caller's is one of them.
    pub fn new(model: &Model, threads: usize) -> DerivativeThreads {
        let columns = Arc::new(Mutex::new(Columns::default()));
        let helper = |_| {
            Box::new(Helper {
                data: Data::new(model),
                runner: Runner::default(),
                model: None,
                columns: Arc::clone(&columns),
                builds: false,
                taken: Vec::new(),
                outcomes: Vec::new(),
                failure: None,
                panic: Mutex::default(),
            })
        };
        DerivativeThreads {
            pool: Pool::new(threads, threads),
            helpers: (1..threads).map(helper).collect(),
            columns,
            last: None,
        }
    }

    /// Whether there are no threads beside the caller's.
    pub(crate) fn is_alone(&self) -> bool {
        self.helpers.is_empty()
    }

    /// Whether they are for this model.
    pub(super) fn check(&self, model: &Model) -> Result<(), Misuse> {
        let mut helpers = self.helpers.iter();
        helpers.try_for_each(|helper| helper.data.check(model))
    }

    /// Takes all steps, together with the caller.
    pub(super) fn fill(
        &mut self,
        model: &Arc<Model>,
        data: &mut Data,
        plan: &Plan,
        runner: &mut Runner,
        center: &mut [f64],
        outcomes: &mut [f64],
    ) -> Result<(), DerivativeError> {
        let columns = Columns::new(model, plan, &data.ctrl);
        let builders = columns.builders(model, plan, self.helpers.len() + 1);
        *lock(&self.columns) = columns;
        for (at, helper) in self.helpers.iter_mut().enumerate() {
            helper.follow(model, data);
            // The caller is the first of them.
            helper.builds = at + 1 < builders;
        }
        let length = 2 * Outcome::len(model, plan.sensors);
        let own = || take_own(model, data, (plan, &self.columns), runner, center, outcomes);
        let start = Instant::now();
        let is_short = |(end, took): &(Instant, Duration)| *took < SHORT && start - *end > LOOKOUT;
        let call = match self.last.filter(is_short) {
            Some(_) => Call::Awake,
            None => Call::Everybody,
        };
        let own = self.pool.run_beside(&mut self.helpers, *plan, call, own);
        self.last = Some((Instant::now(), start.elapsed()));
        let mut first = own.err();
        for helper in &mut self.helpers {
            helper.model = None;
            if let Some(panic) = lock(&helper.panic).take() {
                resume_unwind(panic);
            }
            for (&column, pair) in helper.taken.iter().zip(helper.outcomes.chunks(length)) {
                outcomes[column * length..][..length].copy_from_slice(pair);
            }
            for (sum, own) in data.warning.iter_mut().zip(&helper.data.warning) {
                sum.number += own.number;
            }
            // The one that comes first without threads.
            let failures = first.into_iter().chain(helper.failure);
            first = failures.min_by_key(|(column, _)| *column);
        }
        first.map_or(Ok(()), |(_, error)| Err(error))
    }
}

/// A failure with its column.
type Failure = (usize, DerivativeError);

/// What the caller does: the step without a nudge, columns as long as there are any, and the last.
fn take_own(
    model: &Model,
    data: &mut Data,
    (plan, columns): (&Plan, &Mutex<Columns>),
    runner: &mut Runner,
    center: &mut [f64],
    outcomes: &mut [f64],
) -> Result<(), Failure> {
    let mut column = 0;
    let mut take_all = || {
        runner.begin(model);
        runner.take_center(model, data, plan, Some(center))?;
        let length = 2 * Outcome::len(model, plan.sensors);
        let mut take = |next: usize| {
            column = next;
            let pair = &mut outcomes[next * length..][..length];
            runner.take(model, data, plan, next, pair)
        };
        loop {
            let next = lock(columns).for_caller();
            let Some(next) = next else { break };
            take(next)?;
        }
        let last = lock(columns).last();
        last.map_or(Ok(()), take)
    };
    take_all().map_err(|error| {
        lock(columns).stop_after(column);
        (column, error)
    })
}

/// What a thread works with.
#[derive(Debug)]
struct Helper {
    data: Data,
    runner: Runner,
    /// While there is work.
    model: Option<Arc<Model>>,
    columns: Arc<Mutex<Columns>>,
    /// Whether it begins with columns that build on the step without a nudge.
    builds: bool,
    /// The columns that it took, with their outcomes one after the other.
    taken: Vec<usize>,
    outcomes: Vec<f64>,
    failure: Option<Failure>,
    /// Of a callback. In a lock, as it may not be seen by two threads.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Helper {
    /// Takes over everything that a step depends on.
    fn follow(&mut self, model: &Arc<Model>, data: &Data) {
        self.model = Some(Arc::clone(model));
        self.taken.clear();
        self.outcomes.clear();
        self.failure = None;
        // It is still there if the caller has panicked too.
        *lock(&self.panic) = None;
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

    fn take_columns(&mut self, model: &Model, plan: &Plan) {
        let length = 2 * Outcome::len(model, plan.sensors);
        // As many as there can be, so that later calls find room.
        self.taken.reserve(plan.len(model));
        self.outcomes.reserve(plan.len(model) * length);
        self.runner.begin(model);
        lock(&self.columns).join();
        loop {
            let builds = self.runner.is_at_center() || self.builds;
            self.builds = false;
            let next = lock(&self.columns).for_helper(builds);
            let Some(column) = next else { return };
            let at = self.outcomes.len();
            self.outcomes.resize(at + length, 0.0);
            let (pair, data) = (&mut self.outcomes[at..], &mut self.data);
            if let Err(error) = self.runner.take(model, data, plan, column, pair) {
                lock(&self.columns).stop_after(column);
                self.failure = Some((column, error));
                return;
            }
            self.taken.push(column);
        }
    }
}

impl Task for Box<Helper> {
    type Job = Plan;
    type Memory = ();

    fn work(&mut self, plan: Plan, (): &mut ()) {
        let Some(model) = self.model.take() else {
            return;
        };
        let work = AssertUnwindSafe(|| self.take_columns(&model, &plan));
        let panic = catch_unwind(work).err();
        *lock(&self.panic) = panic;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
