//! The file `NAME.toml` beside `NAME.xml`: what the default schedule does not say.
//!
//! Every key is optional, an unknown key is an error. `docs/sidecar.md` describes them for authors
//! of fixtures.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use crate::case::matrix::MatrixKeys;
use crate::case::tags::TagKeys;
use crate::case::{Mode, Pose};
use crate::catalogue;
use crate::catalogue::state::{SETTABLE, StateField, state_fields};

/// A sidecar as its author wrote it, checked as far as that is possible without the model.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case", default)]
pub struct Sidecar {
    /// What the fixture shows, in a sentence.
    pub about: Option<String>,
    /// Acceptance criteria that the fixture serves.
    pub acceptance: Vec<Spanned<String>>,
    /// Why the file is not a case (an include fragment, for example).
    pub skip: Option<Spanned<String>>,
    /// Why fields that the subject lacks, or a model that it does not support, are no failure.
    pub allow_uncovered: Option<Spanned<String>>,
    pub expect: Expect,
    pub reject: Option<Spanned<Reject>>,
    pub require: Option<Require>,
    /// What the case is about, as far as folder and model do not say it.
    pub tags: TagKeys,
    pub schedule: ScheduleKeys,
    pub state: Vec<StateKeys>,
    pub poses: Option<PoseKeys>,
    /// Options to run the fixture under.
    pub matrix: Vec<Spanned<MatrixKeys>>,
    pub known: Vec<Known>,
    pub tolerance: Vec<Tolerance>,
    /// What the profile of the subject declares.
    #[serde(skip)]
    pub conventions: Vec<Convention>,
    /// Where the sidecar was read; empty for a case without one.
    #[serde(skip)]
    pub source: Source,
}

/// What a subject does otherwise than MuJoCo, without being wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Convention {
    /// Quaternions of `qpos` are normalised where they are; MuJoCo normalises copies of them.
    NormalizesQpos,
}

/// What both sides must do with the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    #[default]
    Accept,
    Reject,
    /// The same, whichever it is: for models that nobody has looked at.
    Either,
}

/// What each side's message must contain; `*` stands for anything.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reject {
    pub reference: Option<String>,
    pub subject: Option<String>,
    /// What this project's engine says; other subjects have words of their own.
    pub engine: Option<String>,
}

/// What must be covered for the case to be ok; an empty table asks for everything.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Require {
    /// All scheduled modes if left out.
    pub modes: Option<Vec<Mode>>,
    /// Globs of field names; all fields if left out.
    #[serde(default)]
    pub fields: Vec<Spanned<String>>,
}

/// Changes to the default schedule.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ScheduleKeys {
    pub modes: Option<Vec<Mode>>,
    pub seed: Option<u64>,
    /// Number of random states.
    pub random: Option<usize>,
    pub steps: Option<u64>,
    /// Where forced and free runs start: `qpos0`, `keyframe N`, `random N` or `state NAME`.
    pub start: Option<Spanned<String>>,
    pub controls: Option<ControlKind>,
    /// Controls of forced and free runs, one row per step; the last one is held.
    pub control_rows: Option<Spanned<Vec<Vec<f64>>>>,
}

/// Where the controls of forced and free runs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControlKind {
    /// Seeded, within the control ranges and sometimes outside.
    Random,
    /// As the start has them.
    Held,
}

/// States in which every free body lies against its neighbour.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoseKeys {
    /// Number of states of each kind.
    pub count: usize,
    /// All kinds if left out.
    #[serde(default)]
    pub kinds: Option<Vec<Pose>>,
}

/// Numbers of a state, with their position in the file for errors about their count.
type Values = Option<Spanned<Vec<f64>>>;

macro_rules! state_keys {
    ($($field:ident: $kind:ident, $rows:literal * $width:literal;)*) => {
        /// A state at which the forward mode is compared as well.
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct StateKeys {
            pub name: Spanned<String>,
            $($field: Values,)*
        }

        impl StateKeys {
            /// What the state sets, by field.
            pub fn values(&self) -> impl Iterator<Item = (&'static StateField, &Spanned<Vec<f64>>)> {
                let all = SETTABLE.iter().zip([$(&self.$field),*]);
                all.filter_map(|(field, values)| Some((field, values.as_ref()?)))
            }
        }
    };
}

state_fields!(state_keys);

