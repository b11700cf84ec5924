//! Where MuJoCo itself changed from version to version, field by field.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde::Serialize;

use crate::run::{Outcome, Record};

/// From one version to the next.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Drift {
    pub from: String,
    pub to: String,
    /// Cases compared, and those in which every common field is equal.
    pub cases: usize,
    pub equal: usize,
    /// Fields that differ, by name.
    pub fields: BTreeMap<String, FieldDrift>,
    /// Fields that only the later version has.
    pub new_fields: BTreeSet<String>,
    /// Fields that only the earlier version has.
    pub gone_fields: BTreeSet<String>,
    /// What could not be compared, by outcome: cases that one version rejects, and the like.
    pub others: BTreeMap<Outcome, Vec<String>>,
}

/// How one field changed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FieldDrift {
    pub stage: String,
    /// Cases in which it is the first in pipeline order to differ: there the change is, the rest follows.
    pub first: usize,
    /// Cases in which it differs.
    pub cases: usize,
    /// Largest scaled error; absent where no difference has a size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worst: Option<f64>,
    /// One case that shows it.
    pub example: String,
}

impl Drift {
    pub fn new(from: &str, to: &str) -> Drift {
        Drift {
            from: from.to_owned(),
            to: to.to_owned(),
            ..Drift::default()
        }
    }

    /// Takes all records of one case.
    pub fn add(&mut self, case: &str, records: &[Record]) {
        self.cases += 1;
        let (mut seen, mut first) = (BTreeSet::new(), BTreeSet::new());
        let mut equal = true;
        for record in records {
            self.new_fields.extend(record.extra.iter().cloned());
            self.gone_fields.extend(record.missing.iter().cloned());
            match record.outcome {
                Outcome::Pass | Outcome::Rejected | Outcome::Missing => {}
                Outcome::Fail | Outcome::Close | Outcome::Known if record.finding.is_some() => {
                    equal = false;
                }
                other => {
                    equal = false;
                    self.others.entry(other).or_default().push(record.address());
                }
            }
            for worst in &record.differing {
                let field = self.fields.entry(worst.field.clone()).or_default();
                field.stage = worst.stage.to_string();
                if seen.insert(worst.field.clone()) {
                    field.cases += 1;
                }
                let scaled = worst.scaled.map(|number| number.0);
                let scaled = scaled.filter(|scaled| !scaled.is_nan());
                field.worst = match (field.worst, scaled) {
                    (Some(a), Some(b)) => Some(a.max(b)),
                    (a, b) => a.or(b),
                };
                if field.example.is_empty() {
                    field.example = case.to_owned();
                }
            }
            if let Some(finding) = &record.finding
                && first.insert(finding.divergence.field.clone())
                && let Some(field) = self.fields.get_mut(&finding.divergence.field)
            {
                field.first += 1;
                case.clone_into(&mut field.example);
            }
        }
        self.equal += usize::from(equal);
    }

    /// The fields, those first at which the change is.
    fn sorted(&self) -> Vec<(&String, &FieldDrift)> {
        let mut fields: Vec<_> = self.fields.iter().collect();
        fields.sort_by_key(|(_, field)| std::cmp::Reverse((field.first, field.cases)));
        fields
    }

    fn title(&self) -> String {
        let Drift {
            from,
            to,
            cases,
            equal,
            ..
        } = self;
        format!("{from} -> {to}: {equal} of {cases} cases equal")
    }

    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.title());
        // Writing to a string cannot fail.
        if !self.fields.is_empty() {
            let _ = writeln!(text, "  first  cases  worst      field");
        }
        for (name, field) in self.sorted() {
            let (stage, example) = (&field.stage, &field.example);
            let _ = writeln!(
                text,
                "  {:>5}  {:>5}  {:<9}  {stage} {name} (e.g. {example})",
                field.first,
                field.cases,
                size(field)
            );
        }
        for (what, names) in [("new", &self.new_fields), ("gone", &self.gone_fields)] {
            if !names.is_empty() {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let _ = writeln!(
                    text,
                    "  {} {what} fields: {}",
                    names.len(),
                    names.join(", ")
                );
            }
        }
        for (outcome, cases) in &self.others {
            let (name, count) = (outcome.name(), cases.len());
            let example = cases.first().map_or("", String::as_str);
            let _ = writeln!(text, "  {count} x {name}, e.g. {example}");
        }
        text
    }

    pub fn markdown(&self) -> String {
        let mut text = format!("### {}\n\n", self.title());
        if !self.fields.is_empty() {
            text += "| field | stage | first in | differs in | worst | e.g. |\n|---|---|---:|---:|---:|---|\n";
        }
        for (name, field) in self.sorted() {
            let _ = writeln!(
                text,
                "| `{name}` | {} | {} | {} | {} | {} |",
                field.stage,
                field.first,
                field.cases,
                size(field),
                field.example
            );
        }
        for (what, names) in [("New", &self.new_fields), ("Gone", &self.gone_fields)] {
            if !names.is_empty() {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                let _ = write!(text, "\n{what} fields: {}.\n", names.join(", "));
            }
        }
        for (outcome, cases) in &self.others {
            let _ = write!(
                text,
                "\n{} x {}: {}.\n",
                cases.len(),
                outcome.name(),
                cases.join(", ")
            );
        }
        text
    }
}

fn size(field: &FieldDrift) -> String {
    field
        .worst
        .map_or("-".to_owned(), |worst| format!("{worst:.2e}"))
}
