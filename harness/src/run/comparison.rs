//! One mode of a subject, held to the recorded values of a track.
//!
//! Headline fields are compared element by element where they are recorded, all others by their
//! digest at each moment. The digests over all moments then cover what these short digests may have
//! missed.

use super::judge::Judge;
use crate::case::Mode;
use crate::catalogue;
use crate::compare::{
    Category, Disagreement, Divergence, Meaningful, Names, Selection, StageTally, Tally,
    compare_field, rank,
};
use crate::golden::{Hash, Recorder, Section, Seen, Trace, Track, Value, Visit};
use crate::simulator::Loaded;
use crate::snapshot::{Elem, FieldView, Side};

/// Gathers the subject's moments.
pub(super) struct Comparison<'a> {
    mode: Mode,
    side: Side,
    track: &'a Track,
    loaded: &'a Loaded,
    /// The simulator that knows the values behind the digests.
    held_to: &'a str,
    recorder: Recorder,
    /// What is recorded of each of the subject's fields, in the recorder's order.
    columns: Vec<Recorded<'a>>,
    moments: Vec<Compared>,
}

/// What is recorded of a field.
struct Recorded<'a> {
    name: String,
    trace: Option<&'a Trace>,
    /// Some moment has it in full.
    has_values: bool,
}

#[derive(Default)]
struct Compared {
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
        (mode, section): (Mode, Section),
        track: &'a Track,
        loaded: &'a Loaded,
        held_to: &'a str,
    ) -> Comparison<'a> {
        Comparison {
            mode,
            side: mode.side(),
            track,
            loaded,
            held_to,
            recorder: Recorder::new(section),
            columns: Vec::new(),
            moments: Vec::new(),
        }
    }

    /// Takes a moment, and compares it with what is recorded of it.
    pub(super) fn take(&mut self, visit: &mut Visit<'_>) {
        let (track, mode, held_to) = (self.track, self.mode, self.held_to);
        let (at, recorded) = (visit.number, track.moments.get(visit.number));
        let names = Names {
            layout: visit.layout,
            data: (self.mode != Mode::Compile).then_some(visit.snapshot),
        };
        let mut compared = Compared {
            label: match self.mode {
                Mode::Compile => String::new(),
                _ => visit.label.to_owned(),
            },
            ..Compared::default()
        };
        let columns = &mut self.columns;
        self.recorder.take(visit, |seen| {
            let Seen { field, hash, .. } = seen;
            if seen.column == columns.len() {
                columns.push(Recorded::new(track, field.name));
            }
            let known = &columns[seen.column];
            if hash.is_some() {
                compared.tally.fields += 1;
                compared.tally.values += field.ranges.iter().map(|r| r.len()).sum::<usize>();
            }
            let values = recorded.filter(|_| known.has_values);
            let values = values.and_then(|moment| moment.value(field.name));
            match (values, field.view) {
                // A field without a value of the subject is missing, which is reported once.
                (_, None) => {}
                (Some(values), Some(view)) => {
                    let disagreement = elements(field, view, values);
                    compared
                        .divergences
                        .extend(disagreement.map(|found| Divergence {
                            field: field.name.to_owned(),
                            stage: field.stage.into(),
                            object: names.owner(view.description, view.shape, found.element),
                            name: names.element(view.description, view.shape, found.element),
                            disagreement: found,
                        }));
                }
                (None, Some(_)) if !known.agrees(mode, at, hash) => {
                    let found = digest_only(field.name, mode, held_to);
                    compared.divergences.push(found);
                }
                (None, Some(_)) => {}
            }
        });
        self.moments.push(compared);
    }

    /// Hands everything that differs to the judge, moment by moment. The digests over all moments
    /// of a mode that was not `finished` mean nothing.
    pub(super) fn judge(
        self,
        finished: bool,
        selection: &Selection,
        judge: &mut Judge<'_>,
    ) -> Covered {
        let (mode, side, held_to) = (self.mode, self.side, self.held_to);
        let covered = self.covered(selection);
        let mut unplaced = if finished {
            self.unplaced(&covered)
        } else {
            Vec::new()
        };
        for (at, mut compared) in self.moments.into_iter().enumerate() {
            let divergences = &mut compared.divergences;
            divergences.retain(|divergence| selection.matches(&divergence.field));
            divergences.sort_by_key(|divergence| rank(mode, side, &divergence.field));
            let number = at as u64 + u64::from(matches!(mode, Mode::Forced | Mode::Free));
            judge.take(compared.tally, divergences, (&compared.label, number));
        }
        unplaced.retain(|field| selection.matches(field));
        unplaced.sort_by_key(|field| rank(mode, side, field));
        let unplaced = unplaced.iter();
        let mut unplaced: Vec<_> = unplaced
            .map(|field| digest_only(field, mode, held_to))
            .collect();
        if !unplaced.is_empty() {
            judge.take(Tally::default(), &mut unplaced, ("some moment", 0));
        }
        covered
    }

    /// Fields that differ as a whole although no moment shows it.
    fn unplaced(&self, covered: &Covered) -> Vec<String> {
        let placed = self.moments.iter().flat_map(|moment| &moment.divergences);
        let placed: Vec<&str> = placed.map(|found| found.field.as_str()).collect();
        let differs = |(at, known): (usize, &Recorded<'_>)| match known.trace {
            Some(Trace::Changing { all, .. }) => self.recorder.digest(at) != Some(*all),
            Some(Trace::Always(_)) | None => false,
        };
        let columns = self.columns.iter().enumerate();
        let differing = columns.filter(|column| differs(*column));
        let names = differing.map(|(_, known)| known.name.clone());
        names
            .filter(|name| !placed.contains(&name.as_str()) && !covered.missing.contains(name))
            .collect()
    }

    fn covered(&self, selection: &Selection) -> Covered {
        let side = self.side;
        let own: Vec<&str> = if is_summed_up(self.mode) {
            self.track.names().collect()
        } else {
            let own = self.loaded.fields.iter().filter(|field| field.side == side);
            own.map(|field| field.name.as_str()).collect()
        };
        let lacking = self.track.names().filter(|name| !own.contains(name));
        let absent = self.recorder.absent();
        let absent = absent.filter(|name| self.track.has(name));
        let missing = lacking.chain(absent).filter(|name| selection.matches(name));
        Covered {
            stages: self.recorder.stages(),
            missing: missing.map(str::to_owned).collect(),
            extra: own
                .iter()
                .filter(|name| is_extra(side, name) && selection.matches(name))
                .filter(|name| !self.track.has(name))
                .map(|&name| name.to_owned())
                .collect(),
        }
    }
}

