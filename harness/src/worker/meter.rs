//! What a worker's process has spent its time on.

use crate::simulator::{Simulator, Spent, Total};
use crate::stopwatch::{Stopwatch, process_time};

/// Adds up CPU time, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meter {
    computing: u64,
    reading: u64,
}

impl Meter {
    /// Books the load or run that the simulator has just done.
    pub(super) fn computed(&mut self, simulator: &mut dyn Simulator) {
        self.computing += simulator.spent().map_or(0, |spent| spent.last);
    }

    /// Books the reading of fields.
    pub(super) fn reading<T>(&mut self, read: impl FnOnce() -> T) -> T {
        let watch = Stopwatch::of_thread();
        let result = read();
        self.reading += watch.nanoseconds();
        result
    }

    pub(super) fn spent(&self, last: Spent) -> Spent {
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
