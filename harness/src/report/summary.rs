//! The summary of a run: counts, failures worst first, and what was not covered.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use serde::Serialize;

use super::{Reporter, at};
use crate::case::Mode;
use crate::results::{Event, Footer, Header, Outcome, Record, SCHEMA};

/// Gathered while the run goes on.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    pub schema: u32,
    pub ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<Header>,
    /// Records by mode and outcome.
    pub modes: BTreeMap<Mode, BTreeMap<Outcome, usize>>,
    /// Comparisons of single values.
    pub values: u64,
    /// Everything that is not ok and that no baseline accepts, worst first.
    pub failures: Vec<Failed>,
    /// Records that are not ok, but no worse than a baseline accepts.
    #[serde(skip_serializing_if = "is_zero")]
    pub accepted: usize,
    pub uncovered: Uncovered,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub footer: Option<Footer>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A failure in one line.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    pub outcome: Outcome,
    /// What failures of the same cause share: stage and field, or what was said.
    pub cause: String,
    /// The largest error relative to the scale of its field; none if it has no size.
    #[serde(skip)]
    pub size: Option<f64>,
    pub address: String,
    pub explanation: String,
    pub repeat: String,
}

/// What the run did not show.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Uncovered {
    /// Records that lack a field, by field.
    pub missing_fields: BTreeMap<String, usize>,
    /// Cases that the subject does not support, by what it says without its place.
    pub unsupported: BTreeMap<String, usize>,
    /// Records of modes that the subject cannot do, by mode and reason.
    pub unable: BTreeMap<String, usize>,
}

impl Summary {
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::Started(header) => {
                self.schema = SCHEMA;
                self.header = Some((**header).clone());
            }
            Event::CaseStarted { .. } => {}
            Event::CaseFinished { records, .. } => {
                for record in records {
                    self.record(record);
                }
            }
            Event::Finished(footer) => {
                self.ok = footer.exit_code == 0;
                let size = |failed: &Failed| failed.size.unwrap_or(f64::INFINITY);
                self.failures.sort_by(|a, b| {
                    let by_size = size(b).total_cmp(&size(a));
                    b.outcome.cmp(&a.outcome).then(by_size)
                });
                self.footer = Some(footer.clone());
            }
        }
    }

    fn record(&mut self, record: &Record) {
        let outcomes = self.modes.entry(record.mode).or_default();
        *outcomes.entry(record.outcome).or_default() += 1;
        self.values += record.coverage.values;
        for field in &record.missing {
            let count = self.uncovered.missing_fields.entry(field.clone());
            *count.or_default() += 1;
        }
        let message = record.message.clone().unwrap_or_default();
        match record.outcome {
            Outcome::Unsupported => {
                let count = self.uncovered.unsupported.entry(without_place(&message));
                *count.or_default() += 1;
            }
            Outcome::Unable => {
                let key = format!("{}: {message}", record.mode);
                *self.uncovered.unable.entry(key).or_default() += 1;
            }
            _ => {}
        }
        if record.accepted {
            self.accepted += 1;
        } else if !record.ok {
            self.failures.push(Failed {
                outcome: record.outcome,
                cause: cause(record),
                size: size(record),
                address: record.address(),
                explanation: record.explanation(),
                repeat: record.repeat.clone(),
            });
        }
    }
}

/// Failures of one cause: the worst of them, and how many there are.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    pub first: &'a Failed,
    pub count: usize,
}

impl Summary {
    /// The failures by cause, in their order.
    pub fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for failed in &self.failures {
            let same = |group: &&mut Group<'_>| {
                (group.first.outcome, &group.first.cause) == (failed.outcome, &failed.cause)
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.count += 1,
                None => groups.push(Group {
                    first: failed,
                    count: 1,
                }),
            }
        }
        groups
    }
}

/// What failures of the same cause share.
fn cause(record: &Record) -> String {
    match &record.finding {
        Some(finding) => {
            let divergence = &finding.divergence;
            format!("{} {}", divergence.stage, divergence.field)
        }
        None => {
            // Numbers tell apart what has the same cause.
            let text = without_place(record.message.as_deref().unwrap_or_default());
            text.chars().filter(|c| !c.is_ascii_digit()).collect()
        }
    }
}

/// The largest error of a record, relative to the scale of its field: one that is tiny beside all
/// values of such fields is small, even where the reference has zeros only.
fn size(record: &Record) -> Option<f64> {
    let found = &record.finding.as_ref()?.divergence.disagreement;
    let gap = found.gap?;
    let scaled = gap.scaled.0;
    scaled.is_finite().then_some(scaled)
}

/// The first line of a message without the `file:line:column: ` before it, so that equal reasons
/// count together.
fn without_place(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = line.splitn(4, ':').collect();
    match parts.as_slice() {
        [_, row, column, rest] if is_number(row) && is_number(column) => rest.trim().to_owned(),
        _ => line.to_owned(),
    }
}

/// `summary.json`, written when the run has ended.
#[derive(Debug)]
pub struct SummaryFile {
    pub path: PathBuf,
    pub summary: Summary,
}

impl Reporter for SummaryFile {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.summary.take(event);
        if let Event::Finished(_) = event {
            let mut text = serde_json::to_string_pretty(&self.summary)?;
            text.push('\n');
            std::fs::write(&self.path, text).map_err(at(&self.path))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(outcome: Outcome, cause: &str, size: Option<f64>) -> Failed {
        Failed {
            outcome,
            cause: cause.to_owned(),
            size,
            address: cause.to_owned(),
            explanation: String::new(),
            repeat: String::new(),
        }
    }

    #[test]
    fn the_worst_comes_first_and_one_cause_is_one_group() {
        let mut summary = Summary {
            failures: vec![
                failed(Outcome::Fail, "tiny", Some(2e-322)),
                failed(Outcome::Fail, "large", Some(0.3)),
                failed(Outcome::Crash, "crash", None),
                failed(Outcome::Fail, "large", Some(0.2)),
                failed(Outcome::Fail, "no size", None),
            ],
            ..Summary::default()
        };
        summary.take(&Event::Finished(Footer::default()));
        let groups = summary.groups();
        let causes: Vec<(&str, usize)> = groups
            .iter()
            .map(|group| (group.first.cause.as_str(), group.count))
            .collect();
        assert_eq!(
            causes,
            [("crash", 1), ("no size", 1), ("large", 2), ("tiny", 1)]
        );
    }
}
