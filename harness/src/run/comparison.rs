//! One mode of a subject, held to the recorded values of a track.
//!
//! Headline fields are compared element by element where they are recorded. For the rest the digests of the fields say which differ, and
//! those of the stages at which moments: a field counts as different at a moment if its stage is.

use super::judge::Judge;
use crate::case::Mode;
use crate::compare::{
    Category, Disagreement, Divergence, Meaningful, Names, Selection, StageTally, Tally, catalogue,
    compare_field,
};
use crate::golden::{Recorder, Section, Track, Value, Visit};
use crate::simulator::Loaded;
use crate::snapshot::{Elem, FieldView, Side};

/// Gathers the subject's moments.
pub(super) struct Comparison<'a> {
    mode: Mode,
    track: &'a Track,
    loaded: &'a Loaded,
    /// The simulator that knows the values behind the digests.
    held_to: &'a str,
    recorder: Recorder,
    moments: Vec<Seen>,
}

#[derive(Default)]
struct Seen {
    label: String,
    tally: Tally,
    divergences: Vec<Divergence>,
}

/// What was covered: fields that only one side has, and how much was compared stage by stage.
pub(super) struct Covered {
    pub stages: Vec<StageTally>,
    pub missing: Vec<String>,
    pub extra: Vec<String>,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(
        mode: Mode,
        track: &'a Track,
        loaded: &'a Loaded,
        held_to: &'a str,
    ) -> Comparison<'a> {
        Comparison {
            mode,
            track,
            loaded,
            held_to,
            recorder: Recorder::new(Section::of(mode)),
            moments: Vec::new(),
        }
    }

    /// Takes a moment, and compares what is recorded of it in full.
    pub(super) fn take(&mut self, visit: &mut Visit<'_>) {
        let recorded = self.track.moments.get(visit.number);
        let names = Names {
            layout: visit.layout,
            data: (self.mode != Mode::Compile).then_some(visit.snapshot),
        };
        let mut seen = Seen {
            label: match self.mode {
                Mode::Compile => String::new(),
                _ => visit.label.to_owned(),
            },
            ..Seen::default()
        };
        self.recorder.take(visit, |field| {
            seen.tally.fields += 1;
            seen.tally.values += field.ranges.iter().map(|range| range.len()).sum::<usize>();
            if let Some(values) = recorded.and_then(|moment| moment.value(field.name))
                && let Some(view) = field.view
                && let Some(disagreement) = elements(field, view, values)
            {
                seen.divergences.push(Divergence {
                    field: field.name.to_owned(),
                    stage: field.stage.into(),
                    object: names.owner(view.description, view.shape, disagreement.element),
                    name: names.element(view.description, view.shape, disagreement.element),
                    disagreement,
                });
            }
        });
        self.moments.push(seen);
    }

    /// Hands everything that differs to the judge, moment by moment. The digests of a mode that was not `finished` mean nothing.
    pub(super) fn judge(
        self,
        finished: bool,
        selection: &Selection,
        judge: &mut Judge<'_>,
    ) -> Covered {
        let side = match self.mode {
            Mode::Compile => Side::Model,
            _ => Side::Data,
        };
        let covered = self.covered(side, selection);
        let (mode, held_to, track) = (self.mode, self.held_to, self.track);
        let subject = self.recorder.finish();
        let rank = |field: &str| catalogue::rank(mode, side, field);
        let mut different: Vec<&str> = Vec::new();
        if finished {
            different.extend(different_fields(track, &subject, &covered));
            different.retain(|field| selection.matches(field));
            different.sort_by_key(|field| rank(field));
        }
        let mut placed: Vec<&str> = Vec::new();
        for (at, mut seen) in self.moments.into_iter().enumerate() {
            let stages = different_stages(track, &subject, at);
            let recorded = track.moments.get(at);
            let is_digest = |field: &str| recorded.is_none_or(|m| m.value(field).is_none());
            let mut divergences = std::mem::take(&mut seen.divergences);
            divergences.retain(|divergence| selection.matches(&divergence.field));
            for &field in &different {
                let here = mode == Mode::Compile || stages.contains(&catalogue::part(side, field));
                if here && is_digest(field) {
                    placed.push(field);
                    divergences.push(digest_only(field, side, held_to));
                }
            }
            placed.extend(different.iter().filter(|field| {
                divergences
                    .iter()
                    .any(|divergence| divergence.field == **field)
            }));
            divergences.sort_by_key(|divergence| rank(&divergence.field));
            let number = at as u64 + u64::from(matches!(mode, Mode::Forced | Mode::Free));
            judge.take(seen.tally, &mut divergences, (&seen.label, number));
        }
        // Digests of stages are short: a field may differ without a moment that shows it.
        let unplaced = different.iter().filter(|field| !placed.contains(field));
        let mut divergences = unplaced
            .map(|field| digest_only(field, side, held_to))
            .collect::<Vec<_>>();
        if !divergences.is_empty() {
            judge.take(Tally::default(), &mut divergences, ("some moment", 0));
        }
        covered
    }

    fn covered(&self, side: Side, selection: &Selection) -> Covered {
        let mut own = self.loaded.fields.iter().filter(|field| field.side == side);
        let has = |name: &str| {
            let mut fields = self.loaded.fields.iter();
            fields.any(|field| field.side == side && field.name == name)
        };
        let recorded = self.track.fields.iter().map(|(name, _)| name.as_str());
        let lacking = recorded.clone().filter(|name| !has(name));
        let absent = self.recorder.absent();
        let absent = absent.filter(|name| self.track.field(name).is_some());
        let missing = lacking.chain(absent).filter(|name| selection.matches(name));
        let is_extra =
            |name: &str| catalogue::find(side, name).is_none() && selection.matches(name);
        Covered {
            stages: self.recorder.stages(),
            missing: missing.map(str::to_owned).collect(),
            extra: own
                .by_ref()
                .map(|field| field.name.clone())
                .filter(|name| is_extra(name) && self.track.field(name).is_none())
                .collect(),
        }
    }
}

