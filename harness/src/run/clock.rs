//! Where the time of a run goes.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// One share of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Starting child processes.
    Start,
    /// The subject loading and computing.
    Subject,
    /// The reference loading and computing; for both sides the wait for the answer counts, a process waking up included.
    Reference,
    /// Moving states and fields between processes.
    Transfer,
    Compare,
    Report,
}

/// Seconds of each share, summed over all jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    pub start: f64,
    pub subject: f64,
    pub reference: f64,
    pub transfer: f64,
    pub compare: f64,
    pub report: f64,
}

impl Clock {
    pub fn add(&mut self, share: Share, time: Duration) {
        *match share {
            Share::Start => &mut self.start,
            Share::Subject => &mut self.subject,
            Share::Reference => &mut self.reference,
            Share::Transfer => &mut self.transfer,
            Share::Compare => &mut self.compare,
            Share::Report => &mut self.report,
        } += time.as_secs_f64();
    }

    /// Runs `work` and books its time.
    pub fn measure<T>(&mut self, share: Share, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.add(share, start.elapsed());
        result
    }
}

impl AddAssign for Clock {
    fn add_assign(&mut self, other: Clock) {
        self.start += other.start;
        self.subject += other.subject;
        self.reference += other.reference;
        self.transfer += other.transfer;
        self.compare += other.compare;
        self.report += other.report;
    }
}
