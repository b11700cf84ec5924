//! What a simulator has spent, as it reports it itself.

use serde::{Deserialize, Serialize};

/// CPU time of a simulator, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Of the last load or run.
    #[serde(rename = "nanoseconds")]
    pub last: u64,
    /// Instructions of the last run, where they can be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u64>,
    /// What its process has spent since it was started, where it is reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Total>,
}

/// What a simulator's process has spent since it was started, in nanoseconds of CPU time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// Loads and runs.
    pub computing: u64,
    /// Gathering the fields that were read.
    pub reading: u64,
    /// All of the process.
    pub process: u64,
}

impl Total {
    /// What was spent since an earlier time; everything, if the process was restarted in between.
    pub fn since(self, earlier: Total) -> Total {
        if self.process < earlier.process {
            return self;
        }
        Total {
            computing: self.computing.saturating_sub(earlier.computing),
            reading: self.reading.saturating_sub(earlier.reading),
            process: self.process - earlier.process,
        }
    }
}
