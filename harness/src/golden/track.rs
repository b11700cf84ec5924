//! What a golden holds.

use std::fmt;

use super::{Digest, Provenance, StageDigest};
use crate::case::Mode;
use crate::number::Number;

/// The recorded values of one fixture, in all its variants.
#[derive(Clone, Debug, PartialEq)]
pub struct Golden {
    pub provenance: Provenance,
    pub cases: Vec<Recorded>,
}

/// One case of the fixture.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// As `[solver=CG]`; empty for the plain case.
    pub variant: String,
    /// What was done, in one line; another line makes the values stale.
    pub schedule: String,
    pub recording: Recording,
}

/// What the reference made of a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Recording {
    /// It refused the model, with this message.
    Rejected(String),
    Accepted(Vec<(Section, Track)>),
}

/// A part of a recording. Forced and free runs share one: the reference's steps are the same in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Compile,
    Forward,
    Steps,
}

impl Section {
    pub const ALL: [Section; 3] = [Section::Compile, Section::Forward, Section::Steps];

    pub fn of(mode: Mode) -> Section {
        match mode {
            Mode::Compile => Section::Compile,
            Mode::Forward => Section::Forward,
            Mode::Forced | Mode::Free => Section::Steps,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Section::Compile => "compile",
            Section::Forward => "forward",
            Section::Steps => "steps",
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The moments of one section.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// The stages that have any values, in pipeline order.
    pub stages: Vec<String>,
    pub moments: Vec<Moment>,
    /// Every field with values, over all moments.
    pub fields: Vec<(String, Digest)>,
}

/// One state, one step, or the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// The state's name, or the step's number.
    pub label: String,
    /// One for each stage of the track; `None` where it has no values at this moment.
    pub stages: Vec<Option<StageDigest>>,
    /// Headline fields; `None` for elements that mean nothing.
    pub values: Vec<FieldValues>,
}

/// A field and its elements.
pub type FieldValues = (String, Vec<Option<Value>>);

/// A recorded number: equal if the bits are, NaN to NaN.
#[derive(Clone, Copy, Debug)]
pub struct Value(pub Number);

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        let (a, b) = (self.0.0, other.0.0);
        a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
    }
}

impl Golden {
    pub fn case(&self, variant: &str) -> Option<&Recorded> {
        self.cases.iter().find(|case| case.variant == variant)
    }
}

impl Recording {
    pub fn track(&self, section: Section) -> Option<&Track> {
        match self {
            Recording::Rejected(_) => None,
            Recording::Accepted(tracks) => tracks
                .iter()
                .find(|(known, _)| *known == section)
                .map(|(_, track)| track),
        }
    }
}

impl Track {
    pub fn field(&self, name: &str) -> Option<Digest> {
        let found = self.fields.iter().find(|(field, _)| field == name);
        found.map(|(_, digest)| *digest)
    }
}

impl Moment {
    pub fn value(&self, name: &str) -> Option<&[Option<Value>]> {
        let found = self.values.iter().find(|(field, _)| field == name);
        found.map(|(_, values)| values.as_slice())
    }
}
