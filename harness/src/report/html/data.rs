//! What the page's script reads: short keys, names by number, values already in words.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use serde::Serialize;

use super::super::{Report, short};
use crate::catalogue;
use crate::compare::Scalar;
use crate::number::Number;
use crate::results::{Film, Finding, Header, Outcome, Place, Record, Verdict, Worst};

/// Bytes of fixtures that the page embeds; those that are not ok come first.
const TEXT_LIMIT: usize = 1_500_000;

#[derive(Serialize)]
pub(super) struct Page<'a> {
    header: &'a Header,
    commit: Option<String>,
    /// Absent if the run was cut short.
    seconds: Option<f64>,
    values: u64,
    /// Names of stages and model parts in pipeline order.
    groups: Vec<String>,
    /// Name and standing of each outcome that occurs, worst last.
    outcomes: BTreeMap<Outcome, (&'static str, &'static str)>,
    fixtures: Vec<Fixture>,
    cases: Vec<Case>,
}

#[derive(Serialize)]
struct Fixture {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    cases: Vec<usize>,
}

#[derive(Serialize)]
struct Case {
    name: String,
    fixture: usize,
    /// Acceptance criteria.
    #[serde(skip_serializing_if = "String::is_empty")]
    serves: String,
    records: Vec<Entry>,
}

