//! What a load or a run costs, measured where it is done.

use super::instructions::Instructions;
use super::{Spent, Stopwatch};

/// Loading may start threads: the time of all of them counts.
pub(crate) fn measured_load<T>(work: impl FnOnce() -> T) -> (T, Spent) {
    let watch = Stopwatch::of_process();
    let result = work();
    let spent = Spent {
        last: watch.nanoseconds(),
        ..Spent::default()
    };
    (result, spent)
}

/// A run keeps to its thread, whose instructions can be counted.
pub(crate) fn measured_run<T>(work: impl FnOnce() -> T) -> (T, Spent) {
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
