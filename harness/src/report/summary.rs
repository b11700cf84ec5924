//! The summary of a run: counts, failures worst first, and what was not covered.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use serde::Serialize;

use super::Reporter;
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
    /// Everything that is not ok, worst first.
    pub failures: Vec<Failed>,
    pub uncovered: Uncovered,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub footer: Option<Footer>,
}

/// A failure in one line.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    pub outcome: Outcome,
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
                self.failures.sort_by_key(|failed| Reverse(failed.outcome));
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
        if !record.ok {
            self.failures.push(Failed {
                outcome: record.outcome,
                address: record.address(),
                explanation: record.explanation(),
                repeat: record.repeat.clone(),
            });
        }
    }
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
            std::fs::write(&self.path, text)?;
        }
        Ok(())
    }
}
