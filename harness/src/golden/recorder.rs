//! Turns the moments of a walk into a track.

use std::ops::Range;
use std::path::Path;

use super::digest::{self, Hash};
use super::track::{FieldValues, Value};
use super::{
    HEADLINE, Halt, MOST_ELEMENTS, Moment, Recorded, Recording, Section, StageDigest, Track, Visit,
    Walker, provenance,
};
use crate::case::{Case, Mode};
use crate::compare::{Meaningful, StageTally, by_stage};
use crate::number::Number;
use crate::simulator::{Failure, ModelSource, Pipelined};
use crate::snapshot::Elem;

/// States of a forward section whose headline fields are recorded in full.
const FULL_STATES: usize = 8;

/// Gathers one section.
#[derive(Debug)]
pub struct Recorder {
    section: Section,
    /// One for each field of the plan, in its order.
    columns: Vec<Column>,
    moments: Vec<Row>,
}

#[derive(Debug, Default)]
struct Column {
    name: String,
    stage: &'static str,
    hash: Hash,
    /// Values over all moments.
    values: u64,
    /// The simulator had no value at some moment.
    is_absent: bool,
}

#[derive(Debug, Default)]
struct Row {
    label: String,
    stages: Vec<(&'static str, Hash)>,
    values: Vec<FieldValues>,
}

impl Recorder {
    pub fn new(section: Section) -> Recorder {
        Recorder {
            section,
            columns: Vec::new(),
            moments: Vec::new(),
        }
    }

    /// Takes one moment; `show` sees each field that has values.
    pub fn take(&mut self, visit: &mut Visit<'_>, mut show: impl FnMut(&Meaningful<'_>)) {
        let full = match self.section {
            Section::Compile => true,
            Section::Forward => visit.number < FULL_STATES,
            Section::Steps => visit.number == 0 || visit.is_last,
        };
        let mut row = Row {
            label: match self.section {
                Section::Steps => (visit.number + 1).to_string(),
                _ => visit.label.to_owned(),
            },
            ..Row::default()
        };
        let mut at = 0;
        let columns = &mut self.columns;
        visit.plan.visit(visit.snapshot, visit.layout, |field| {
            if at == columns.len() {
                columns.push(Column {
                    name: field.name.to_owned(),
                    stage: field.stage,
                    ..Column::default()
                });
            }
            let column = &mut columns[at];
            at += 1;
            column.is_absent |= field.view.is_none();
            let values = field.ranges.iter().map(Range::len).sum::<usize>();
            column.values += values as u64;
            let Some(view) = field.view.filter(|_| values > 0) else {
                return;
            };
            let hash = digest::field(view, field.ranges);
            // A field that comes and goes must not look like one that goes and comes.
            column.hash.add(visit.number as u64);
            column.hash.add_hash(hash);
            match row
                .stages
                .iter_mut()
                .find(|(stage, _)| *stage == field.stage)
            {
                Some((_, stage)) => stage.add_hash(hash),
                None => {
                    let mut stage = Hash::default();
                    stage.add_hash(hash);
                    row.stages.push((field.stage, stage));
                }
            }
            if full && is_headline(&field) {
                row.values.push((field.name.to_owned(), elements(&field)));
            }
            show(&field);
        });
        self.moments.push(row);
    }

    /// Fields that the simulator lists but had no value for at some moment.
    pub fn absent(&self) -> impl Iterator<Item = &str> {
        let absent = self.columns.iter().filter(|column| column.is_absent);
        absent.map(|column| column.name.as_str())
    }

    /// Stage by stage: fields that had values, and how many values there were.
    pub fn stages(&self) -> Vec<StageTally> {
        by_stage(
            self.columns
                .iter()
                .map(|column| (column.stage, column.values)),
        )
    }

    pub fn finish(self) -> Track {
        let mut stages: Vec<&'static str> = Vec::new();
        for (stage, _) in self.moments.iter().flat_map(|row| &row.stages) {
            if !stages.contains(stage) {
                stages.push(stage);
            }
        }
        // The only moment of a section is told by its fields.
        if self.section == Section::Compile {
            stages.clear();
        }
        let digest = |row: &Row, stage: &&str| -> Option<StageDigest> {
            let found = row.stages.iter().find(|(known, _)| known == stage);
            found.map(|(_, hash)| hash.stage_digest())
        };
        let moment = |row: Row| Moment {
            stages: stages.iter().map(|stage| digest(&row, stage)).collect(),
            label: row.label,
            values: row.values,
        };
        let with_values = self.columns.into_iter().filter(|column| column.values > 0);
        Track {
            moments: self.moments.into_iter().map(moment).collect(),
            stages: stages.iter().map(|&stage| stage.to_owned()).collect(),
            fields: with_values
                .map(|column| (column.name, column.hash.digest()))
                .collect(),
        }
    }
}

fn is_headline(field: &Meaningful<'_>) -> bool {
    let fits = field.view.is_some_and(|view| {
        view.description.elem == Elem::F64 && view.bytes.len() <= MOST_ELEMENTS * Elem::F64.size()
    });
    fits && HEADLINE.contains(&field.name)
}

/// The elements of a field, without those that mean nothing.
fn elements(field: &Meaningful<'_>) -> Vec<Option<Value>> {
    let all = field.view.and_then(|view| view.f64s()).unwrap_or_default();
    let means = |at: usize| field.ranges.iter().any(|range| range.contains(&at));
    let all = all.into_iter().enumerate();
    all.map(|(at, value)| means(at).then_some(Value(Number(value))))
        .collect()
}

/// Records one case. What a simulator refuses is a recording too.
pub fn record(simulator: &mut dyn Pipelined, case: &Case) -> Result<Recorded, Halt> {
    let recording = match simulator.load(&ModelSource::file(&case.path)) {
        Ok(loaded) => {
            let mut walker = Walker::new(simulator, case, &loaded)?;
            let mut tracks = Vec::new();
            for mode in [Mode::Compile, Mode::Forward, Mode::Free] {
                let section = Section::of(mode);
                let scheduled = |&known: &Mode| Section::of(known) == section;
                if case.schedule.modes.iter().any(scheduled) {
                    let mut recorder = Recorder::new(section);
                    walker.walk(mode, &mut |mut visit| recorder.take(&mut visit, |_| ()))?;
                    tracks.push((section, recorder.finish()));
                }
            }
            Recording::Accepted(tracks)
        }
        Err(Failure::Rejected { message, .. }) => {
            Recording::Rejected(without_place(&message, case))
        }
        Err(failure) => return Err(failure.into()),
    };
    Ok(Recorded {
        variant: case.variant.clone().unwrap_or_default(),
        schedule: provenance::schedule(case),
        recording,
    })
}

/// A message without the directory in which the fixture happens to lie.
fn without_place(message: &str, case: &Case) -> String {
    let directory = case.path.parent().unwrap_or(Path::new(""));
    let directory = std::path::absolute(directory.join(".")).ok();
    // A message may have the path without its detours.
    let real = directory
        .as_deref()
        .and_then(|path| path.canonicalize().ok());
    let mut message = message.to_owned();
    for directory in [directory, real].into_iter().flatten() {
        message = message.replace(&format!("{}/", directory.display()), "");
    }
    message
}
