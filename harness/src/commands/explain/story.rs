//! The story of one record.

use std::fmt::Write;
use std::path::Path;

use super::{StageFacts, facts};
use crate::catalogue;
use crate::results::{Place, Record};
use crate::snapshot::Side;

/// Lines of the model shown on each side of the element.
const AROUND: usize = 4;

/// Explains a record in detail; the sides are the names of the reference and of the subject.
pub(super) fn tell(record: &Record, sides: [&str; 2]) -> String {
    let mut text = format!(
        "{} {}: {}\n",
        record.case,
        record.mode,
        record.outcome.name()
    );
    match &record.finding {
        None => {
            let explanation = record.explanation();
            if !explanation.is_empty() {
                let _ = writeln!(text, "  {explanation}");
            }
        }
        Some(finding) => {
            values(&mut text, record, sides);
            pipeline(&mut text, record);
            if let Some(facts) = facts(&finding.divergence.stage) {
                operation(&mut text, facts);
                inputs(&mut text, record, facts);
            }
            consequences(&mut text, record);
        }
    }
    if let Some(place) = &record.place {
        neighbourhood(&mut text, place);
    }
    text
}

/// What differs, by how much, with all bits.
fn values(text: &mut String, record: &Record, sides: [&str; 2]) {
    let Some(finding) = &record.finding else {
        return;
    };
    let divergence = &finding.divergence;
    let found = &divergence.disagreement;
    let moment = match finding.moment.as_str() {
        "" => "in the model".to_owned(),
        moment => format!("at {moment}"),
    };
    let _ = writeln!(
        text,
        "\nfirst difference {moment}: {}{}",
        divergence.field, divergence.name
    );
    for (side, value) in sides.into_iter().zip([found.reference, found.subject]) {
        if let Some(value) = value {
            let shown = value.to_string();
            let _ = writeln!(text, "  {side:<9}  {shown:<24}  0x{}", value.bits());
        }
    }
    if let Some(gap) = &found.gap {
        let ulps = gap
            .ulps
            .map_or(String::new(), |ulps| format!("{ulps} ulp, "));
        let _ = writeln!(
            text,
            "  apart      {ulps}{:.3e} absolute, {:.3e} relative, {:.3e} by the field's size",
            gap.absolute.0, gap.relative.0, gap.scaled.0
        );
    }
    if found.count > 1 {
        let _ = writeln!(text, "  elements   {} of {}", found.count, found.compared);
    }
    if let Some(note) = &found.note {
        let _ = writeln!(text, "  {note}");
    }
}

/// The stages up to the one that differs.
fn pipeline(text: &mut String, record: &Record) {
    let Some(finding) = &record.finding else {
        return;
    };
    let _ = writeln!(text, "\npipeline");
    for (stage, fields, values) in &record.coverage.stages {
        if *stage == finding.divergence.stage {
            let _ = writeln!(text, "  DIFFERS {stage}");
            break;
        }
        // A later moment may have changed it: the finding is of the first one.
        let _ = writeln!(
            text,
            "  equal   {stage:<13} {fields:>3} fields, {values} values over all moments"
        );
    }
}

fn operation(text: &mut String, facts: &StageFacts) {
    let _ = writeln!(
        text,
        "\nwhat {} computes (engine/src/{})\n  {}",
        facts.stage, facts.module, facts.operation
    );
    let model: Vec<&str> = facts.model().collect();
    if !model.is_empty() {
        let _ = writeln!(text, "  of the model: {}", model.join(", "));
    }
}

/// The inputs of the stage: those that were compared come before the finding in the pipeline, so
/// they were equal.
fn inputs(text: &mut String, record: &Record, facts: &StageFacts) {
    if facts.inputs().next().is_none() {
        return;
    }
    let at_moment = |field: &str| record.folded.iter().any(|folded| folded.field == field);
    let (mut equal, mut other) = (Vec::new(), Vec::new());
    let has_values = |input: &str| {
        let part = catalogue::part(Side::Data, input);
        part == "integrate"
            || record
                .coverage
                .stages
                .iter()
                .any(|(stage, ..)| stage == part)
    };
    // A model without tendons has no tendon lengths to report.
    for input in facts.inputs().filter(|input| has_values(input)) {
        if record.missing.iter().any(|missing| missing == input) {
            other.push(format!("{input} (the subject lacks it)"));
        } else if at_moment(input) {
            other.push(format!("{input} (differs at the same moment)"));
        } else {
            equal.push(input);
        }
    }
    let _ = writeln!(text, "\nits inputs");
    if !equal.is_empty() {
        let _ = writeln!(text, "  still equal: {}", equal.join(", "));
    }
    if !other.is_empty() {
        let _ = writeln!(text, "  not equal:   {}", other.join(", "));
    }
    if other.is_empty() {
        let _ = writeln!(text, "  so the difference arises in this stage");
    }
}

fn consequences(text: &mut String, record: &Record) {
    if record.folded.is_empty() {
        return;
    }
    let fields: Vec<String> = record
        .folded
        .iter()
        .map(|folded| format!("{} ({})", folded.field, folded.stage))
        .collect();
    let _ = writeln!(
        text,
        "\nwhat follows at that moment\n  {}",
        fields.join(", ")
    );
}

/// The element and the lines around it.
fn neighbourhood(text: &mut String, place: &Place) {
    let _ = writeln!(
        text,
        "\nwhere it comes from: {}:{}",
        place.path.display(),
        place.line
    );
    for (number, line, marked) in around(&place.path, place.line) {
        let mark = if marked { '>' } else { ' ' };
        let _ = writeln!(text, "  {mark} {number:>4} | {line}");
    }
}

fn around(path: &Path, line: usize) -> Vec<(usize, String, bool)> {
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let first = line.saturating_sub(AROUND).max(1);
    let lines = text.lines().enumerate().skip(first - 1);
    lines
        .take(line + AROUND + 1 - first)
        .map(|(at, shown)| (at + 1, shown.to_owned(), at + 1 == line))
        .collect()
}
