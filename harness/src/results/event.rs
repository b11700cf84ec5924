//! What a run reports, in the order of the cases.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Outcome, Record, Shard, Verdict};
use crate::measure::Clock;
use crate::simulator::Identity;

/// Something happened.
#[derive(Clone, Debug)]
pub enum Event {
    Started(Box<Header>),
    /// A case was begun; unlike the others this is sent at once, not in order.
    CaseStarted {
        case: String,
    },
    CaseFinished {
        case: String,
        records: Vec<Record>,
    },
    Finished(Footer),
}

/// Who is compared, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    pub schema: u32,
    pub run: String,
    pub subject: Identity,
    pub reference: Identity,
    /// Commit of the working tree, with `+` if it has changes; absent outside a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    pub harness: String,
    pub host: Host,
    /// The command line.
    pub command: Vec<String>,
    /// The flags that change what is compared, as a repetition has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flags: Option<String>,
    /// Seed given by flag; sidecars may have their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    pub default_seed: u64,
    pub cases: usize,
    /// Digest of all that was to be compared; the shards of one run and its completion share it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub plan: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// The machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Host {
    pub os: String,
    pub arch: String,
    pub cpu: String,
    pub cores: usize,
}

/// How it ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Footer {
    pub cases: usize,
    pub records: usize,
    pub outcomes: BTreeMap<Outcome, usize>,
    pub not_ok: usize,
    pub exit_code: u8,
    pub seconds: f64,
    /// Where the time went, summed over all jobs.
    pub time: Clock,
    /// Why the run as a whole is not good, where no record says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Somebody ended the run before all cases were done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Whether anything was compared, a refusal included.
    #[serde(skip)]
    compared: bool,
    #[serde(skip)]
    verdict: Verdict,
}

impl Footer {
    /// Counts one more case.
    pub fn add(&mut self, records: &[Record]) {
        self.cases += 1;
        for record in records {
            self.records += 1;
            *self.outcomes.entry(record.outcome).or_default() += 1;
            self.compared |= record.coverage.values > 0
                || matches!(record.outcome, Outcome::Rejected | Outcome::Stopped);
            if !record.ok {
                self.not_ok += 1;
                // A gap in coverage that is required counts as a mismatch.
                let verdict = record.outcome.verdict().max(Verdict::Mismatch);
                self.verdict = self.verdict.max(verdict);
            }
        }
        self.exit_code = match self.verdict {
            Verdict::Ok | Verdict::Partial => 0,
            Verdict::Mismatch => 100,
            Verdict::Usage => 2,
            Verdict::Broken => 101,
        };
    }
}

impl Footer {
    /// A run that compared nothing shows nothing.
    pub fn require_values(&mut self) {
        if !self.compared && self.not_ok == 0 {
            self.refuse("nothing was compared".to_owned(), 100);
        }
    }

    /// The run ends before all cases are done; the exit code is a shell's for it.
    pub fn interrupt(&mut self) {
        self.interrupted = true;
        self.exit_code = 130;
    }

    /// The run is not good, whatever its records are.
    pub fn refuse(&mut self, reason: String, exit_code: u8) {
        self.refused.get_or_insert(reason);
        self.exit_code = self.exit_code.max(exit_code);
    }
}

impl Host {
    pub fn here() -> Host {
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpuinfo.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == "model name").then(|| value.trim().to_owned())
        });
        Host {
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            cpu: model.unwrap_or_else(|| "unknown".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}
