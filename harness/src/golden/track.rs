//! What a golden holds.

use std::collections::BTreeSet;
use std::fmt;

use super::digest::Hash;
use super::{Digest, FEW, Provenance, ShortDigest};
use crate::case::Mode;
use crate::named_enum::named_enum;
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
    /// What was done, in one line; the values are stale if it changes.
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

named_enum! {
    /// A part of a recording. Forced and free runs share one: the reference's steps are the same in
    /// both.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Section {
        Compile = "compile",
        Save = "save",
        Forward = "forward",
        Steps = "steps",
        Inverse = "inverse",
        Query = "query",
        Derivative = "derivative",
        Edit = "edit",
    }
}

impl Section {
    /// Where a mode is recorded.
    pub fn of(mode: Mode) -> Section {
        match mode {
            Mode::Compile => Section::Compile,
            Mode::Save => Section::Save,
            Mode::Forward => Section::Forward,
            Mode::Forced | Mode::Free => Section::Steps,
            Mode::Inverse => Section::Inverse,
            Mode::Query => Section::Query,
            Mode::Derivative => Section::Derivative,
            Mode::Edit => Section::Edit,
        }
    }

    /// Whether its moments are counted instead of named: steps, calls.
    pub fn is_counted(self) -> bool {
        !matches!(self, Section::Compile | Section::Forward | Section::Inverse)
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
    pub moments: Vec<Moment>,
    /// Every field that is not in full wherever it has values.
    pub fields: Vec<(String, Trace)>,
}

/// One state, one step, or the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// The state's name, or the step's number.
    pub label: String,
    /// Headline fields; `None` for elements that mean nothing.
    pub values: Vec<FieldValues>,
}

/// The digests of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Trace {
    /// One at every moment.
    Always(Digest),
    Changing {
        /// Over all moments.
        all: Digest,
        /// At each moment; `None` where the field has no values.
        each: Vec<Option<ShortDigest>>,
    },
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

impl Trace {
    /// Whether a field with this hash at this moment has what was recorded.
    pub fn agrees(&self, at: usize, hash: Option<Hash>) -> bool {
        match self {
            Trace::Always(digest) => hash.map(Hash::digest) == Some(*digest),
            Trace::Changing { each, .. } => {
                let recorded = each.get(at).copied().flatten();
                hash.map(Hash::short) == recorded
            }
        }
    }
}

impl Track {
    pub fn trace(&self, name: &str) -> Option<&Trace> {
        find(&self.fields, name)
    }

    /// Whether the field has values at any moment.
    pub fn has(&self, name: &str) -> bool {
        let in_full = || {
            self.moments
                .iter()
                .any(|moment| moment.value(name).is_some())
        };
        self.trace(name).is_some() || in_full()
    }

    /// The fields that have values at any moment.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let in_full = self.moments.iter().flat_map(|moment| &moment.values);
        let in_full = in_full.map(|(name, _)| name.as_str());
        let digests = self.fields.iter().map(|(name, _)| name.as_str());
        let all: BTreeSet<&str> = in_full.chain(digests).collect();
        all.into_iter()
    }

    /// What moment `at` has in full unless it says otherwise: what the track has there that this
    /// one is `like`, or what the moment before has.
    pub(super) fn expected<'a>(
        &'a self,
        section: Section,
        like: Option<&'a Track>,
        at: usize,
    ) -> Vec<&'a FieldValues> {
        let (source, stay) = match (like, at.checked_sub(1)) {
            (Some(like), _) => (like.moments.get(at), true),
            (None, Some(before)) => (self.moments.get(before), section != Section::Steps),
            (None, None) => (None, true),
        };
        let values = source.map_or(&[][..], |moment| &moment.values).iter();
        values
            .filter(|(_, elements)| stay || elements.len() <= FEW)
            .collect()
    }
}

impl Moment {
    pub fn value(&self, name: &str) -> Option<&[Option<Value>]> {
        find(&self.values, name).map(Vec::as_slice)
    }
}

fn find<'a, T>(pairs: &'a [(String, T)], name: &str) -> Option<&'a T> {
    let found = pairs.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value)
}
