//! Reports read back: of this version of the format and of older ones, whole or truncated.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::SpeedReport;

use crate::results::{Footer, Header, Record, SCHEMA};

/// A run as its report describes it.
#[derive(Clone, Debug)]
pub struct Report {
    pub header: Header,
    pub records: Vec<Record>,
    /// Absent if the run did not end.
    pub footer: Option<Footer>,
    /// Where it was read; the models are near, if they are not where the reader is.
    pub path: PathBuf,
}

/// Everything that a report directory holds.
#[derive(Clone, Debug)]
pub struct Reading {
    pub path: PathBuf,
    /// Absent in a directory with measurements of speed only.
    pub report: Option<Report>,
    pub benches: Vec<SpeedReport>,
}

/// Why a report cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: there is neither a report.jsonl nor a bench.json in it", path.display())]
    Nothing { path: PathBuf },
    #[error("{}: there is no report.jsonl in it, only measurements of speed", path.display())]
    OnlySpeed { path: PathBuf },
    #[error("{}:{line}: not a line of a report: {source}", path.display())]
    Line {
        path: PathBuf,
        line: usize,
        source: serde_json::Error,
    },
    #[error("{}: not a report of speed: {source}", path.display())]
    Bench {
        path: PathBuf,
        source: serde_json::Error,
    },
    #[error("{}: a report begins with its header, and this one does not", path.display())]
    NoHeader { path: PathBuf },
    #[error(
        "{}: the report has version {version} of the format, this program reads versions 1 to {SCHEMA}", path.display()
    )]
    Version { path: PathBuf, version: u64 },
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line {
    Record(Box<Record>),
    Footer(Footer),
}

impl Reading {
    /// Reads a directory that a run made, or its `report.jsonl`, or a `bench.json`.
    pub fn read(path: &Path) -> Result<Reading, ReadError> {
        let mut reading = Reading {
            path: path.to_owned(),
            report: None,
            benches: Vec::new(),
        };
        if !path.is_dir() {
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("json") => reading.benches.push(read_bench(path)?),
                _ => reading.report = Some(Report::read(path)?),
            }
            return Ok(reading);
        }
        let report = path.join("report.jsonl");
        if report.is_file() {
            reading.report = Some(Report::read(&report)?);
        }
        for name in ["bench.json", "bench-load.json"] {
            let file = path.join(name);
            if file.is_file() {
                reading.benches.push(read_bench(&file)?);
            }
        }
        if reading.report.is_none() && reading.benches.is_empty() {
            let path = path.to_owned();
            return Err(ReadError::Nothing { path });
        }
        Ok(reading)
    }
}

impl Report {
    /// Reads a directory with a `report.jsonl`, or the file itself.
    pub fn open(path: &Path) -> Result<Report, ReadError> {
        let reading = Reading::read(path)?;
        let path = reading.path;
        reading.report.ok_or(ReadError::OnlySpeed { path })
    }

    fn read(path: &Path) -> Result<Report, ReadError> {
        Report::parse(path, &read_text(path)?)
    }

    /// The report in `text`; `path` is for messages. A last line that was cut off counts as not
    /// written.
    pub fn parse(path: &Path, text: &str) -> Result<Report, ReadError> {
        let mut lines = text.lines().enumerate();
        let whole = text.ends_with('\n');
        let count = text.lines().count();
        let header = parse_header(path, lines.next().map_or("", |(_, line)| line))?;
        let mut report = Report {
            header,
            records: Vec::new(),
            footer: None,
            path: path.to_owned(),
        };
        for (at, line) in lines {
            match serde_json::from_str(line) {
                Ok(Line::Record(record)) => report.records.push(restored(*record)),
                Ok(Line::Footer(footer)) => report.footer = Some(footer),
                Err(_) if at + 1 == count && !whole => {}
                Err(source) => {
                    return Err(ReadError::Line {
                        path: path.to_owned(),
                        line: at + 1,
                        source,
                    });
                }
            }
        }
        Ok(report)
    }

    /// Whether the run went to its end.
    pub fn is_whole(&self) -> bool {
        self.footer
            .as_ref()
            .is_some_and(|footer| !footer.interrupted)
    }

    /// The run in one line.
    pub fn title(&self) -> String {
        let commit = self.header.commit.as_deref().map(short);
        let commit = commit.map_or(String::new(), |commit| format!(" at {commit}"));
        let Header {
            run,
            subject,
            reference,
            ..
        } = &self.header;
        format!("{run}{commit}, {} against {}", subject.kind, reference.kind)
    }
}

/// A commit as people write it, with its `+` for changes.
pub fn short(commit: &str) -> String {
    let hash = commit.trim_end_matches('+');
    let changed = if hash.len() < commit.len() { "+" } else { "" };
    let hash: String = hash.chars().take(10).collect();
    format!("{hash}{changed}")
}

/// The version is checked before anything else, so that a newer report gets a clear error.
fn parse_header(path: &Path, line: &str) -> Result<Header, ReadError> {
    let no_header = || ReadError::NoHeader {
        path: path.to_owned(),
    };
    let value: serde_json::Value = serde_json::from_str(line).map_err(|_| no_header())?;
    if value["type"] != "header" {
        return Err(no_header());
    }
    let version = value["schema"].as_u64().unwrap_or(0);
    if version == 0 || version > u64::from(SCHEMA) {
        let path = path.to_owned();
        return Err(ReadError::Version { path, version });
    }
    serde_json::from_value(value).map_err(|source| ReadError::Line {
        path: path.to_owned(),
        line: 1,
        source,
    })
}

/// JSON has one kind of float: the type says which values were singles.
fn restored(mut record: Record) -> Record {
    if let Some(finding) = &mut record.finding {
        let found = &mut finding.divergence.disagreement;
        if let Some(elem) = found.elem {
            for value in [&mut found.reference, &mut found.subject] {
                *value = value.map(|value| value.of_type(elem));
            }
        }
    }
    record
}

fn read_bench(path: &Path) -> Result<SpeedReport, ReadError> {
    let text = read_text(path)?;
    serde_json::from_str(&text).map_err(|source| ReadError::Bench {
        path: path.to_owned(),
        source,
    })
}

fn read_text(path: &Path) -> Result<String, ReadError> {
    std::fs::read_to_string(path).map_err(|source| ReadError::Io {
        path: path.to_owned(),
        source,
    })
}
