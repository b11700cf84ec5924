//! One line: which run, how it went, the worst error of each field, and how fast.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::number::Number;
use crate::report::{Reading, Report};
use crate::results::{Outcome, Verdict};

/// Version of a line; `docs/schema/history.schema.json` describes it.
const SCHEMA: u32 = 1;

/// A run in one line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub schema: u32,
    /// The moment at which it began, as reports are named.
    pub run: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    pub subject: String,
    pub reference: String,
    pub cases: usize,
    pub records: usize,
    pub not_ok: usize,
    /// The run went to its end.
    pub whole: bool,
    pub values: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    pub outcomes: BTreeMap<Outcome, usize>,
    /// Largest scaled error of each field that differs anywhere.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub worst: BTreeMap<String, Number>,
    /// Speed ratios, by `step` or `load` and by model.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub speed: BTreeMap<String, BTreeMap<String, f64>>,
}

/// Why a history cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}:{line}: not a line of a history: {source}", path.display())]
    Line {
        path: PathBuf,
        line: usize,
        source: serde_json::Error,
    },
}

impl Entry {
    pub(super) fn new(report: &Report, reading: &Reading) -> Entry {
        let mut entry = Entry {
            schema: SCHEMA,
            run: report.header.run.clone(),
            commit: report.header.commit.clone(),
            subject: report.header.subject.kind.clone(),
            reference: report.header.reference.kind.clone(),
            cases: report.header.cases,
            records: report.records.len(),
            not_ok: report.records.iter().filter(|record| !record.ok).count(),
            whole: report.is_whole(),
            values: report.records.iter().map(|r| r.coverage.values).sum(),
            seconds: report.footer.as_ref().map(|footer| footer.seconds),
            outcomes: BTreeMap::new(),
            worst: BTreeMap::new(),
            speed: BTreeMap::new(),
        };
        for record in &report.records {
            *entry.outcomes.entry(record.outcome).or_default() += 1;
            for field in &record.differing {
                let worst = entry.worst.entry(field.field.clone()).or_default();
                worst.0 = worst.0.max(field.size());
            }
        }
        for bench in &reading.benches {
            let models = entry.speed.entry(bench.unit.to_string()).or_default();
            models.extend(
                bench
                    .models
                    .iter()
                    .map(|row| (row.model.clone(), row.ratio)),
            );
        }
        entry
    }

    /// Records of outcomes with this verdict.
    pub(super) fn count(&self, verdict: Verdict) -> usize {
        let outcomes = self.outcomes.iter();
        let counted = outcomes.filter(|(outcome, _)| outcome.verdict() == verdict);
        counted.map(|(_, count)| count).sum()
    }

    /// Geometric mean of the ratios of one unit.
    pub(super) fn mean_ratio(&self, unit: &str) -> Option<f64> {
        let models = self.speed.get(unit).filter(|models| !models.is_empty())?;
        let sum: f64 = models.values().map(|ratio| ratio.ln()).sum();
        Some((sum / models.len() as f64).exp())
    }
}

/// All lines of a history.
pub(super) fn read(path: &Path) -> Result<Vec<Entry>, HistoryError> {
    let text = std::fs::read_to_string(path).map_err(|source| HistoryError::Io {
        path: path.to_owned(),
        source,
    })?;
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty());
    let parse = |(at, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|source| HistoryError::Line {
            path: path.to_owned(),
            line: at + 1,
            source,
        })
    };
    lines.map(parse).collect()
}

/// Adds a line, unless the run has one already. Returns whether it did.
pub(super) fn add(path: &Path, entry: &Entry) -> Result<bool, HistoryError> {
    let io_error = |source| HistoryError::Io {
        path: path.to_owned(),
        source,
    };
    if path.exists() && read(path)?.iter().any(|known| known.run == entry.run) {
        return Ok(false);
    }
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(io_error)?;
    }
    let mut options = OpenOptions::new();
    let mut file = options
        .create(true)
        .append(true)
        .read(true)
        .open(path)
        .map_err(io_error)?;
    let json = serde_json::to_string(entry).map_err(|error| io_error(error.into()))?;
    // A single write, so that a reader never sees half of it.
    let begin = if ends_a_line(&mut file).map_err(io_error)? {
        ""
    } else {
        "\n"
    };
    let line = format!("{begin}{json}\n");
    file.write_all(line.as_bytes()).map_err(io_error)?;
    Ok(true)
}

fn ends_a_line(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}
