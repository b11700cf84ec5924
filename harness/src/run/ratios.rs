//! Gathers the ratios of error and spread over the moments of one mode.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::case::Mode;
use crate::compare::{Category, Disagreement, Divergence, Names, Ratio, Scalar, rank};
use crate::number::Number;
use crate::precision::Precision;
use crate::results::{Outcome, Rounding, StageRatio};
use crate::snapshot::{Elem, Side, Snapshot};
use crate::spread::{Class, Judged};

/// The ratios of all fields so far.
#[derive(Debug)]
pub(super) struct Ratios {
    mode: Mode,
    precision: Precision,
    copies: usize,
    stages: BTreeMap<usize, Stage>,
    /// The worst moment of each field that is beyond rounding.
    beyond: Vec<Beyond>,
    moments: u64,
    undecidable: u64,
    limited: bool,
    /// Fields whose values change from run to run, and the most of them over what rounding does.
    restless: BTreeMap<String, f64>,
}

#[derive(Debug)]
struct Stage {
    name: Cow<'static, str>,
    ratios: Vec<f64>,
    max: f64,
    field: String,
    fails: u64,
    limited: u64,
    undecidable: u64,
}

/// A field beyond rounding, at its worst moment.
#[derive(Debug)]
pub(super) struct Beyond {
    rank: usize,
    pub divergence: Divergence,
    pub moment: String,
    pub step: u64,
}

impl Beyond {
    fn r(&self) -> f64 {
        let ratio = self.divergence.disagreement.ratio;
        ratio.map_or(f64::INFINITY, |ratio| ratio.r.0)
    }
}

impl Ratios {
    pub(super) fn new(mode: Mode, precision: Precision, copies: usize) -> Ratios {
        Ratios {
            mode,
            precision,
            copies,
            stages: BTreeMap::new(),
            beyond: Vec::new(),
            moments: 0,
            undecidable: 0,
            limited: false,
            restless: BTreeMap::new(),
        }
    }

