//! What was agreed on: the verdict on each claim, its words, and the fixtures that show it. A change
//! to any of them fails until somebody accepts it.
//!
//! `acceptance/pins.txt` has a line for each criterion: its id, the verdict, a digest of the claim
//! with what it expects, and one of the fixtures.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use super::verdict::{Judged, SpecVerdict};
use crate::hash;

/// One criterion as it was agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pin {
    verdict: String,
    claim: String,
    fixtures: String,
}

/// All criteria by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pins {
    pins: BTreeMap<String, Pin>,
}

/// Digits of a digest that are kept.
const DIGITS: usize = 16;

/// The file below the fixtures.
pub(super) fn path(root: &Path) -> PathBuf {
    root.join("acceptance").join("pins.txt")
}

impl Pins {
    /// What the criteria and their fixtures are now.
    pub(super) fn of(root: &Path, judged: &[Judged<'_>]) -> io::Result<Pins> {
        let mut pins = BTreeMap::new();
        for one in judged {
            let criterion = one.criterion;
            let mut fixtures = String::new();
            for check in &criterion.checks {
                for extension in ["xml", "toml"] {
                    let file = root.join(&check.fixture).with_extension(extension);
                    if file.is_file() {
                        fixtures += &hash::file(&file)?;
                    }
                }
            }
            let words = format!(
                "{:?} {:?} {:?} {:?}",
                criterion.claim, criterion.checks, criterion.test, criterion.read
            );
            let pin = Pin {
                verdict: word(one.spec).to_owned(),
                claim: digest(&words),
                fixtures: digest(&fixtures),
            };
            pins.insert(criterion.id.clone(), pin);
        }
        Ok(Pins { pins })
    }

    /// The file's content; none where there is no file. A line that is not understood counts as
    /// missing.
    pub(super) fn read(path: &Path) -> io::Result<Option<Pins>> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut pins = BTreeMap::new();
        for line in text.lines() {
            if let [id, verdict, claim, fixtures] = line.split('\t').collect::<Vec<_>>()[..] {
                let pin = Pin {
                    verdict: verdict.to_owned(),
                    claim: claim.to_owned(),
                    fixtures: fixtures.to_owned(),
                };
                pins.insert(id.to_owned(), pin);
            }
        }
        Ok(Some(Pins { pins }))
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (id, pin) in &self.pins {
            let Pin {
                verdict,
                claim,
                fixtures,
            } = pin;
            let _ = writeln!(text, "{id}\t{verdict}\t{claim}\t{fixtures}");
        }
        text
    }

    /// What changed since it was agreed on, a line each.
    pub(super) fn changes(&self, now: &Pins) -> Vec<String> {
        let mut changes = Vec::new();
        for (id, pin) in &now.pins {
            let Some(agreed) = self.pins.get(id) else {
                changes.push(format!("{id}: not pinned yet"));
                continue;
            };
            if agreed.verdict != pin.verdict {
                let (was, is) = (&agreed.verdict, &pin.verdict);
                changes.push(format!("{id}: the verdict was `{was}` and is `{is}`"));
            }
            if agreed.claim != pin.claim {
                changes.push(format!("{id}: the claim or what it expects changed"));
            }
            if agreed.fixtures != pin.fixtures {
                changes.push(format!("{id}: its fixtures changed"));
            }
        }
        let gone = self.pins.keys().filter(|id| !now.pins.contains_key(*id));
        changes.extend(gone.map(|id| format!("{id}: pinned, but gone")));
        changes
    }
}

fn word(verdict: SpecVerdict) -> &'static str {
    match verdict {
        SpecVerdict::Right => "holds",
        SpecVerdict::Code => "held by a test",
        SpecVerdict::Underspecified => "unsaid",
        SpecVerdict::Wrong => "spec wrong",
    }
}

fn digest(text: &str) -> String {
    hash::bytes(text.as_bytes())[..DIGITS].to_owned()
}
