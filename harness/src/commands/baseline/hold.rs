//! A report held to a baseline.

use std::fmt;

use super::accepted::Standing;
use super::{Accepted, Baseline, BaselineError};
use crate::case::Mode;
use crate::report::Report;
use crate::results::Record;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Held {
    pub worse: Vec<Step>,
    pub better: Vec<Step>,
    /// Records that the baseline does not know and that are equal.
    pub new: usize,
    /// Entries of the baseline that the report does not have.
    pub absent: usize,
    pub same: usize,
}

/// One record that is not as accepted.
#[derive(Clone, Debug)]
pub struct Step {
    pub case: String,
    pub mode: Mode,
    pub words: String,
    pub repeat: String,
}

impl Baseline {
    /// Holds a report to the baseline.
    pub fn hold(&self, report: &Report) -> Result<Held, BaselineError> {
        self.check(report)?;
        let mut held = Held::default();
        let mut seen = 0;
        for record in &report.records {
            let shown = Accepted::of(record);
            let accepted = self.accepted(&record.case, record.mode);
            seen += usize::from(accepted.is_some());
            let step = |words: String| Step {
                case: record.case.clone(),
                mode: record.mode,
                words,
                repeat: record.repeat.clone(),
            };
            match accepted.map(|accepted| accepted.judge(&shown)) {
                None if shown == Accepted::Equal => held.new += 1,
                None => held.worse.push(step("new and not equal".to_owned())),
                Some(Standing::Same) => held.same += 1,
                Some(Standing::Better(words)) => held.better.push(step(words)),
                Some(Standing::Worse(words)) => held.worse.push(step(words)),
            }
        }
        let entries: usize = self.cases.values().map(|modes| modes.len()).sum();
        held.absent = entries - seen;
        Ok(held)
    }

    /// The record, with a note if it is not ok but no worse than what is accepted.
    pub fn mark(&self, record: &Record) -> Record {
        let accepted = self.accepted(&record.case, record.mode);
        let standing = accepted.map(|accepted| accepted.judge(&Accepted::of(record)));
        let no_worse = matches!(standing, Some(Standing::Same | Standing::Better(_)));
        Record {
            accepted: !record.ok && no_worse,
            ..record.clone()
        }
    }

    /// Accepts what is better, and what is new and equal; never what is worse. Returns how many
    /// entries changed.
    pub fn tighten(&mut self, report: &Report) -> Result<usize, BaselineError> {
        self.check(report)?;
        let mut changed = 0;
        for record in &report.records {
            let shown = Accepted::of(record);
            let modes = self.cases.entry(record.case.clone()).or_default();
            let next = match modes.get(&record.mode) {
                Some(accepted) => accepted.tightened(&shown),
                None if shown == Accepted::Equal => shown,
                None => continue,
            };
            if modes.get(&record.mode) != Some(&next) {
                modes.insert(record.mode, next);
                changed += 1;
            }
        }
        self.cases.retain(|_, modes| !modes.is_empty());
        Ok(changed)
    }

    fn accepted(&self, case: &str, mode: Mode) -> Option<&Accepted> {
        self.cases.get(case)?.get(&mode)
    }

    /// A baseline says nothing about another subject or reference.
    fn check(&self, report: &Report) -> Result<(), BaselineError> {
        let words = |subject: &str, reference: &str| format!("{subject} against {reference}");
        let header = &report.header;
        let report = words(&header.subject.kind, &header.reference.kind);
        let baseline = words(&self.subject, &self.reference);
        if report == baseline {
            Ok(())
        } else {
            Err(BaselineError::Other { baseline, report })
        }
    }
}

/// Steps shown of each kind.
const SHOWN: usize = 20;

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (word, steps) in [("worse", &self.worse), ("better", &self.better)] {
            for step in steps.iter().take(SHOWN) {
                let Step {
                    case, mode, words, ..
                } = step;
                writeln!(f, "{word} than the baseline: {case} {mode}: {words}")?;
                if word == "worse" {
                    writeln!(f, "     {}", step.repeat)?;
                }
            }
            if steps.len() > SHOWN {
                let more = steps.len() - SHOWN;
                writeln!(f, "{word} than the baseline: ... and {more} more")?;
            }
        }
        let verdict = if self.worse.is_empty() {
            "ok"
        } else {
            "not ok"
        };
        write!(
            f,
            "{verdict}: baseline: {} worse, {} better, {} as accepted, {} new and equal, {} not run",
            self.worse.len(),
            self.better.len(),
            self.same,
            self.new,
            self.absent
        )?;
        if !self.better.is_empty() || self.new > 0 {
            write!(
                f,
                "; `harness baseline tighten` keeps the ground that was won"
            )?;
        }
        Ok(())
    }
}
