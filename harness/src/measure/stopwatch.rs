//! CPU time, which other processes on the machine do not lengthen as they do wall-clock time.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Runs from its creation on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    clock: ClockId,
    start: Duration,
}

impl Stopwatch {
    /// Time of the calling thread.
    pub(crate) fn of_thread() -> Stopwatch {
        Stopwatch::of(ClockId::ThreadCPUTime)
    }

    /// Time of all threads, for work that may start some.
    pub(crate) fn of_process() -> Stopwatch {
        Stopwatch::of(ClockId::ProcessCPUTime)
    }

    fn of(clock: ClockId) -> Stopwatch {
        let start = now(clock);
        Stopwatch { clock, start }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        now(self.clock).saturating_sub(self.start)
    }

    pub(crate) fn nanoseconds(&self) -> u64 {
        u64::try_from(self.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

/// Time of this process since it was started.
pub(crate) fn process_time() -> Duration {
    now(ClockId::ProcessCPUTime)
}

fn now(clock: ClockId) -> Duration {
    Duration::try_from(clock_gettime(clock)).unwrap_or_default()
}
