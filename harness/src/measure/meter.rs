//! What a worker's process has spent its time on.

use super::stopwatch::process_time;
use super::{Spent, Stopwatch, Total};

/// Adds up CPU time, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Meter {
    computing: u64,
    reading: u64,
}

impl Meter {
    /// Books the last load or run of a simulator.
    pub(crate) fn computed(&mut self, spent: Spent) {
        self.computing += spent.last;
    }

    /// Books the reading of fields.
    pub(crate) fn reading<T>(&mut self, read: impl FnOnce() -> T) -> T {
        let watch = Stopwatch::of_thread();
        let result = read();
        self.reading += watch.nanoseconds();
        result
    }

    pub(crate) fn spent(&self, last: Spent) -> Spent {
        let process = process_time().as_nanos();
        Spent {
            total: Some(Total {
                computing: self.computing,
                reading: self.reading,
                process: u64::try_from(process).unwrap_or(u64::MAX),
            }),
            ..last
        }
    }
}