/// Fields whose digests differ, or that have values on one side only.
fn different_fields<'a>(
    track: &'a Track,
    subject: &'a Track,
    covered: &'a Covered,
) -> impl Iterator<Item = &'a str> {
    let absent = |name: &&str| !covered.missing.iter().any(|missing| missing == name);
    let recorded = track.fields.iter();
    let recorded = recorded.filter(|(name, digest)| subject.field(name) != Some(*digest));
    let own = subject.fields.iter();
    let own = own.filter(|(name, _)| track.field(name).is_none() && !covered.extra.contains(name));
    let names = recorded.chain(own).map(|(name, _)| name.as_str());
    names.filter(absent)
}

/// Stages whose digests differ at one moment.
fn different_stages<'a>(track: &'a Track, subject: &'a Track, at: usize) -> Vec<&'a str> {
    let digest = |track: &Track, stage: &str| {
        let column = track.stages.iter().position(|known| known == stage)?;
        *track.moments.get(at)?.stages.get(column)?
    };
    let both = track.stages.iter().chain(&subject.stages);
    let both = both.filter(|stage| digest(track, stage) != digest(subject, stage));
    both.map(String::as_str).collect()
}

/// Compares a field with its recorded elements.
fn elements(
    field: &Meaningful<'_>,
    view: FieldView<'_>,
    values: &[Option<Value>],
) -> Option<Disagreement> {
    let count = view.bytes.len() / view.description.elem.size();
    let means = |at: usize| field.ranges.iter().any(|range| range.contains(&at));
    let same_elements = count == values.len()
        && (values.iter().enumerate()).all(|(at, value)| value.is_some() == means(at));
    if view.description.elem != Elem::F64 || !same_elements {
        let note = format!(
            "the subject has {count} elements, {} are recorded, or others of them mean something",
            values.len()
        );
        return Some(Disagreement::structural(
            Category::Shape,
            Some(Elem::F64),
            note,
        ));
    }
    let numbers: Vec<f64> = values.iter().map(|v| v.map_or(0.0, |v| v.0.0)).collect();
    let bytes = Elem::F64.encode(&numbers)?;
    let recorded = FieldView {
        bytes: &bytes,
        ..view
    };
    compare_field(recorded, view, field.ranges)
}

fn digest_only(field: &str, side: Side, held_to: &str) -> Divergence {
    let note = format!("differs (digest only; run against {held_to} for values)");
    Divergence {
        field: field.to_owned(),
        stage: catalogue::part(side, field).into(),
        name: String::new(),
        object: None,
        disagreement: Disagreement::structural(Category::Digest, None, note),
    }
}
