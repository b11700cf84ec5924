//! What is reported of one case in one mode.

use std::borrow::Cow;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Outcome;
use super::curve::Curve;
use super::film::Film;
use super::place::Place;
use super::rounding::Rounding;
use crate::case::Mode;
use crate::compare::{Bound, Category, Divergence};
use crate::number::Number;

/// One line of the report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    pub case: String,
    pub path: PathBuf,
    pub mode: Mode,
    pub outcome: Outcome,
    /// Whether the run may still be called good.
    pub ok: bool,
    /// Not ok, but no worse than what a baseline accepts.
    #[serde(default, skip_serializing_if = "is_false")]
    pub accepted: bool,
    /// Acceptance criteria that the fixture serves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acceptance: Vec<String>,
    /// Why, where there is no finding that says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    pub coverage: Coverage,
    /// The first divergence in pipeline order at the first moment that diverges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<Finding>,
    /// The line of the MJCF that it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What else differs at that moment: its consequences, as a rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folded: Vec<Folded>,
    /// Moments at which anything differs.
    pub diverging: u64,
    /// Every field that differs anywhere, in the order in which they were found, each with its
    /// worst.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differing: Vec<Worst>,
    /// What was measured, where rounding is the measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounding: Option<Rounding>,
    /// Bounds that made a field close.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<Bound>,
    /// Recorded divergences that occurred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<String>,
    /// Fields that the subject does not compute.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Fields that only the subject has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<String>,
    /// Largest scaled error by step, for runs that diverge: of all fields in a forced run, of the
    /// state in a free one.
    #[serde(default, skip_serializing_if = "Curve::is_empty")]
    pub curve: Curve,
    /// What a free run that failed looked like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub film: Option<Box<Film>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    pub seconds: Number,
    /// The command that repeats this comparison.
    pub repeat: String,
}

/// How much was compared.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Coverage {
    /// States or steps.
    pub moments: u64,
    /// Fields at each moment.
    pub fields: usize,
    /// Values in all.
    pub values: u64,
    /// Stage by stage in pipeline order: fields that have values, and their values over all
    /// moments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<(Cow<'static, str>, usize, u64)>,
}

/// A divergence with its place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The state's label, or the step.
    pub moment: String,
    /// Number of the state from 0, or of the step from 1; 0 for the model.
    pub step: u64,
    #[serde(flatten)]
    pub divergence: Divergence,
}

/// A divergence in short.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Folded {
    pub field: String,
    pub stage: Cow<'static, str>,
    pub count: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u64>,
}

/// The worst of one field over all moments.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Worst {
    pub field: String,
    pub stage: Cow<'static, str>,
    /// Moments at which it differs.
    pub moments: u64,
    pub category: Category,
    /// Scaled error of the worst; absent where the difference has no size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scaled: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absolute: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u64>,
    /// What a comparator that knows the field adds; not part of reports.
    #[serde(skip)]
    pub note: Option<String>,
}

impl Worst {
    pub fn new(divergence: &Divergence) -> Worst {
        let found = &divergence.disagreement;
        Worst {
            field: divergence.field.clone(),
            stage: divergence.stage.clone(),
            moments: 1,
            category: found.category,
            scaled: found.gap.map(|gap| gap.scaled),
            absolute: found.gap.map(|gap| gap.absolute),
            ulps: found.gap.and_then(|gap| gap.ulps),
            note: found.note.clone(),
        }
    }

    /// How bad it is; a difference without a size is worse than any number.
    pub fn size(&self) -> f64 {
        match self.scaled {
            Some(Number(scaled)) if !scaled.is_nan() => scaled,
            _ => f64::INFINITY,
        }
    }

    /// Takes in another moment of the same field.
    pub fn add(&mut self, other: Worst) {
        let moments = self.moments + other.moments;
        if other.size() > self.size() {
            *self = other;
        }
        self.moments = moments;
    }
}

impl Record {
    /// The failure's address: case, mode, moment, stage, field and element.
    pub fn address(&self) -> String {
        let mut address = format!("{} {}", self.case, self.mode);
        if let Some(finding) = &self.finding {
            let Divergence {
                stage, field, name, ..
            } = &finding.divergence;
            if !finding.moment.is_empty() {
                address += &format!(" {}", finding.moment);
            }
            address += &format!(" {stage} {field}{name}");
        }
        address
    }

    /// What is wrong there, in one line.
    pub fn explanation(&self) -> String {
        let Some(finding) = &self.finding else {
            let missing = match self.missing.len() {
                0 => String::new(),
                n => format!("{n} fields missing"),
            };
            return one_line(&self.message.clone().unwrap_or(missing));
        };
        let found = &finding.divergence.disagreement;
        let mut text = match (&found.ratio, &found.subject, &found.reference) {
            (Some(ratio), ..) => ratio.to_string(),
            (None, Some(subject), Some(reference)) => format!("{subject} instead of {reference}"),
            _ => String::new(),
        };
        if let Some(gap) = &found.gap
            && let Some(ulps) = gap.ulps
        {
            text += &format!(" ({}, {:.3e})", counted(ulps, "ulp"), gap.absolute.0);
        }
        if found.count > 1 {
            text += &format!(", {} of {} elements", found.count, found.compared);
        }
        for addition in [&found.note, &self.message].into_iter().flatten() {
            let separator = if text.is_empty() { "" } else { "; " };
            text += &format!("{separator}{addition}");
        }
        if !self.folded.is_empty() {
            text += &format!("; then {} more fields", self.folded.len());
        }
        one_line(&text)
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Quoted for a shell where needed.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-@:=,+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A count with its noun: `1 case`, `2 cases`.
pub fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Messages may have several lines, addresses have one.
fn one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" / ")
}