    /// Takes the verdicts of one moment. Returns how many values were judged.
    pub(super) fn take(
        &mut self,
        found: Vec<Judged>,
        (names, reference): (&Names<'_>, &Snapshot),
        (label, step): (&str, u64),
    ) -> usize {
        self.moments += 1;
        let mut values = 0;
        let mut undecidable = false;
        for judged in found {
            let rank = rank(self.mode, Side::Data, &judged.field);
            if judged.restless > 0.0 {
                let most = self.restless.entry(judged.field.clone()).or_default();
                *most = most.max(judged.restless);
            }
            let stage = self.stage(rank, &judged);
            match judged.class {
                Class::Undecidable => stage.undecidable += 1,
                Class::Within | Class::Limited | Class::Beyond => {
                    stage.ratios.push(judged.measured.r);
                    if stage.field.is_empty() || judged.measured.r > stage.max {
                        stage.max = judged.measured.r;
                        stage.field.clone_from(&judged.field);
                    }
                    values += judged.measured.judged.max(1);
                }
            }
            stage.fails += u64::from(judged.class == Class::Beyond);
            stage.limited += u64::from(judged.class == Class::Limited);
            undecidable |= judged.class == Class::Undecidable;
            self.limited |= judged.class == Class::Limited;
            if judged.class == Class::Beyond {
                self.remember(Beyond {
                    rank,
                    divergence: divergence(judged, names, reference),
                    moment: label.to_owned(),
                    step,
                });
            }
        }
        self.undecidable += u64::from(undecidable);
        values
    }

    /// A moment of which nothing can be said.
    pub(super) fn undecided(&mut self) {
        self.moments += 1;
        self.undecidable += 1;
    }

    /// The stage of a field; stages are in the order of their first fields.
    fn stage(&mut self, rank: usize, judged: &Judged) -> &mut Stage {
        let known = self.stages.iter().find(|(_, s)| s.name == judged.stage);
        let key = known.map_or(rank, |(key, _)| *key);
        self.stages.entry(key).or_insert_with(|| Stage {
            name: judged.stage.clone(),
            ratios: Vec::new(),
            max: 0.0,
            field: String::new(),
            fails: 0,
            limited: 0,
            undecidable: 0,
        })
    }

    fn remember(&mut self, beyond: Beyond) {
        let field = &beyond.divergence.field;
        let mut known = self.beyond.iter_mut();
        match known.find(|known| known.divergence.field == *field) {
            Some(known) if beyond.r() > known.r() => *known = beyond,
            Some(_) => {}
            None => self.beyond.push(beyond),
        }
    }

    /// What is beyond rounding: of the first stage the worst, then everything else in pipeline
    /// order.
    pub(super) fn beyond(&mut self) -> Vec<Beyond> {
        let mut beyond = std::mem::take(&mut self.beyond);
        beyond.sort_by_key(|beyond| beyond.rank);
        let stage = beyond.first().map(|first| first.divergence.stage.clone());
        let of_stage = beyond.iter().enumerate();
        let of_stage = of_stage.filter(|(_, b)| Some(&b.divergence.stage) == stage.as_ref());
        // The first of several that are equally bad.
        let worst = of_stage
            .rev()
            .max_by(|(_, a), (_, b)| a.r().total_cmp(&b.r()));
        if let Some((at, _)) = worst {
            beyond[..=at].rotate_right(1);
        }
        beyond
    }

    /// The outcome if nothing is beyond rounding.
    pub(super) fn outcome(&self) -> Outcome {
        if self.moments > 0 && self.undecidable == self.moments {
            Outcome::Undecidable
        } else if self.limited {
            Outcome::SolverLimited
        } else {
            Outcome::Rounding
        }
    }

    /// What was measured, in words.
    pub(super) fn words(&self, rounding: &Rounding) -> String {
        let mut text = match rounding.worst() {
            Some(worst) => format!(
                "largest r in {} = {:.2} ({} {})",
                self.precision, worst.max.0, worst.stage, worst.field
            ),
            None => format!("nothing was judged in {}", self.precision),
        };
        if self.undecidable > 0 {
            text += &format!("; undecidable at {} of {}", self.undecidable, self.moments);
        }
        let most = self.restless.iter().max_by(|(_, a), (_, b)| a.total_cmp(b));
        if let Some((field, most)) = most {
            let count = self.restless.len();
            text += &format!(
                "; {count} fields change from run to run, {field} by {most:.1} times what rounding does: their own spread is added"
            );
        }
        text
    }

    pub(super) fn rounding(&self) -> Rounding {
        let stages = self.stages.values().map(|stage| {
            let mut ratios = stage.ratios.clone();
            ratios.sort_by(f64::total_cmp);
            StageRatio {
                stage: stage.name.clone(),
                judged: ratios.len() as u64,
                median: Number(ratios.get(ratios.len() / 2).copied().unwrap_or(0.0)),
                max: Number(stage.max),
                field: stage.field.clone(),
                fails: stage.fails,
                limited: stage.limited,
                undecidable: stage.undecidable,
            }
        });
        Rounding {
            precision: self.precision,
            copies: self.copies,
            stages: stages.collect(),
            restless: self.restless.keys().cloned().collect(),
        }
    }
}

/// A field beyond rounding as reports have it.
fn divergence(judged: Judged, names: &Names<'_>, reference: &Snapshot) -> Divergence {
    let Judged {
        field,
        stage,
        measured,
        allowed,
        values,
        note,
        ..
    } = judged;
    let view = reference.get(Side::Data, &field);
    let (mut name, mut object) = (String::new(), None);
    if let Some(view) = view
        && values.is_some()
    {
        let element = place(&field, measured.element);
        name = match element {
            Some(element) => names.element(view.description, view.shape, element),
            None => {
                let width = names.layout.size("nv").max(1);
                format!(
                    "[{}, {}]",
                    measured.element / width,
                    measured.element % width
                )
            }
        };
        object = element.and_then(|at| names.owner(view.description, view.shape, at));
    }
    let ratio = values.map(|_| Ratio {
        r: Number(measured.r),
        allowed: Number(allowed),
        error: Number(measured.error),
        spread: Number(measured.spread),
    });
    let number = |value: f64| Scalar::Double(Number(value));
    Divergence {
        field,
        stage,
        name,
        object,
        disagreement: Disagreement {
            category: Category::Value,
            elem: view.map_or(Some(Elem::F64), |view| Some(view.description.elem)),
            element: measured.element,
            count: 1,
            compared: measured.judged,
            reference: values.map(|(reference, _)| number(reference)),
            subject: values.map(|(_, subject)| number(subject)),
            gap: None,
            ratio,
            note,
        },
    }
}

/// Where a judged element is in the field; `None` for a matrix that is judged in full.
fn place(field: &str, element: usize) -> Option<usize> {
    match field {
        "contact.frame" => Some(element / 3 * 9 + element % 3),
        "efc_J" | "actuator_moment" | "ten_J" | "flexedge_J" => None,
        _ => Some(element),
    }
}
