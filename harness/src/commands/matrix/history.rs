//! `history.json`: how each engine did, run by run, kept beside the pages.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::super::CliError;
use super::count::{Column, Counts};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct History {
    pub runs: Vec<Entry>,
}

/// One engine in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub run: String,
    pub subject: String,
    pub version: String,
    pub reference: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Cases that agree, round, are solver-limited, undecidable, unsupported, and fail.
    pub total: Counts,
    pub rows: BTreeMap<String, Counts>,
}

impl History {
    /// What was kept; nothing if there is no such file.
    pub(super) fn read(path: &Path) -> Result<History, CliError> {
        let shown = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text)
                .map_err(|error| CliError::Usage(format!("{shown}: not a history: {error}"))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(History::default()),
            Err(error) => Err(CliError::io(&shown)(error)),
        }
    }

    /// Adds a run, or what is counted of it now if it is there already.
    pub(super) fn add(&mut self, column: &Column) {
        let entry = Entry {
            run: column.run.clone(),
            subject: column.subject.clone(),
            version: column.version.clone(),
            reference: column.reference.clone(),
            commit: column.commit.clone(),
            total: column.total(),
            rows: column.rows.clone(),
        };
        let same = |known: &Entry| known.run == entry.run && known.subject == entry.subject;
        self.runs.retain(|known| !same(known));
        self.runs.push(entry);
        self.runs
            .sort_by(|a, b| (&a.run, &a.subject).cmp(&(&b.run, &b.subject)));
    }

    pub(super) fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
