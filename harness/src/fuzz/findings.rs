//! Findings of a campaign, grouped so that one bug is one line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::case::Mode;
use crate::results::{Outcome, Record};

/// What differences of one cause have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    pub outcome: Outcome,
    pub mode: Mode,
    pub stage: String,
    /// The field without its element, or the message without its numbers and names.
    pub what: String,
}

impl Cause {
    /// The cause of a record that is not ok.
    pub fn of(record: &Record) -> Cause {
        let (stage, what) = match &record.finding {
            Some(finding) => (
                finding.divergence.stage.to_string(),
                finding.divergence.field.clone(),
            ),
            None => (
                String::new(),
                plain(record.message.as_deref().unwrap_or_default()),
            ),
        };
        Cause {
            outcome: record.outcome,
            mode: record.mode,
            stage,
            what,
        }
    }

    /// Whether it is the reference that crashed, hung or could not go on: not the subject's fault.
    pub fn is_of_reference(&self) -> bool {
        self.what.starts_with("reference:")
            && !matches!(self.outcome, Outcome::Fail | Outcome::Garbage)
    }
}

/// A message in which numbers and quoted names do not tell causes apart.
pub fn plain(message: &str) -> String {
    let mut text = String::new();
    let mut quoted = None;
    for c in message.lines().next().unwrap_or_default().chars() {
        match quoted {
            Some(end) if c == end => quoted = None,
            Some(_) => {}
            None if c == '`' || c == '"' || c == '\'' => {
                quoted = Some(c);
                text.push('_');
            }
            None if c.is_ascii_digit() => {
                if !text.ends_with('#') {
                    text.push('#');
                }
            }
            None => text.push(c),
        }
    }
    text.chars().take(160).collect()
}

/// One cause with its first example and how often it was seen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    pub cause: Cause,
    /// Number of the model that showed it first.
    pub number: u64,
    pub count: u64,
    /// In words, as a run would print it.
    pub example: String,
    /// The command that repeats the first example.
    pub repeat: String,
    /// Where the first example was kept.
    pub kept: Option<String>,
}

/// All findings of a campaign.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    pub all: Vec<Finding>,
}

impl Findings {
    /// Counts a record that is not ok; true if its cause is new.
    pub fn add(&mut self, number: u64, record: &Record, repeat: String) -> bool {
        let cause = Cause::of(record);
        if let Some(known) = self.all.iter_mut().find(|known| known.cause == cause) {
            known.count += 1;
            return false;
        }
        self.all.push(Finding {
            cause,
            number,
            count: 1,
            example: record.explanation(),
            repeat,
            kept: None,
        });
        true
    }

    /// Findings that count against the subject.
    pub fn against_subject(&self) -> impl Iterator<Item = &Finding> {
        self.all
            .iter()
            .filter(|found| !found.cause.is_of_reference())
    }

    /// How many findings there are of each outcome.
    pub fn by_outcome(&self) -> BTreeMap<Outcome, u64> {
        let mut counts = BTreeMap::new();
        for finding in &self.all {
            *counts.entry(finding.cause.outcome).or_insert(0) += finding.count;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_do_not_make_a_new_cause() {
        let one = plain("line 12, column 5: no geom is named `a1`");
        let other = plain("line 7, column 55: no geom is named `floor`");
        assert_eq!(one, other);
        assert_eq!(one, "line #, column #: no geom is named _");
    }
}
