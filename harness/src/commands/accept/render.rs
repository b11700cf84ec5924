//! The criteria with both verdicts, for a terminal, a document or a program.

use serde_json::{Value, json};

use super::criteria::Expect;
use super::measure::Measured;
use super::verdict::{EngineVerdict, Judged, JudgedCheck, SpecVerdict};
use crate::simulator::Failure;

/// How to print the criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    Table,
    Markdown,
    Json,
}

/// A line of the table: id, claim, document, reference, subject, both verdicts.
type Row = [String; 7];

const HEADINGS: [&str; 7] = ["id", "claim", "spec", "MuJoCo", "ours", "spec is", "engine"];

pub(super) fn render(judged: &[Judged<'_>], format: Format) -> String {
    match format {
        Format::Table => table(&rows(judged)),
        Format::Markdown => markdown(&HEADINGS, &rows(judged)),
        Format::Json => {
            let criteria: Vec<Value> = judged.iter().map(criterion).collect();
            format!("{:#}\n", json!({ "criteria": criteria }))
        }
    }
}

fn rows(judged: &[Judged<'_>]) -> Vec<Row> {
    let mut rows = Vec::new();
    for one in judged {
        let criterion = one.criterion;
        let named = |spec, mujoco, ours, verdicts: (SpecVerdict, EngineVerdict)| {
            let (spec_is, engine) = (verdicts.0.name(), verdicts.1.name());
            let (id, claim) = (criterion.id.clone(), criterion.claim.clone());
            [id, claim, spec, mujoco, ours, spec_is.into(), engine.into()]
        };
        if let Some(read) = &criterion.read {
            let (spec, mujoco) = (read.spec.clone(), read.mujoco.clone());
            rows.push(named(spec, mujoco, String::new(), (one.spec, one.engine)));
        }
        if let Some(test) = &criterion.test {
            let ours = format!("test {test}");
            let none = String::new();
            rows.push(named(none.clone(), none, ours, (one.spec, one.engine)));
        }
        for check in &one.checks {
            rows.push(named(
                expected(&check.check.expect),
                measured(&check.reference),
                subject(&check.subject),
                (check.spec, check.engine),
            ));
        }
    }
    rows
}

/// Blocks of lines: a table of this width would not fit a terminal.
fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    for [id, claim, spec, mujoco, ours, spec_is, engine] in rows {
        text += &format!("{id:8} spec {spec_is}, engine {engine}: {claim}\n");
        for (who, value) in [("spec", spec), ("MuJoCo", mujoco), ("ours", ours)] {
            if !value.is_empty() {
                text += &format!("         {who:6} {value}\n");
            }
        }
    }
    text
}

pub(super) fn markdown<const N: usize>(headings: &[&str; N], rows: &[[String; N]]) -> String {
    let mut text = format!("| {} |\n|{}\n", headings.join(" | "), "---|".repeat(N));
    for row in rows {
        let cells = row.each_ref().map(|cell| cell.replace('|', "\\|"));
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

fn criterion(judged: &Judged<'_>) -> Value {
    let check = |one: &JudgedCheck<'_>| {
        json!({
            "fixture": one.check.fixture,
            "state": one.check.state,
            "steps": one.check.steps,
            "field": one.check.field,
            "elements": one.check.elements,
            "spec": expected(&one.check.expect),
            "reference": measured(&one.reference),
            "subject": subject(&one.subject),
            "spec_verdict": one.spec,
            "engine_verdict": one.engine,
        })
    };
    json!({
        "id": judged.criterion.id,
        "claim": judged.criterion.claim,
        "reason": judged.criterion.reason,
        "test": judged.criterion.test,
        "spec_verdict": judged.spec,
        "engine_verdict": judged.engine,
        "checks": judged.checks.iter().map(check).collect::<Vec<_>>(),
    })
}

/// What the document says, in a few words.
pub(super) fn expected(expect: &Expect) -> String {
    match expect {
        Expect::Equal { values, within } => {
            let values: Vec<String> = values.iter().map(f64::to_string).collect();
            match within {
                0.0 => values.join(" "),
                within => format!("{} ± {within:?}", values.join(" ")),
            }
        }
        Expect::Nonzero => "not zero".to_owned(),
        Expect::Increasing => "first < second".to_owned(),
        Expect::Beyond { low, high } => format!("first < {low}, second > {high}"),
        Expect::Twins => "equal bits".to_owned(),
        Expect::Width(width) => format!("{width} numbers each"),
        Expect::Reject(text) => format!("error with \"{text}\""),
        Expect::Unsaid => "no value".to_owned(),
    }
}

pub(super) fn measured(measured: &Measured) -> String {
    match measured {
        Measured::Values { values, .. } if values.is_empty() => "accepted".to_owned(),
        Measured::Values { values, width } if values.len() > 8 => {
            format!("{width} numbers each")
        }
        Measured::Values { values, .. } => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            values.join(" ")
        }
        Measured::Rejected(message) => format!("error: {}", one_line(message)),
    }
}

fn subject(subject: &Result<Measured, Failure>) -> String {
    match subject {
        Ok(values) => measured(values),
        Err(failure) => format!("failed: {}", one_line(&failure.to_string())),
    }
}

/// The path of the model is left out: it differs from machine to machine.
fn one_line(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    let kept = words.into_iter().filter(|word| !word.starts_with('/'));
    kept.collect::<Vec<_>>().join(" ")
}

impl SpecVerdict {
    pub(super) fn name(self) -> &'static str {
        match self {
            SpecVerdict::Right => "right",
            SpecVerdict::Code => "about code",
            SpecVerdict::Underspecified => "underspecified",
            SpecVerdict::Wrong => "wrong",
        }
    }
}

impl EngineVerdict {
    pub(super) fn name(self) -> &'static str {
        match self {
            EngineVerdict::BitEqual => "bit-equal",
            EngineVerdict::NotMeasured => "not measured",
            EngineVerdict::Close => "close",
            EngineVerdict::Differs => "differs",
        }
    }
}
