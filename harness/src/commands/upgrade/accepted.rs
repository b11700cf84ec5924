//! Changes that somebody looked at and found to be fine, so that CI is green until a new one comes.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::super::CliError;
use super::judge::Examined;
use crate::report::write_whole;

/// By model: what it does in the new version, which is what was accepted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Accepted {
    changes: BTreeMap<String, Change>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Change {
    from: String,
    to: String,
    /// Over everything that was observed, or the message of a version that rejects the model.
    observed: String,
    words: String,
}

impl Accepted {
    /// What the file has; nothing if there is none.
    pub(super) fn read(path: &Path) -> Result<Accepted, CliError> {
        match std::fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text)
                .map_err(|error| CliError::Usage(format!("{}: {error}", path.display()))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Accepted::default()),
            Err(error) => Err(CliError::io(path.display())(error)),
        }
    }

    /// Whether this very change was accepted.
    pub(super) fn has(&self, one: &Examined, from: &str, to: &str) -> bool {
        self.changes.get(&one.model).is_some_and(|change| {
            change.from == from && change.to == to && change.observed == observed(one)
        })
    }

    pub(super) fn add(&mut self, one: &Examined, from: &str, to: &str) {
        let change = Change {
            from: from.to_owned(),
            to: to.to_owned(),
            observed: observed(one).to_owned(),
            words: one.words.clone(),
        };
        self.changes.insert(one.model.clone(), change);
    }

    /// Writes beside the file and moves it there, so that nothing is lost.
    pub(super) fn write(&self, path: &Path) -> Result<(), CliError> {
        let failed = CliError::io("accepted changes");
        let mut text = serde_json::to_string_pretty(self).map_err(|error| failed(error.into()))?;
        text.push('\n');
        write_whole(path, &text).map_err(&failed)
    }
}

fn observed(one: &Examined) -> &str {
    match one.digest.is_empty() {
        true => &one.words,
        false => &one.digest,
    }
}
