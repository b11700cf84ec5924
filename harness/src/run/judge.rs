//! Gathers what differs over the moments of one mode, and decides the outcome.

use std::collections::BTreeSet;

use wildmatch::WildMatch;

use super::ratios::Ratios;
use crate::case::{Case, Layout, Mode};
use crate::catalogue::state;
use crate::compare::{Bound, Divergence, Plan, Tally, Tolerances, poison};
use crate::number::greatest;
use crate::results::{Coverage, Curve, Film, Finding, Folded, Outcome, Record, Worst};
use crate::snapshot::Snapshot;

/// The sidecar's recorded divergences, and which of them were seen.
#[derive(Debug)]
pub(super) struct KnownList {
    entries: Vec<KnownEntry>,
}

#[derive(Debug)]
struct KnownEntry {
    glob: WildMatch,
    field: String,
    reason: String,
    modes: Option<Vec<Mode>>,
    element: Option<WildMatch>,
    anywhere: bool,
    /// Date on which it expired.
    expired: Option<String>,
    seen: bool,
}

impl KnownList {
    /// `today` as `YYYY-MM-DD`.
    pub(super) fn new(case: &Case, today: &str) -> KnownList {
        let known = case.sidecar.known.iter();
        let entries = known.map(|known| {
            let date = known.expires.get_ref().to_string();
            KnownEntry {
                glob: WildMatch::new(known.field.get_ref()),
                field: known.field.get_ref().clone(),
                reason: known.reason.get_ref().clone(),
                modes: known.modes.clone(),
                element: known.element.as_deref().map(WildMatch::new),
                anywhere: known.anywhere,
                expired: (date.as_str() <= today).then_some(date),
                seen: false,
            }
        });
        KnownList {
            entries: entries.collect(),
        }
    }

    fn matching(&mut self, mode: Mode, field: &str, element: &str) -> Option<&mut KnownEntry> {
        self.entries.iter_mut().find(|entry| {
            entry.glob.matches(field)
                && entry.element.as_ref().is_none_or(|e| e.matches(element))
                && entry.modes.as_ref().is_none_or(|m| m.contains(&mode))
        })
    }

    /// A recorded divergence that did not occur although all its modes, of `scheduled`, were
    /// `done`.
    pub(super) fn unseen(&self, scheduled: &[Mode], done: &[Mode]) -> Option<(Mode, String)> {
        let unseen = self.entries.iter().find(|entry| {
            let modes = entry.modes.as_deref().unwrap_or(scheduled);
            !entry.seen && !entry.anywhere && modes.iter().all(|mode| done.contains(mode))
        })?;
        let modes = unseen.modes.as_deref().unwrap_or(scheduled);
        let message = format!(
            "the recorded divergence of {} did not occur ({})",
            unseen.field, unseen.reason
        );
        Some((*modes.last()?, message))
    }
}

/// The findings of one mode.
#[derive(Debug)]
pub(super) struct Judge<'a> {
    pub mode: Mode,
    tolerances: &'a Tolerances,
    known_list: &'a mut KnownList,
    pub coverage: Coverage,
    pub finding: Option<Finding>,
    /// How severe the finding is: close, known or fail.
    severity: Option<Outcome>,
    message: Option<String>,
    /// What led to the finding.
    told: Option<String>,
    /// The first moment at which both sides stop with the same error, its message, and how many
    /// follow.
    stops: Option<(String, usize)>,
    pub folded: Vec<Folded>,
    pub diverging: u64,
    pub differing: Vec<Worst>,
    pub bounds: Vec<Bound>,
    pub known: BTreeSet<String>,
    pub curve: Curve,
    /// Where bodies are after a free run has failed.
    pub film: Option<Film>,
    pub warnings: BTreeSet<String>,
    /// Functions that the subject does not have.
    lacking: BTreeSet<String>,
    divergences: Vec<Divergence>,
    /// Where rounding is the measure: what was measured.
    ratios: Option<Ratios>,
    /// Whether what outputs were filled with before a computation came through to the motion.
    pub poisoned: bool,
}

/// Warnings kept of one mode; a simulation that goes wrong repeats itself.
const WARNINGS: usize = 8;

