//! Threads that wait for work. Tasks are handed over and come back, so that a thread never sees
//! what another one works on; handing over does not allocate.
//!
//! A thread that has nothing to do looks out for a while before it sleeps: work that comes in quick
//! succession begins within a microsecond, where waking a thread takes some ten.

use std::fmt::Debug;
use std::hint;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long a thread looks out for work, or for the end of it, before it sleeps.
pub(crate) const LOOKOUT: Duration = Duration::from_micros(50);

/// Work that one thread does at a time.
pub(crate) trait Task: Debug + Send + 'static {
    /// What is to be done with all tasks.
    type Job: Copy + Debug + Send;
    /// What each thread keeps from task to task.
    type Memory: Debug + Default;

    /// Does it. Must not panic: what may is caught by the task.
    fn work(&mut self, job: Self::Job, memory: &mut Self::Memory);
}

/// Whose help is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// Of those that are awake: waking others takes longer than the work.
    Awake,
    Everybody,
}

/// The threads beside the caller's.
#[derive(Debug)]
pub(crate) struct Pool<T: Task> {
    /// The memory of the caller's thread.
    memory: T::Memory,
    desk: Arc<Desk<T>>,
    helpers: Vec<JoinHandle<()>>,
}

/// Where tasks are handed over.
#[derive(Debug)]
struct Desk<T: Task> {
    state: Mutex<State<T>>,
    /// There is work, or it is time to end.
    begin: Condvar,
    /// The last task has come back.
    done: Condvar,
    /// Whether it is worth a look at the state: there may be work, or it is time to end.
    has_news: AtomicBool,
    /// How many tasks that threads have taken are not back yet.
    taken: AtomicUsize,
    /// How long threads look out: not at all where they would keep others from working.
    lookout: Duration,
}

#[derive(Debug)]
struct State<T: Task> {
    job: Option<T::Job>,
    waiting: Vec<T>,
    finished: Vec<T>,
    /// How many helpers sleep.
    asleep: usize,
    /// Whether the caller sleeps until the last task comes back.
    caller_sleeps: bool,
    ended: bool,
}

impl<T: Task> Default for Pool<T> {
    fn default() -> Pool<T> {
        Pool::new(1, 0)
    }
}

impl<T: Task> Pool<T> {
    /// So many threads in all, for so many tasks.
    pub(crate) fn new(threads: usize, tasks: usize) -> Pool<T> {
        let wanted = threads.min(tasks).saturating_sub(1);
        let desk = Arc::new(Desk::new(wanted, tasks));
        // A thread that cannot be started is missing, and the others do its work.
        let helper = |_| {
            let desk = Arc::clone(&desk);
            let named = thread::Builder::new().name("plumbline".to_owned());
            named.spawn(move || desk.help()).ok()
        };
        let helpers = (0..wanted).filter_map(helper).collect();
        Pool {
            memory: T::Memory::default(),
            desk,
            helpers,
        }
    }

    pub(crate) fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Does a job with all tasks, on all threads. Their order is lost.
    pub(crate) fn run(&mut self, tasks: &mut Vec<T>, job: T::Job) {
        let Pool {
            memory,
            desk,
            helpers,
        } = self;
        if helpers.is_empty() || tasks.len() < 2 {
            for task in tasks {
                task.work(job, memory);
            }
            return;
        }
        desk.run_beside(tasks, job, Call::Everybody, || {
            while let Some(mut task) = desk.take_from_others() {
                task.work(job, memory);
                desk.lock().finished.push(task);
            }
        });
    }

    /// Does a job with tasks on the other threads, while the caller does something of its own. What
    /// no thread has begun by then is not done at all. The order of tasks is lost.
    pub(crate) fn run_beside<R>(
        &self,
        tasks: &mut Vec<T>,
        job: T::Job,
        call: Call,
        own: impl FnOnce() -> R,
    ) -> R {
        self.desk.run_beside(tasks, job, call, own)
    }
}

