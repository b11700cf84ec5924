//! Threads that wait for work. Shards are handed over and come back, so that a thread never sees
//! what another one works on; handing over does not allocate.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::shard::{Job, Shard};
use crate::pipeline::abreast::Work;

/// The threads beside the caller's.
#[derive(Debug, Default)]
pub(super) struct Pool {
    /// The memory of the caller's thread.
    memory: Work,
    desk: Arc<Desk>,
    helpers: Vec<JoinHandle<()>>,
}

/// Where shards are handed over.
#[derive(Debug, Default)]
struct Desk {
    state: Mutex<State>,
    /// There is work, or it is time to end.
    begin: Condvar,
    /// The last shard has come back.
    done: Condvar,
}

#[derive(Debug, Default)]
struct State {
    job: Option<Job>,
    waiting: Vec<Shard>,
    finished: Vec<Shard>,
    /// How many shards there are in all.
    total: usize,
    ended: bool,
}

impl Pool {
    /// So many threads in all, for so many shards.
    pub(super) fn new(threads: usize, shards: usize) -> Pool {
        let desk = Arc::new(Desk::default());
        {
            let mut state = desk.lock();
            state.waiting.reserve(shards);
            state.finished.reserve(shards);
        }
        // A thread that cannot be started is missing, and the others do its work.
        let helper = |_| {
            let desk = Arc::clone(&desk);
            let named = std::thread::Builder::new().name("plumbline batch".to_owned());
            named.spawn(move || desk.help()).ok()
        };
        let helpers = (1..threads.min(shards)).filter_map(helper).collect();
        Pool {
            memory: Work::default(),
            desk,
            helpers,
        }
    }

    pub(super) fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Does a job with all shards.
    pub(super) fn run(&mut self, shards: &mut Vec<Shard>, job: Job) {
        if self.helpers.is_empty() || shards.len() < 2 {
            for shard in shards {
                shard.work(job, &mut self.memory);
            }
            return;
        }
        {
            let mut state = self.desk.lock();
            state.total = shards.len();
            state.job = Some(job);
            state.waiting.append(shards);
        }
        self.desk.begin.notify_all();
        let mut state = self.desk.lock();
        while let Some(mut shard) = state.waiting.pop() {
            drop(state);
            shard.work(job, &mut self.memory);
            state = self.desk.lock();
            state.finished.push(shard);
        }
        while state.finished.len() < state.total {
            state = wait(&self.desk.done, state);
        }
        state.job = None;
        shards.append(&mut state.finished);
        drop(state);
        shards.sort_unstable_by_key(|shard| shard.first);
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a helper does until the batch ends.
    fn help(&self) {
        let mut memory = Work::default();
        let mut state = self.lock();
        while !state.ended {
            let Some((job, mut shard)) =
                state.job.and_then(|job| Some((job, state.waiting.pop()?)))
            else {
                state = wait(&self.begin, state);
                continue;
            };
            drop(state);
            shard.work(job, &mut memory);
            state = self.lock();
            state.finished.push(shard);
            if state.finished.len() == state.total {
                self.done.notify_one();
            }
        }
    }
}

fn wait<'a>(event: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
    event.wait(state).unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.desk.lock().ended = true;
        self.desk.begin.notify_all();
        for helper in self.helpers.drain(..) {
            // Panics are caught where worlds are worked on.
            let _ = helper.join();
        }
    }
}
