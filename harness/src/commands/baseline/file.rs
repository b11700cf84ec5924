//! The file: JSON with one line for each case, so that a change to it is easy to review.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Accepted;
use crate::case::Mode;
use crate::report::Report;

/// Version of the file; `docs/schema/baseline.schema.json` describes it.
const SCHEMA: u32 = 1;

/// Everything that is accepted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    pub schema: u32,
    /// As on the command line; a run of other simulators cannot be checked against it.
    pub subject: String,
    pub reference: String,
    pub cases: BTreeMap<String, BTreeMap<Mode, Accepted>>,
}

/// Why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: not a baseline: {source}", path.display())]
    Json {
        path: PathBuf,
        source: serde_json::Error,
    },
    #[error("{}: the baseline has version {version}, this program reads version {SCHEMA}", path.display())]
    Version { path: PathBuf, version: u32 },
    #[error("the baseline is about {baseline}, the report about {report}")]
    Other { baseline: String, report: String },
}

impl Baseline {
    /// What the report shows is what is accepted.
    pub fn of(report: &Report) -> Baseline {
        let mut baseline = Baseline {
            schema: SCHEMA,
            subject: report.header.subject.kind.clone(),
            reference: report.header.reference.kind.clone(),
            cases: BTreeMap::new(),
        };
        for record in &report.records {
            let case = baseline.cases.entry(record.case.clone()).or_default();
            case.insert(record.mode, Accepted::of(record));
        }
        baseline
    }

    pub fn read(path: &Path) -> Result<Baseline, BaselineError> {
        let text = std::fs::read_to_string(path).map_err(|source| BaselineError::Io {
            path: path.to_owned(),
            source,
        })?;
        let baseline: Baseline =
            serde_json::from_str(&text).map_err(|source| BaselineError::Json {
                path: path.to_owned(),
                source,
            })?;
        if baseline.schema != SCHEMA {
            return Err(BaselineError::Version {
                path: path.to_owned(),
                version: baseline.schema,
            });
        }
        Ok(baseline)
    }

    /// Writes it whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), BaselineError> {
        let fresh = path.with_extension("new");
        let written = self.text().map_err(io::Error::from);
        let written = written.and_then(|text| std::fs::write(&fresh, text));
        let written = written.and_then(|()| std::fs::rename(&fresh, path));
        written.map_err(|source| BaselineError::Io {
            path: path.to_owned(),
            source,
        })
    }

    fn text(&self) -> serde_json::Result<String> {
        let word = serde_json::to_string::<str>;
        let mut text = format!(
            "{{\n\"schema\": {},\n\"subject\": {},\n\"reference\": {},\n\"cases\": {{",
            self.schema,
            word(&self.subject)?,
            word(&self.reference)?
        );
        for (at, (case, modes)) in self.cases.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(
                text,
                "{comma}\n{}: {}",
                word(case)?,
                serde_json::to_string(modes)?
            );
        }
        text += "\n}\n}\n";
        Ok(text)
    }
}