impl<T: Task> Desk<T> {
    fn new(helpers: usize, tasks: usize) -> Desk<T> {
        let cores = match helpers {
            0 => 1,
            _ => thread::available_parallelism().map_or(1, usize::from),
        };
        Desk {
            state: Mutex::new(State {
                job: None,
                waiting: Vec::with_capacity(tasks),
                finished: Vec::with_capacity(tasks),
                asleep: 0,
                caller_sleeps: false,
                ended: false,
            }),
            begin: Condvar::new(),
            done: Condvar::new(),
            has_news: AtomicBool::new(false),
            taken: AtomicUsize::new(0),
            lookout: if helpers < cores {
                LOOKOUT
            } else {
                Duration::ZERO
            },
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run_beside<R>(
        &self,
        tasks: &mut Vec<T>,
        job: T::Job,
        call: Call,
        own: impl FnOnce() -> R,
    ) -> R {
        self.hand_out(tasks, job, call);
        let outcome = catch_unwind(AssertUnwindSafe(own));
        self.take_back(tasks);
        outcome.unwrap_or_else(|panic| resume_unwind(panic))
    }

    fn hand_out(&self, tasks: &mut Vec<T>, job: T::Job, call: Call) {
        let mut state = self.lock();
        state.job = Some(job);
        state.waiting.append(tasks);
        self.has_news.store(true, Ordering::Release);
        let wakes = call == Call::Everybody && state.asleep > 0;
        drop(state);
        if wakes {
            self.begin.notify_all();
        }
    }

    /// Takes all tasks back: those that nobody has begun, and the others once they are done.
    fn take_back(&self, tasks: &mut Vec<T>) {
        let mut state = self.lock();
        state.job = None;
        tasks.append(&mut state.waiting);
        self.has_news.store(false, Ordering::Release);
        drop(state);
        let are_back = || self.taken.load(Ordering::Acquire) == 0;
        self.look_out(are_back);
        let mut state = self.lock();
        while !are_back() {
            state.caller_sleeps = true;
            state = wait(&self.done, state);
        }
        state.caller_sleeps = false;
        tasks.append(&mut state.finished);
    }

    /// A task that nobody has begun, for the caller.
    fn take_from_others(&self) -> Option<T> {
        let task = self.lock().waiting.pop();
        if task.is_none() {
            self.has_news.store(false, Ordering::Release);
        }
        task
    }

    /// What a helper does until the pool ends.
    fn help(&self) {
        let mut memory = T::Memory::default();
        loop {
            let has_news = self.look_out(|| self.has_news.load(Ordering::Acquire));
            let mut state = self.lock();
            if state.ended {
                return;
            }
            if let Some((job, mut task)) = state.next() {
                self.taken.fetch_add(1, Ordering::AcqRel);
                drop(state);
                task.work(job, &mut memory);
                let mut state = self.lock();
                state.finished.push(task);
                let are_back = self.taken.fetch_sub(1, Ordering::AcqRel) == 1;
                if are_back && state.caller_sleeps {
                    self.done.notify_one();
                }
            } else if has_news {
                // Others were faster.
                self.has_news.store(false, Ordering::Release);
            } else {
                state.asleep += 1;
                state = wait(&self.begin, state);
                state.asleep -= 1;
            }
        }
    }

    /// Waits awake, for a while, until something is seen; whether it was.
    fn look_out(&self, seen: impl Fn() -> bool) -> bool {
        /// Looks between two at the clock, which takes longer than they do.
        const LOOKS: usize = 32;
        let start = Instant::now();
        loop {
            for _ in 0..LOOKS {
                if seen() {
                    return true;
                }
                hint::spin_loop();
            }
            if start.elapsed() >= self.lookout {
                return false;
            }
        }
    }
}

impl<T: Task> State<T> {
    /// A task that nobody has begun, with what is to be done.
    fn next(&mut self) -> Option<(T::Job, T)> {
        Some((self.job?, self.waiting.pop()?))
    }
}

fn wait<'a, T: Task>(event: &Condvar, state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
    event.wait(state).unwrap_or_else(PoisonError::into_inner)
}

impl<T: Task> Drop for Pool<T> {
    fn drop(&mut self) {
        let mut state = self.desk.lock();
        state.ended = true;
        self.desk.has_news.store(true, Ordering::Release);
        drop(state);
        self.desk.begin.notify_all();
        for helper in self.helpers.drain(..) {
            // Tasks do not panic.
            let _ = helper.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes what was done with it, and by which thread.
    #[derive(Debug, Default)]
    struct Note {
        number: usize,
        done: Vec<(usize, thread::ThreadId)>,
    }

    impl Task for Note {
        type Job = usize;
        type Memory = ();

        fn work(&mut self, job: usize, (): &mut ()) {
            self.done.push((job, thread::current().id()));
        }
    }

    fn notes(count: usize) -> Vec<Note> {
        let note = |number| Note {
            number,
            ..Note::default()
        };
        (0..count).map(note).collect()
    }

    /// Jobs in quick succession, and after a rest in which threads fall asleep.
    #[test]
    fn every_job_is_done_once_with_every_task() {
        for threads in [1, 2, 5] {
            let (mut pool, mut tasks) = (Pool::new(threads, 7), notes(7));
            for job in 0..200 {
                if job % 50 == 0 {
                    thread::sleep(4 * LOOKOUT);
                }
                pool.run(&mut tasks, job);
            }
            tasks.sort_by_key(|task| task.number);
            for (number, task) in tasks.iter().enumerate() {
                let jobs = task.done.iter().map(|(job, _)| *job);
                assert_eq!((task.number, tasks.len()), (number, 7));
                assert!(jobs.eq(0..200), "{threads} threads, task {number}");
            }
        }
    }

    #[test]
    fn helpers_do_what_the_caller_hands_out_while_it_does_something_else() {
        let (pool, mut tasks) = (Pool::new(3, 3), notes(2));
        let caller = thread::current().id();
        let began = pool.run_beside(&mut tasks, 4, Call::Everybody, || {
            // Until both have been begun.
            while !pool.desk.lock().waiting.is_empty() {
                thread::yield_now();
            }
            caller
        });
        assert_eq!((began, tasks.len()), (caller, 2));
        for task in &tasks {
            let [(job, by)] = task.done[..] else {
                panic!("done {} times", task.done.len());
            };
            assert!(job == 4 && by != caller);
        }
    }

    #[test]
    fn what_nobody_has_begun_comes_back_undone() {
        let (pool, mut tasks) = (Pool::new(1, 2), notes(2));
        assert_eq!(pool.run_beside(&mut tasks, 1, Call::Everybody, || 5), 5);
        let done: usize = tasks.iter().map(|task| task.done.len()).sum();
        assert_eq!((tasks.len(), done), (2, 0));
    }

    #[test]
    fn a_thread_that_sleeps_is_not_woken_for_less_than_that_takes() {
        let (pool, mut tasks) = (Pool::new(2, 2), notes(1));
        while pool.desk.lock().asleep == 0 {
            thread::yield_now();
        }
        pool.run_beside(&mut tasks, 1, Call::Awake, || thread::sleep(4 * LOOKOUT));
        assert_eq!(tasks[0].done.len(), 0);
    }

    #[test]
    fn a_panic_of_the_caller_goes_on_once_all_tasks_are_back() {
        let (mut pool, mut tasks) = (Pool::new(2, 2), notes(1));
        let own = || -> () { panic!("of the caller") };
        let own = || pool.run_beside(&mut tasks, 1, Call::Everybody, own);
        assert!(catch_unwind(AssertUnwindSafe(own)).is_err());
        assert_eq!(tasks.len(), 1);
        let before = tasks[0].done.len();
        pool.run(&mut tasks, 2);
        assert_eq!(tasks[0].done.len(), before + 1);
    }
}