/// A difference that is understood and accepted until a date.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// Glob of field names.
    pub field: Spanned<String>,
    pub reason: Spanned<String>,
    /// First day on which the difference is a failure again.
    pub expires: Spanned<Datetime>,
    #[serde(default)]
    pub modes: Option<Vec<Mode>>,
    /// Glob of element names, with their brackets; all elements if left out.
    #[serde(default)]
    pub element: Option<String>,
    /// It need not occur in this very case.
    #[serde(skip)]
    pub anywhere: bool,
}

/// How far a field may be off and still count as `close`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tolerance {
    pub field: Spanned<String>,
    pub reason: Spanned<String>,
    #[serde(default)]
    pub absolute: f64,
    #[serde(default)]
    pub scaled: f64,
    #[serde(default)]
    pub ulps: u64,
}

/// The file a sidecar came from, to turn spans into lines.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub path: PathBuf,
    text: String,
}

/// A mistake in a sidecar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct SidecarError {
    pub path: PathBuf,
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl fmt::Display for SidecarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SidecarError {
            path, line, column, ..
        } = self;
        write!(f, "{}:{line}:{column}: {}", path.display(), self.message)
    }
}

impl Source {
    pub(super) fn new(path: &Path, text: &str) -> Source {
        Source {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    /// A mistake at `span` of this file.
    pub fn error(&self, span: Range<usize>, message: impl Into<String>) -> SidecarError {
        let before = self.text.get(..span.start).unwrap_or(&self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        SidecarError {
            path: self.path.clone(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
}

impl Sidecar {
    pub fn parse(path: &Path, text: &str) -> Result<Sidecar, SidecarError> {
        let source = Source::new(path, text);
        let mut sidecar: Sidecar = toml::from_str(text).map_err(|error| {
            source.error(error.span().unwrap_or(0..0), error.message().trim_end())
        })?;
        sidecar.source = source;
        sidecar.check()?;
        Ok(sidecar)
    }

    /// What the types cannot say.
    fn check(&self) -> Result<(), SidecarError> {
        let fail = |span, message: String| Err(self.source.error(span, message));
        if let Some(reject) = &self.reject
            && self.expect != Expect::Reject
        {
            return fail(
                reject.span(),
                "[reject] has no meaning without expect = \"reject\"".into(),
            );
        }
        if let (Some(rows), Some(_)) = (&self.schedule.control_rows, self.schedule.controls) {
            let message = "controls and control_rows exclude each other".into();
            return fail(rows.span(), message);
        }
        let reasons = self.known.iter().map(|known| &known.reason);
        let reasons = reasons.chain(self.tolerance.iter().map(|tolerance| &tolerance.reason));
        for text in reasons.chain(&self.skip).chain(&self.acceptance) {
            if text.get_ref().trim().is_empty() {
                return fail(text.span(), "must not be empty".into());
            }
        }
        for known in &self.known {
            let date = known.expires.get_ref();
            if date.date.is_none() || date.time.is_some() {
                return fail(
                    known.expires.span(),
                    "expires must be a date such as 2027-01-31".into(),
                );
            }
        }
        for tolerance in &self.tolerance {
            let bounds = [tolerance.absolute, tolerance.scaled];
            if bounds.iter().any(|bound| bound.is_nan() || *bound < 0.0) {
                return fail(
                    tolerance.field.span(),
                    "a tolerance must not be negative or NaN".into(),
                );
            }
            if bounds == [0.0, 0.0] && tolerance.ulps == 0 {
                return fail(
                    tolerance.field.span(),
                    "a tolerance needs absolute, scaled or ulps".into(),
                );
            }
        }
        self.tags.check(self)?;
        self.check_fields()?;
        self.check_states()
    }

    fn check_fields(&self) -> Result<(), SidecarError> {
        let required = self.require.iter().flat_map(|require| &require.fields);
        let globs = self.known.iter().map(|known| &known.field);
        let globs = globs.chain(self.tolerance.iter().map(|tolerance| &tolerance.field));
        for glob in globs.chain(required) {
            if let Err(message) = catalogue::check_glob(glob.get_ref()) {
                return Err(self.source.error(glob.span(), message));
            }
        }
        Ok(())
    }

    fn check_states(&self) -> Result<(), SidecarError> {
        let mut names = BTreeSet::new();
        for state in &self.state {
            if !names.insert(state.name.get_ref()) {
                let message = format!("a second state named \"{}\"", state.name.get_ref());
                return Err(self.source.error(state.name.span(), message));
            }
        }
        Ok(())
    }
}
