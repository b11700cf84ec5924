//! Work distributed over all cores.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Work that takes less than this is done before a thread would have started.
const WORTHWHILE: Duration = Duration::from_micros(200);

/// Does every job once, on as many cores as there are; `scratch` makes what a thread keeps from one
/// job to the next.
pub(super) fn each<J: Sync, S>(
    jobs: &[J],
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(&J, &mut S) + Sync,
) {
    let next = AtomicUsize::new(0);
    let take = || jobs.get(next.fetch_add(1, Ordering::Relaxed));
    let begun = Instant::now();
    let mut own = scratch();
    while begun.elapsed() < WORTHWHILE {
        let Some(job) = take() else { return };
        work(job, &mut own);
    }
    let left = jobs.len().saturating_sub(next.load(Ordering::Relaxed));
    let cores = if left > 1 { cores() } else { 1 };
    thread::scope(|scope| {
        for _ in 1..cores.min(left) {
            scope.spawn(|| {
                let mut own = scratch();
                while let Some(job) = take() {
                    work(job, &mut own);
                }
            });
        }
        while let Some(job) = take() {
            work(job, &mut own);
        }
    });
}

/// The number of cores. Counting them reads system files: it is done once, and not for models that
/// have nothing to distribute.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_even_if_they_take_long() {
        let jobs: Vec<AtomicUsize> = (0..20).map(|_| AtomicUsize::new(0)).collect();
        let work = |job: &AtomicUsize, done: &mut usize| {
            thread::sleep(WORTHWHILE / 4);
            *done += 1;
            job.fetch_add(1, Ordering::Relaxed);
        };
        each(&jobs, || 0, work);
        assert!(jobs.iter().all(|job| job.load(Ordering::Relaxed) == 1));
    }
}
