//! Where the time of a run goes, in seconds of CPU time, which other programs on the machine do not
//! affect.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::{Stopwatch, Total};

/// One share of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    Compare,
    Report,
}

/// Seconds of each share, summed over all jobs and their simulators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Clock {
    pub reference: Seconds,
    pub subject: Seconds,
    /// Starting the simulators' processes, until they say who they are.
    pub start: f64,
    /// The harness sending, receiving and scheduling.
    pub messages: f64,
    pub compare: f64,
    pub report: f64,
}

/// Seconds of the processes of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Seconds {
    /// Loading and running.
    pub computing: f64,
    /// Gathering fields.
    pub reading: f64,
    /// Everything else: receiving requests, taking states, sending fields.
    pub messages: f64,
}

/// Seconds as reports have them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Shares {
        computing: f64,
        reading: f64,
        messages: f64,
    },
    /// One number, up to version 1 of the format.
    Sum(f64),
}

impl From<Written> for Seconds {
    fn from(written: Written) -> Seconds {
        match written {
            Written::Shares {
                computing,
                reading,
                messages,
            } => Seconds {
                computing,
                reading,
                messages,
            },
            Written::Sum(computing) => Seconds {
                computing,
                ..Seconds::default()
            },
        }
    }
}

impl Seconds {
    pub fn total(&self) -> f64 {
        self.computing + self.reading + self.messages
    }

    /// Books what a simulator's process has spent.
    pub(crate) fn book(&mut self, spent: Total) {
        let seconds = |nanoseconds: u64| nanoseconds as f64 * 1e-9;
        let accounted = spent.computing + spent.reading;
        *self += Seconds {
            computing: seconds(spent.computing),
            reading: seconds(spent.reading),
            messages: seconds(spent.process.saturating_sub(accounted)),
        };
    }
}

impl AddAssign for Seconds {
    fn add_assign(&mut self, other: Seconds) {
        self.computing += other.computing;
        self.reading += other.reading;
        self.messages += other.messages;
    }
}

impl Clock {
    /// Runs `work` on this thread and books its time.
    pub fn measure<T>(&mut self, share: Share, work: impl FnOnce() -> T) -> T {
        let watch = Stopwatch::of_thread();
        let result = work();
        *match share {
            Share::Compare => &mut self.compare,
            Share::Report => &mut self.report,
        } += watch.elapsed().as_secs_f64();
        result
    }

    /// Books what a simulator's process has spent before its first model.
    pub(crate) fn book_start(&mut self, spent: Total) {
        self.start += spent.process as f64 * 1e-9;
    }

    /// Books the rest of a thread's time, of which the shares are booked already.
    pub(crate) fn book_thread(&mut self, thread: Stopwatch) {
        let rest = thread.elapsed().as_secs_f64() - self.compare;
        self.messages += rest.max(0.0);
    }
}

impl AddAssign for Clock {
    fn add_assign(&mut self, other: Clock) {
        self.reference += other.reference;
        self.subject += other.subject;
        self.start += other.start;
        self.messages += other.messages;
        self.compare += other.compare;
        self.report += other.report;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_older_reports_are_read() {
        let text = r#"{"start": 1.0, "subject": 2.0, "reference": 3.0, "transfer": 4.0, "compare": 5.0, "report": 6.0}"#;
        let clock: Clock = serde_json::from_str(text).expect("version 1");
        assert_eq!(clock.subject.total(), 2.0);
        assert_eq!((clock.messages, clock.compare), (0.0, 5.0));
        let again = serde_json::to_string(&clock).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Clock>(&again).expect("of now"),
            clock
        );
    }
}
