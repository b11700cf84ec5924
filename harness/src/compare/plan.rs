//! Which fields are compared with which, in pipeline order; made once for a model and used at every
//! moment.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use wildmatch::WildMatch;

use super::mask::{self, Rule};
use super::{Disagreement, Leniency, Names, Object, meaning, rank};
use crate::case::{Layout, Mode};
use crate::catalogue;
use crate::snapshot::{FieldDescription, FieldView, Side, Snapshot};

/// The fields that the user wants; all of them without globs.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    globs: Vec<WildMatch>,
    ignored: Vec<WildMatch>,
}

impl Selection {
    pub fn new<'a>(globs: impl IntoIterator<Item = &'a str>) -> Selection {
        Selection {
            globs: globs.into_iter().map(WildMatch::new).collect(),
            ignored: Vec::new(),
        }
    }

    /// The same without these.
    pub fn without<'a>(self, globs: impl IntoIterator<Item = &'a str>) -> Selection {
        Selection {
            ignored: globs.into_iter().map(WildMatch::new).collect(),
            ..self
        }
    }

    pub fn matches(&self, field: &str) -> bool {
        let matches = |globs: &[WildMatch]| globs.iter().any(|glob| glob.matches(field));
        (self.globs.is_empty() || matches(&self.globs)) && !matches(&self.ignored)
    }
}

/// A field that differs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Divergence {
    pub field: String,
    /// Pipeline stage, or part of the model.
    pub stage: Cow<'static, str>,
    /// The worst element by name, e.g. `[elbow_flexor, elbow]`; empty for a scalar.
    pub name: String,
    /// The thing in the model that the worst element belongs to.
    #[serde(skip)]
    pub object: Option<Object>,
    #[serde(flatten)]
    pub disagreement: Disagreement,
}

/// A field of one side at one moment, with the elements that mean something there.
#[derive(Clone, Copy, Debug)]
pub struct Meaningful<'a> {
    pub name: &'a str,
    pub stage: &'static str,
    /// `None` where the simulator has no value in this state, though it has in others.
    pub view: Option<FieldView<'a>>,
    pub ranges: &'a [Range<usize>],
}

/// What one moment's comparison did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub fields: usize,
    pub values: usize,
}

#[derive(Clone, Debug)]
struct Planned {
    name: String,
    stage: &'static str,
    rule: Option<Rule>,
    /// The subject had no value at some moment although the reference had.
    absent: bool,
    /// Values compared over all moments.
    values: u64,
}

