//! What a load or a run costs, measured where it is done.

use super::Spent;
use crate::instructions::Instructions;
use crate::stopwatch::Stopwatch;

/// Loading may start threads: the time of all of them counts.
pub(super) fn load<T>(work: impl FnOnce() -> T) -> (T, Spent) {
    let watch = Stopwatch::of_process();
    let result = work();
    let spent = Spent {
        last: watch.nanoseconds(),
        ..Spent::default()
    };
    (result, spent)
}

pub(super) fn run<T>(work: impl FnOnce() -> T) -> (T, Spent) {
    let watch = Stopwatch::of_thread();
    let counted = Instructions::of_thread();
    let result = work();
    let instructions = counted.elapsed();
    let spent = Spent {
        last: watch.nanoseconds(),
        instructions,
        total: None,
    };
    (result, spent)
}
