//! What each engine makes of each case, counted row by row.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::case::Mode;
use crate::case::tags::{Tagging, Tags};
use crate::report::Report;
use crate::results::{Outcome, Record, counted, quote};

/// What an engine makes of a case, in all modes together: the worst of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// All bits that were compared are equal, a refusal or an error included.
    Agrees,
    /// Differences that rounding explains, or a tolerance that was asked for.
    Rounding,
    SolverLimited,
    Undecidable,
    Unsupported,
    Fails,
}

impl Class {
    pub(super) const ALL: [Class; 6] = [
        Class::Agrees,
        Class::Rounding,
        Class::SolverLimited,
        Class::Undecidable,
        Class::Unsupported,
        Class::Fails,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Class::Agrees => "agrees",
            Class::Rounding => "rounding",
            Class::SolverLimited => "solver-limited",
            Class::Undecidable => "undecidable",
            Class::Unsupported => "unsupported",
            Class::Fails => "fails",
        }
    }

    /// What one record says; nothing if the engine lacks the mode as such, which is no statement
    /// about the case.
    pub(super) fn of(record: &Record) -> Option<Class> {
        Some(match record.outcome {
            Outcome::Pass | Outcome::Rejected | Outcome::Stopped => Class::Agrees,
            Outcome::Rounding | Outcome::Close => Class::Rounding,
            // Fields are missing, those that are there were compared.
            Outcome::Missing if record.coverage.values == 0 && record.mode != Mode::Compile => {
                Class::Unsupported
            }
            Outcome::Missing if record.rounding.is_some() => Class::Rounding,
            Outcome::Missing => Class::Agrees,
            Outcome::SolverLimited => Class::SolverLimited,
            Outcome::Undecidable => Class::Undecidable,
            Outcome::Unsupported => Class::Unsupported,
            Outcome::Unable | Outcome::Empty => return None,
            // A known fault is a fault.
            Outcome::Known
            | Outcome::UnexpectedPass
            | Outcome::Fail
            | Outcome::ReferenceError
            | Outcome::SidecarError
            | Outcome::Garbage
            | Outcome::OutOfMemory
            | Outcome::Timeout
            | Outcome::Crash => Class::Fails,
        })
    }
}

/// Cases by what became of them, in the order of [`Class::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counts([usize; 6]);

impl Counts {
    pub(super) fn get(self, class: Class) -> usize {
        self.0[class as usize]
    }

    fn add(&mut self, class: Class) {
        self.0[class as usize] += 1;
    }

    pub(super) fn cases(self) -> usize {
        self.0.iter().sum()
    }

    /// Cases in which nothing is wrong with the engine as far as it can be said.
    pub(super) fn good(self) -> usize {
        self.get(Class::Agrees) + self.get(Class::Rounding)
    }

    /// `12 cases: 5 agrees, 4 rounding, 3 fails`.
    pub(super) fn words(self) -> String {
        let parts = Class::ALL.iter().filter(|class| self.get(**class) > 0);
        let parts = parts.map(|class| format!("{} {}", self.get(*class), class.name()));
        let cases = counted(self.cases() as u64, "case");
        format!("{cases}: {}", parts.collect::<Vec<_>>().join(", "))
    }
}

/// One engine in one run.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub subject: String,
    pub version: String,
    pub reference: String,
    pub precision: String,
    pub commit: Option<String>,
    pub run: String,
    /// The command line that made it.
    pub command: String,
    pub slug: String,
    /// Its own report, from the directory of the pages.
    pub report: String,
    pub modes: BTreeSet<Mode>,
    /// Fields that it does not have.
    pub missing: usize,
    pub rows: BTreeMap<String, Counts>,
    total: Counts,
    /// What each case became, with the record that says so, row by row.
    pub cases: BTreeMap<String, Vec<(Class, Record)>>,
}

impl Column {
    pub(super) fn of(report: &Report, tags: &BTreeMap<String, Tags>, by: Tagging) -> Column {
        let header = &report.header;
        let mut worst: BTreeMap<&str, (Class, &Record)> = BTreeMap::new();
        let (mut modes, mut missing) = (BTreeSet::new(), BTreeSet::new());
        for record in &report.records {
            let Some(class) = Class::of(record).filter(|_| tags.contains_key(&record.case)) else {
                continue;
            };
            modes.insert(record.mode);
            missing.extend(record.missing.iter().map(String::as_str));
            let known = worst.entry(&record.case).or_insert((class, record));
            if class > known.0 {
                *known = (class, record);
            }
        }
        let mut column = Column {
            subject: header.subject.kind.clone(),
            version: header.subject.version.clone(),
            reference: header.reference.kind.clone(),
            precision: header
                .subject
                .precision
                .map_or("f64".to_owned(), |p| p.to_string()),
            commit: header.commit.clone(),
            run: header.run.clone(),
            command: command(&header.command),
            slug: slug(&header.subject.kind),
            report: String::new(),
            modes,
            missing: missing.len(),
            rows: BTreeMap::new(),
            total: Counts::default(),
            cases: BTreeMap::new(),
        };
        for (case, (class, record)) in worst {
            column.total.add(class);
            for row in tags.get(case).into_iter().flat_map(|tags| by.of(tags)) {
                column.rows.entry(row.clone()).or_default().add(class);
                let cases = column.cases.entry(row.clone()).or_default();
                cases.push((class, record.clone()));
            }
        }
        column
    }

    pub(super) fn counts(&self, row: &str) -> Counts {
        self.rows.get(row).copied().unwrap_or_default()
    }

    pub(super) fn total(&self) -> Counts {
        self.total
    }
}

fn command(words: &[String]) -> String {
    let words = words.iter().map(|word| quote(word));
    words.fold("harness".to_owned(), |line, word| line + " " + &word)
}

/// A name that is fit for a file. Different subjects have different ones.
pub(super) fn slug(subject: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._".contains(c);
    if subject.chars().all(|c| plain(c) || c == '@') {
        return subject.replace('@', "-");
    }
    let kept: String = subject
        .chars()
        .map(|c| if plain(c) { c } else { '-' })
        .collect();
    let key = crate::hash::bytes(subject.as_bytes());
    format!("{}-{}", &kept[..kept.len().min(40)], &key[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_have_files_of_their_own() {
        assert_eq!(slug("mjx@3.2.6"), "mjx-3.2.6");
        let (a, b) = (
            slug("process:python3 a.py --x"),
            slug("process:python3 a.py +-x"),
        );
        assert_ne!(a, b);
        assert!(a.starts_with("process-python3-a.py"), "{a}");
    }

    #[test]
    fn counts_are_said_in_words() {
        let mut counts = Counts::default();
        for class in [Class::Agrees, Class::Fails, Class::Agrees] {
            counts.add(class);
        }
        assert_eq!(counts.words(), "3 cases: 2 agrees, 1 fails");
        assert_eq!((counts.good(), counts.cases()), (2, 3));
    }
}