/// A stage, its fields that had values, and their values over all moments.
pub type StageTally = (Cow<'static, str>, usize, u64);

/// Sums up the values of fields by stage.
pub fn by_stage(fields: impl Iterator<Item = (&'static str, u64)>) -> Vec<StageTally> {
    let mut stages: Vec<StageTally> = Vec::new();
    for (stage, values) in fields.filter(|(_, values)| *values > 0) {
        match stages.iter_mut().find(|(known, ..)| known == stage) {
            Some((_, fields, sum)) => {
                *fields += 1;
                *sum += values;
            }
            None => stages.push((stage.into(), 1, values)),
        }
    }
    stages
}

/// Pairs of fields of one side (model or data).
#[derive(Clone, Debug)]
pub struct Plan {
    side: Side,
    pairs: Vec<Planned>,
    /// What to read of the reference: the pairs, then fields that the subject lacks, then what
    /// rules and states need.
    pub reference: Vec<usize>,
    /// What to read of the subject: the pairs.
    pub subject: Vec<usize>,
    lacking: Vec<Lacking>,
    /// Fields that only the subject has.
    pub extra: Vec<String>,
    positions: HashMap<String, usize>,
    ranges: Vec<Range<usize>>,
    /// What counts as equal.
    pub leniency: Leniency,
    /// Whether the reference's memory was filled, so that what it did not write is known by that.
    pub filled: bool,
}

/// A field that both sides have, at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Paired<'a> {
    pub name: &'a str,
    pub stage: &'static str,
    pub reference: FieldView<'a>,
    pub subject: FieldView<'a>,
    /// The elements that mean something.
    pub ranges: &'a [Range<usize>],
}

#[derive(Clone, Debug)]
struct Lacking {
    name: String,
    needed: bool,
}

impl Plan {
    /// `also` names reference fields that are read whether selected or not.
    pub fn new(
        side: Side,
        mode: Mode,
        reference: &[FieldDescription],
        subject: &[FieldDescription],
        selection: &Selection,
        also: impl Fn(&str) -> bool,
    ) -> Plan {
        let index = |fields: &[FieldDescription]| -> HashMap<String, usize> {
            let fields = fields.iter().enumerate();
            fields
                .filter(|(_, field)| field.side == side)
                .map(|(at, field)| (field.name.clone(), at))
                .collect()
        };
        let (left, right) = (index(reference), index(subject));
        let mut order: Vec<&FieldDescription> = reference
            .iter()
            .filter(|field| field.side == side)
            .collect();
        order.sort_by_key(|field| rank(mode, side, &field.name));

        let mut plan = Plan {
            side,
            pairs: Vec::new(),
            reference: Vec::new(),
            subject: Vec::new(),
            lacking: Vec::new(),
            extra: Vec::new(),
            positions: HashMap::new(),
            ranges: Vec::new(),
            leniency: Leniency::Bits,
            filled: false,
        };
        let wanted = |field: &&&FieldDescription| {
            selection.matches(&field.name)
                && is_compared(side, &field.name)
                && mask::is_computed(mode, &field.name)
        };
        for field in order.iter().filter(wanted) {
            if let Some(&at) = right.get(&field.name) {
                plan.subject.push(at);
                plan.add(&left, &field.name);
                plan.pairs.push(Planned {
                    name: field.name.clone(),
                    stage: catalogue::part(side, &field.name),
                    rule: rule(side, &field.name),
                    absent: false,
                    values: 0,
                });
            }
        }
        for field in order.iter().filter(wanted) {
            if !right.contains_key(&field.name) {
                plan.add(&left, &field.name);
                plan.lacking.push(Lacking {
                    name: field.name.clone(),
                    needed: false,
                });
            }
        }
        for field in &order {
            if also(&field.name) && !plan.positions.contains_key(&field.name) {
                plan.add(&left, &field.name);
            }
        }
        let extra = subject.iter().filter(|field| field.side == side);
        plan.extra = extra
            .filter(|field| selection.matches(&field.name) && !left.contains_key(&field.name))
            .map(|field| field.name.clone())
            .collect();
        plan
    }

    fn add(&mut self, indices: &HashMap<String, usize>, name: &str) {
        if let Some(&at) = indices.get(name) {
            self.positions.insert(name.to_owned(), self.reference.len());
            self.reference.push(at);
        }
    }

    /// Compares two snapshots that were read as the plan says; hands out what differs in pipeline
    /// order.
    pub fn compare(
        &mut self,
        reference: &Snapshot,
        subject: &Snapshot,
        layout: &Layout,
        mut found: impl FnMut(Divergence),
    ) -> Tally {
        let names = Names {
            layout,
            data: (self.side == Side::Data).then_some(reference),
        };
        let (side, leniency, filled) = (self.side, self.leniency, self.filled);
        self.pair_up(reference, subject, layout, |paired| {
            let Paired {
                name,
                stage,
                reference: left,
                subject: right,
                ranges,
            } = paired;
            if let Some(mut disagreement) = leniency.compare(left, right, ranges, filled) {
                let note = meaning::note(name, reference, subject, &names);
                disagreement.note = disagreement.note.or(note);
                if side == Side::Data {
                    disagreement.mark_unwritten();
                }
                found(Divergence {
                    field: name.to_owned(),
                    stage: stage.into(),
                    object: names.owner(left.description, left.shape, disagreement.element),
                    name: names.element(left.description, left.shape, disagreement.element),
                    disagreement,
                });
            }
        })
    }

    /// Goes through the fields of two snapshots that were read as the plan says, in pipeline order,
    /// and notes which of them the subject lacks.
    pub fn pair_up(
        &mut self,
        reference: &Snapshot,
        subject: &Snapshot,
        layout: &Layout,
        mut take: impl FnMut(Paired<'_>),
    ) -> Tally {
        let mut tally = Tally::default();
        let mut ranges = std::mem::take(&mut self.ranges);
        let mut pairs = std::mem::take(&mut self.pairs);
        for (at, pair) in pairs.iter_mut().enumerate() {
            let Some(left) = reference.at(at) else {
                continue;
            };
            self.meaningful(pair.rule, left, reference, layout, &mut ranges);
            if pair.rule.is_some() && ranges.iter().all(Range::is_empty) {
                continue;
            }
            let Some(right) = subject.at(at) else {
                pair.absent |= !ranges.iter().all(Range::is_empty);
                continue;
            };
            tally.fields += 1;
            let values = ranges.iter().map(Range::len).sum::<usize>();
            tally.values += values;
            pair.values += values as u64;
            take(Paired {
                name: &pair.name,
                stage: pair.stage,
                reference: left,
                subject: right,
                ranges: &ranges,
            });
        }
        self.pairs = pairs;
        for at in 0..self.lacking.len() {
            if let Some(view) = reference.at(self.pairs.len() + at) {
                let rule = rule(self.side, &self.lacking[at].name);
                self.meaningful(rule, view, reference, layout, &mut ranges);
                self.lacking[at].needed |= ranges.iter().any(|range| !range.is_empty());
            }
        }
        self.ranges = ranges;
        tally
    }

    /// Goes through a snapshot of the reference's fields in pipeline order.
    pub fn visit(
        &mut self,
        reference: &Snapshot,
        layout: &Layout,
        mut take: impl FnMut(Meaningful<'_>),
    ) {
        let mut ranges = std::mem::take(&mut self.ranges);
        for (at, pair) in self.pairs.iter().enumerate() {
            let view = reference.at(at);
            ranges.clear();
            if let Some(view) = view {
                self.meaningful(pair.rule, view, reference, layout, &mut ranges);
            }
            take(Meaningful {
                name: &pair.name,
                stage: pair.stage,
                view,
                ranges: &ranges,
            });
        }
        self.ranges = ranges;
    }

    /// The elements of a reference field that have a meaning at this moment.
    fn meaningful(
        &self,
        rule: Option<Rule>,
        field: FieldView<'_>,
        reference: &Snapshot,
        layout: &Layout,
        ranges: &mut Vec<Range<usize>>,
    ) {
        let total = field.bytes.len() / field.description.elem.size();
        ranges.clear();
        match rule {
            None => ranges.push(0..total),
            Some(rule) => {
                let integers = |name: &str| {
                    let view = self.position(name).and_then(|at| reference.at(at));
                    view.and_then(|view| view.integers()).unwrap_or_default()
                };
                rule.ranges(total, layout, integers, ranges);
            }
        }
    }

    /// Forgets the earlier moments, for use with another model.
    pub fn clear(&mut self) {
        for pair in &mut self.pairs {
            (pair.absent, pair.values) = (false, 0);
        }
        for lacking in &mut self.lacking {
            lacking.needed = false;
        }
    }

    /// Fields that the subject lacks although the reference had values for them.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        let absent = self.pairs.iter().filter(|pair| pair.absent);
        let lacking = self.lacking.iter().filter(|lacking| lacking.needed);
        let absent = absent.map(|pair| pair.name.as_str());
        absent.chain(lacking.map(|lacking| lacking.name.as_str()))
    }

    /// Stage by stage in pipeline order: fields that had values, and how many values were compared.
    pub fn stages(&self) -> Vec<StageTally> {
        by_stage(self.pairs.iter().map(|pair| (pair.stage, pair.values)))
    }

    /// Where the reference's snapshot has `field`.
    pub fn position(&self, field: &str) -> Option<usize> {
        self.positions.get(field).copied()
    }
}

/// Most rules are about data; addresses and memory sizes mean nothing in a model either.
fn rule(side: Side, name: &str) -> Option<Rule> {
    mask::rule(name).filter(|rule| side == Side::Data || *rule == Rule::Nowhere)
}

fn is_compared(side: Side, name: &str) -> bool {
    !matches!(rule(side, name), Some(Rule::Nowhere | Rule::NotInData))
}