/// The outcome of a mode, and its message besides the finding.
pub(super) struct Judged {
    pub outcome: Outcome,
    pub message: Option<String>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        mode: Mode,
        tolerances: &'a Tolerances,
        known_list: &'a mut KnownList,
    ) -> Judge<'a> {
        Judge {
            mode,
            tolerances,
            known_list,
            coverage: Coverage::default(),
            finding: None,
            severity: None,
            message: None,
            told: None,
            stops: None,
            folded: Vec::new(),
            diverging: 0,
            differing: Vec::new(),
            bounds: Vec::new(),
            known: BTreeSet::new(),
            curve: Curve::default(),
            film: None,
            warnings: BTreeSet::new(),
            lacking: BTreeSet::new(),
            divergences: Vec::new(),
            ratios: None,
            poisoned: false,
        }
    }

    /// Compares one moment. Returns whether anything differs that nothing excuses.
    pub(super) fn moment(
        &mut self,
        plan: &mut Plan,
        reference: &Snapshot,
        subject: &Snapshot,
        layout: &Layout,
        (label, step): (&str, u64),
    ) -> bool {
        let mut divergences = std::mem::take(&mut self.divergences);
        divergences.clear();
        let tally = plan.compare(reference, subject, layout, |found| divergences.push(found));
        let failed = self.take(tally, &mut divergences, (label, step));
        self.divergences = divergences;
        self.poisoned |= [reference, subject].into_iter().any(poison::has_spread);
        failed
    }

    /// Weighs what differs at one moment, in pipeline order. Returns whether anything differs that
    /// nothing excuses.
    pub(super) fn take(
        &mut self,
        tally: Tally,
        divergences: &mut Vec<Divergence>,
        (label, step): (&str, u64),
    ) -> bool {
        self.coverage.moments += 1;
        self.coverage.fields = self.coverage.fields.max(tally.fields);
        self.coverage.values += tally.values as u64;
        if matches!(self.mode, Mode::Forced | Mode::Free) && self.finding.is_some()
            || !divergences.is_empty()
        {
            let counts = |field: &str| self.mode == Mode::Forced || state::is_physics(field);
            self.curve.push(step, largest(divergences, counts));
        }
        self.diverging += u64::from(!divergences.is_empty());
        let mut failed = false;
        for divergence in divergences.drain(..) {
            self.remember(Worst::new(&divergence));
            failed |= self.weigh(divergence, label, step) == Outcome::Fail;
        }
        failed
    }

    fn remember(&mut self, worst: Worst) {
        let mut seen = self.differing.iter_mut();
        match seen.find(|seen| seen.field == worst.field) {
            Some(seen) => seen.add(worst),
            None => self.differing.push(worst),
        }
    }

    /// Adds a point to the curve without judging; for a run that has failed already.
    pub(super) fn trace(&mut self, error: f64, step: u64) {
        self.coverage.moments += 1;
        self.diverging += u64::from(error > 0.0);
        self.curve.push(step, error);
    }

    fn weigh(&mut self, divergence: Divergence, label: &str, step: u64) -> Outcome {
        let field = &divergence.field;
        let mut message = None;
        let outcome =
            if let Some(known) = self.known_list.matching(self.mode, field, &divergence.name) {
                known.seen = true;
                self.known.insert(format!("{field}: {}", known.reason));
                match &known.expired {
                    Some(date) => {
                        message = Some(format!("the recorded divergence expired on {date}"));
                        Outcome::Fail
                    }
                    None => Outcome::Known,
                }
            } else if let Some(bound) = self.tolerances.admitting(field, &divergence.disagreement) {
                if !self.bounds.contains(bound) {
                    self.bounds.push(bound.clone());
                }
                Outcome::Close
            } else {
                Outcome::Fail
            };
        let graver = self.severity.is_none_or(|severity| outcome > severity);
        let same_moment = self.finding.as_ref().is_some_and(|f| f.step == step);
        if graver {
            self.severity = Some(outcome);
            self.message = message;
            self.folded.clear();
            self.finding = Some(Finding {
                moment: label.to_owned(),
                step,
                divergence,
            });
        } else if same_moment && self.severity == Some(outcome) {
            self.folded.push(Folded {
                field: divergence.field,
                stage: divergence.stage,
                count: divergence.disagreement.count,
                ulps: divergence.disagreement.gap.and_then(|gap| gap.ulps),
            });
        }
        outcome
    }

    /// Counts a moment that is judged by ratios.
    pub(super) fn count(&mut self, fields: usize, values: usize) {
        self.coverage.moments += 1;
        self.coverage.fields = self.coverage.fields.max(fields);
        self.coverage.values += values as u64;
    }

    /// Weighs what was measured over all moments: the first stage that is beyond rounding has the
    /// finding, at its worst moment.
    pub(super) fn measured(&mut self, mut ratios: Ratios) {
        let beyond = ratios.beyond();
        self.diverging = beyond.len() as u64;
        let first = beyond
            .first()
            .map(|first| (first.moment.clone(), first.step));
        for found in beyond {
            self.remember(Worst::new(&found.divergence));
            let (moment, step) = first.as_ref().map_or(("", 0), |(m, s)| (m.as_str(), *s));
            self.weigh(found.divergence, moment, step);
        }
        self.ratios = Some(ratios);
    }

    pub(super) fn warn(&mut self, side: &str, warnings: Vec<String>) {
        for warning in warnings {
            if self.warnings.len() < WARNINGS {
                self.warnings.insert(format!("{side}: {warning}"));
            }
        }
    }

    /// What a person needs to know besides the finding.
    pub(super) fn tell(&mut self, text: String) {
        self.told = Some(text);
    }

    /// The subject does not have a function.
    pub(super) fn lacks(&mut self, function: &str) {
        self.lacking.insert(function.to_owned());
    }

    /// Both sides stop at a moment, with the same error.
    pub(super) fn stop(&mut self, label: &str, message: &str) {
        self.refuse(format!("both stop at {label}: {message}"));
    }

    /// The subject refuses what the reference only seems to do, for this reason.
    pub(super) fn refuse(&mut self, text: String) {
        match &mut self.stops {
            Some((_, more)) => *more += 1,
            None => self.stops = Some((text, 0)),
        }
    }

    /// Whether both sides have stopped at some moment.
    pub(super) fn has_stopped(&self) -> bool {
        self.stops.is_some()
    }

    /// The message besides the finding.
    fn message(&self) -> Option<String> {
        let stops = self.stops.as_ref().map(|(text, more)| match more {
            0 => text.clone(),
            more => format!("{text}; and at {more} more"),
        });
        let said = [self.message.clone(), self.told.clone(), stops];
        let said: Vec<String> = said.into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join("; "))
    }

    /// Puts what was gathered into a record that has its missing fields already.
    pub(super) fn write(mut self, record: &mut Record) -> Judged {
        record.missing.extend(std::mem::take(&mut self.lacking));
        let rounding = self.ratios.as_ref().map(|ratios| {
            let rounding = ratios.rounding();
            (ratios.words(&rounding), rounding)
        });
        if let Some((words, rounding)) = rounding {
            if self.finding.is_none() {
                self.told.get_or_insert(words);
            }
            record.rounding = Some(rounding);
        }
        let judged = Judged {
            outcome: self.outcome(!record.missing.is_empty()),
            message: self.message(),
        };
        record.coverage = self.coverage;
        record.finding = self.finding;
        record.folded = self.folded;
        record.diverging = self.diverging;
        record.differing = self.differing;
        record.bounds = self.bounds;
        record.known = self.known.into_iter().collect();
        record.curve = self.curve;
        record.film = self.film.map(Box::new);
        record.warnings = self.warnings.into_iter().collect();
        judged
    }

    /// The outcome, if the mode was done to the end or both sides stop there.
    fn outcome(&self, lacks_fields: bool) -> Outcome {
        match self.severity {
            Some(severity) => severity,
            None if lacks_fields => Outcome::Missing,
            None if self.stops.is_some() => Outcome::Stopped,
            None if self.coverage.values == 0 => Outcome::Empty,
            None => self.ratios.as_ref().map_or(Outcome::Pass, Ratios::outcome),
        }
    }
}

/// The largest scaled error of the fields that count.
fn largest(divergences: &[Divergence], counts: impl Fn(&str) -> bool) -> f64 {
    let counted = divergences.iter().filter(|d| counts(&d.field));
    greatest(
        0.0,
        counted.map(|divergence| divergence.disagreement.size()),
    )
}