/// One record.
#[derive(Default, Serialize)]
struct Entry {
    mode: &'static str,
    outcome: Option<Outcome>,
    ok: bool,
    /// Moments, fields and values.
    seen: (u64, usize, u64),
    seconds: f64,
    repeat: String,
    /// Group, fields and values.
    stages: Vec<(usize, usize, u64)>,
    #[serde(skip_serializing_if = "String::is_empty")]
    address: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    explanation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    /// Field, group, moments and worst error in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differing: Vec<(String, usize, u64, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<(String, usize)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    curve: Vec<(u64, Number)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    film: Option<Box<Film>>,
    /// What else there is to say, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Found {
    group: usize,
    moment: String,
    field: String,
    element: String,
    category: &'static str,
    /// Value and bits of reference and subject.
    values: Option<[(String, String); 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ulps: Option<String>,
    /// Absolute, relative and scaled error.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<[String; 3]>,
    count: usize,
    compared: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl<'a> Page<'a> {
    pub(super) fn new(report: &'a Report) -> Page<'a> {
        let mut groups = Groups::new();
        let mut fixtures: Vec<Fixture> = Vec::new();
        let mut cases: Vec<Case> = Vec::new();
        let mut by_path: HashMap<&Path, usize> = HashMap::new();
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for record in &report.records {
            let fixture = *by_path.entry(&record.path).or_insert_with(|| {
                fixtures.push(Fixture::new(&record.path));
                fixtures.len() - 1
            });
            let case = *by_name.entry(&record.case).or_insert_with(|| {
                fixtures[fixture].cases.push(cases.len());
                cases.push(Case {
                    name: record.case.clone(),
                    fixture,
                    serves: record.acceptance.join(", "),
                    records: Vec::new(),
                });
                cases.len() - 1
            });
            cases[case].records.push(Entry::new(record, &mut groups));
        }
        embed(&mut fixtures, &cases, &report.path);
        let outcomes = report.records.iter().map(|record| record.outcome);
        Page {
            header: &report.header,
            commit: report.header.commit.as_deref().map(short),
            seconds: report.footer.as_ref().map(|footer| footer.seconds),
            values: report.records.iter().map(|r| r.coverage.values).sum(),
            outcomes: outcomes.map(|o| (o, (o.name(), standing(o)))).collect(),
            groups: groups.names,
            fixtures,
            cases,
        }
    }
}

/// Embeds the fixtures' text as far as there is room, first of those that are not ok.
fn embed(fixtures: &mut [Fixture], cases: &[Case], report: &Path) {
    let ok = |fixture: &Fixture| {
        let mut records = fixture.cases.iter().flat_map(|&at| &cases[at].records);
        records.all(|record| record.ok)
    };
    let mut order: Vec<usize> = (0..fixtures.len()).collect();
    order.sort_by_key(|&at| ok(&fixtures[at]));
    let mut room = TEXT_LIMIT;
    for at in order {
        let text = read_near(Path::new(&fixtures[at].path), report);
        if !text.is_empty() && text.len() <= room {
            room -= text.len();
            fixtures[at].text = Some(String::from_utf8_lossy(&text).into_owned());
        }
    }
}

/// A file where the report says that it is: from here, or from a directory that the report is in, as a
/// reader elsewhere has it. Empty if there is none.
fn read_near(path: &Path, report: &Path) -> Vec<u8> {
    let report = std::path::absolute(report).unwrap_or_else(|_| report.to_owned());
    let from = report.ancestors().skip(1).map(|place| place.join(path));
    let mut places = std::iter::once(path.to_owned()).chain(from);
    let found = places.find_map(|place| std::fs::read(place).ok());
    found.unwrap_or_default()
}

impl Fixture {
    fn new(path: &Path) -> Fixture {
        Fixture {
            path: path.display().to_string(),
            text: None,
            cases: Vec::new(),
        }
    }
}

/// Stages by number: those of MuJoCo 3.2.6 first, others as they come.
struct Groups {
    names: Vec<String>,
}

impl Groups {
    fn new() -> Groups {
        let mut names: Vec<String> = Vec::new();
        for entry in catalogue::entries() {
            if names.iter().all(|name| name != entry.part) {
                names.push(entry.part.to_owned());
            }
        }
        Groups { names }
    }

    fn number(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }
}

impl Entry {
    fn new(record: &Record, groups: &mut Groups) -> Entry {
        let side = record.mode.side();
        let plain = record.ok && matches!(record.outcome, Outcome::Pass);
        let mut notes = record.warnings.clone();
        notes.extend(record.known.iter().map(|known| format!("known: {known}")));
        notes.extend(record.bounds.iter().map(|bound| {
            format!(
                "{} is close by the tolerance of {}",
                bound.field, bound.source
            )
        }));
        if !record.extra.is_empty() {
            notes.push(format!("only the subject has: {}", record.extra.join(", ")));
        }
        let coverage = &record.coverage;
        Entry {
            mode: record.mode.name(),
            outcome: Some(record.outcome),
            ok: record.ok,
            seen: (coverage.moments, coverage.fields, coverage.values),
            seconds: (record.seconds.0 * 1e4).round() / 1e4,
            repeat: record.repeat.clone(),
            stages: coverage
                .stages
                .iter()
                .map(|(stage, fields, values)| (groups.number(stage), *fields, *values))
                .collect(),
            address: if plain {
                String::new()
            } else {
                record.address()
            },
            explanation: if plain {
                String::new()
            } else {
                record.explanation()
            },
            finding: record
                .finding
                .as_ref()
                .map(|finding| Found::new(finding, groups)),
            place: record.place.clone(),
            differing: differing(record, groups),
            missing: record
                .missing
                .iter()
                .map(|field| (field.clone(), groups.number(catalogue::part(side, field))))
                .collect(),
            curve: record.curve.points().to_vec(),
            film: record.film.clone(),
            notes,
        }
    }
}

/// The fields that differ; a report of version 1 knows those of one moment only.
fn differing(record: &Record, groups: &mut Groups) -> Vec<(String, usize, u64, String)> {
    let mut fields: Vec<_> = record
        .differing
        .iter()
        .map(|worst| {
            let group = groups.number(&worst.stage);
            (worst.field.clone(), group, worst.moments, error(worst))
        })
        .collect();
    if fields.is_empty() {
        fields.extend(record.finding.iter().map(|finding| {
            let divergence = &finding.divergence;
            let group = groups.number(&divergence.stage);
            (divergence.field.clone(), group, 1, String::new())
        }));
        for folded in &record.folded {
            let group = groups.number(&folded.stage);
            fields.push((folded.field.clone(), group, 1, String::new()));
        }
    }
    fields
}

fn error(worst: &Worst) -> String {
    match (worst.scaled, worst.ulps) {
        (Some(scaled), Some(ulps)) => format!("{:.3e} ({ulps} ulp)", scaled.0),
        (Some(scaled), None) => scaled.to_string(),
        _ => "no number".to_owned(),
    }
}

impl Found {
    fn new(finding: &Finding, groups: &mut Groups) -> Found {
        let divergence = &finding.divergence;
        let found = &divergence.disagreement;
        let told = |value: Scalar| (value.to_string(), value.bits());
        Found {
            group: groups.number(&divergence.stage),
            moment: finding.moment.clone(),
            field: divergence.field.clone(),
            element: divergence.name.clone(),
            category: found.category.name(),
            values: found
                .reference
                .zip(found.subject)
                .map(|(reference, subject)| [told(reference), told(subject)]),
            ulps: found
                .gap
                .and_then(|gap| gap.ulps)
                .map(|ulps| ulps.to_string()),
            errors: found.gap.map(|gap| {
                [gap.absolute, gap.relative, gap.scaled].map(|error| format!("{:.3e}", error.0))
            }),
            count: found.count,
            compared: found.compared,
            note: match (&found.ratio, &found.note) {
                (Some(ratio), Some(note)) => Some(format!("{ratio}; {note}")),
                (Some(ratio), None) => Some(ratio.to_string()),
                (None, note) => note.clone(),
            },
        }
    }
}

/// How the page colours an outcome.
fn standing(outcome: Outcome) -> &'static str {
    match outcome {
        outcome if outcome.is_equal() => "good",
        Outcome::Close | Outcome::Rounding | Outcome::Known => "near",
        outcome => match outcome.verdict() {
            Verdict::Partial => "open",
            Verdict::Ok | Verdict::Mismatch | Verdict::Usage | Verdict::Broken => "bad",
        },
    }
}