impl<'a> Recorded<'a> {
    fn new(track: &'a Track, name: &str) -> Recorded<'a> {
        let mut moments = track.moments.iter();
        Recorded {
            name: name.to_owned(),
            trace: track.trace(name),
            has_values: moments.any(|moment| moment.value(name).is_some()),
        }
    }

    /// Whether the digest of a moment is the recorded one. A field that only the subject has always
    /// agrees.
    fn agrees(&self, mode: Mode, at: usize, hash: Option<Hash>) -> bool {
        let extra = || !is_summed_up(mode) && is_extra(mode.side(), &self.name);
        match self.trace {
            Some(trace) => trace.agrees(at, hash),
            None => hash.is_none() || (!self.has_values && extra()),
        }
    }
}

/// Whether moments are summed up in fields that every simulator has.
fn is_summed_up(mode: Mode) -> bool {
    matches!(
        mode,
        Mode::Save | Mode::Query | Mode::Derivative | Mode::Edit
    )
}

/// Whether no MuJoCo of the catalogue has the field.
fn is_extra(side: Side, name: &str) -> bool {
    catalogue::find(side, name).is_none()
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
    compare_field(recorded, view, field.ranges, false)
}

fn digest_only(field: &str, mode: Mode, held_to: &str) -> Divergence {
    let note = format!("differs (digest only; run against {held_to} for values)");
    Divergence {
        field: field.to_owned(),
        stage: match is_summed_up(mode) {
            true => mode.name().into(),
            false => catalogue::part(mode.side(), field).into(),
        },
        name: String::new(),
        object: None,
        disagreement: Disagreement::structural(Category::Digest, None, note),
    }
}
