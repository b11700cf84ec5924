//! Turns the moments of a walk into a track.

use std::ops::Range;
use std::path::Path;

use super::digest::{self, Hash};
use super::track::Value;
use super::{
    Digest, FEW, HEADLINE, Halt, Moment, Recorded, Recording, Section, ShortDigest, Trace, Track,
    Visit, Walker, provenance,
};
use crate::case::{Case, Mode};
use crate::compare::{Meaningful, StageTally, by_stage};
use crate::number::Number;
use crate::simulator::{Failure, ModelSource, Pipelined};

/// Gathers one section.
#[derive(Debug)]
pub struct Recorder {
    section: Section,
    /// One for each field of the plan, in its order.
    columns: Vec<Column>,
    moments: Vec<Moment>,
}

#[derive(Debug, Default)]
struct Column {
    name: String,
    stage: &'static str,
    /// Over all moments.
    hash: Hash,
    /// The moments with values, and the digests there.
    moments: Vec<(usize, Hash)>,
    /// Values over all moments.
    values: u64,
    /// Moments at which the field is recorded in full.
    in_full: usize,
    /// The simulator had no value at some moment.
    is_absent: bool,
}

/// A field as it is at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Its position among the fields of the section.
    pub column: usize,
    pub field: &'a Meaningful<'a>,
    /// `None` without values.
    pub hash: Option<Hash>,
}

impl Recorder {
    pub fn new(section: Section) -> Recorder {
        Recorder {
            section,
            columns: Vec::new(),
            moments: Vec::new(),
        }
    }

    /// Takes one moment; `show` sees each field.
    pub fn take(&mut self, visit: &mut Visit<'_>, mut show: impl FnMut(Seen<'_>)) {
        let everything = self.section != Section::Steps || visit.number == 0 || visit.is_last;
        let mut moment = Moment {
            label: if self.section.is_counted() {
                (visit.number + 1).to_string()
            } else {
                visit.label.to_owned()
            },
            values: Vec::new(),
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
            column.is_absent |= field.view.is_none();
            let values = field.ranges.iter().map(Range::len).sum::<usize>();
            column.values += values as u64;
            let view = field.view.filter(|_| values > 0);
            let hash = view.map(|view| digest::field(view, field.ranges));
            if let Some(hash) = hash {
                // A field that is absent first and present later must not look like the reverse.
                column.hash.add(visit.number as u64);
                column.hash.add_hash(hash);
                column.moments.push((visit.number, hash));
                if HEADLINE.contains(&field.name)
                    && let Some(elements) = elements(&field)
                    && (everything || elements.len() <= FEW)
                {
                    column.in_full += 1;
                    moment.values.push((field.name.to_owned(), elements));
                }
            }
            show(Seen {
                column: at,
                field: &field,
                hash,
            });
            at += 1;
        });
        self.moments.push(moment);
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

    /// The digest over all moments of a field.
    pub fn digest(&self, column: usize) -> Option<Digest> {
        let column = self.columns.get(column)?;
        (column.values > 0).then(|| column.hash.digest())
    }

    pub fn finish(self) -> Track {
        let moments = self.moments.len();
        let columns = self.columns.into_iter();
        // What is in full wherever it has values needs no digest.
        let columns = columns.filter(|column| column.in_full < column.moments.len());
        Track {
            fields: columns.map(|column| column.trace(moments)).collect(),
            moments: self.moments,
        }
    }
}

impl Column {
    fn trace(self, moments: usize) -> (String, Trace) {
        let same = self.moments.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let trace = match self.moments.first() {
            Some((_, hash)) if same && self.moments.len() == moments => {
                Trace::Always(hash.digest())
            }
            _ => {
                let mut each: Vec<Option<ShortDigest>> = vec![None; moments];
                for (at, hash) in self.moments {
                    each[at] = Some(hash.short());
                }
                let all = self.hash.digest();
                Trace::Changing { all, each }
            }
        };
        (self.name, trace)
    }
}

/// The elements of a field of floats, without those that mean nothing.
fn elements(field: &Meaningful<'_>) -> Option<Vec<Option<Value>>> {
    let means = |at: usize| field.ranges.iter().any(|range| range.contains(&at));
    let all = field.view?.f64s()?.into_iter().enumerate();
    Some(
        all.map(|(at, value)| means(at).then_some(Value(Number(value))))
            .collect(),
    )
}

/// Records one case. What a simulator refuses is a recording too.
pub fn record(simulator: &mut dyn Pipelined, case: &Case) -> Result<Recorded, Halt> {
    let recording = match simulator.load(&ModelSource::file(&case.path)) {
        Ok(loaded) => {
            let mut walker = Walker::new(simulator, case, &loaded)?;
            let mut tracks = Vec::new();
            // A forced run is a free one here; edits come last.
            for &mode in Mode::all().iter().filter(|&&mode| mode != Mode::Forced) {
                let section = Section::of(mode);
                let scheduled = |&known: &Mode| Section::of(known) == section;
                if case.schedule.modes.iter().any(scheduled) {
                    let mut recorder = Recorder::new(section);
                    let walked =
                        walker.walk(mode, &mut |mut visit| recorder.take(&mut visit, |_| ()));
                    match walked {
                        // Recorded as a section without moments.
                        Ok(()) | Err(Halt::LeftOut(_)) => {}
                        Err(halt) => return Err(halt),
                    }
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

/// A message without the directory that contains the fixture.
fn without_place(message: &str, case: &Case) -> String {
    let directory = case.path.parent().unwrap_or(Path::new(""));
    let directory = std::path::absolute(directory.join(".")).ok();
    // A message may have the normalised path.
    let real = directory
        .as_deref()
        .and_then(|path| path.canonicalize().ok());
    let mut message = message.to_owned();
    for directory in [directory, real].into_iter().flatten() {
        message = message.replace(&format!("{}/", directory.display()), "");
    }
    message
}
