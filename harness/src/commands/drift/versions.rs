//! Where MuJoCo itself changed from version to version, field by field.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde::Serialize;

use crate::commands::upgrade::defaults::{self, ChangedDefault};
use crate::compare::Category;
use crate::results::{Outcome, Record, Worst};
use crate::snapshot::Side;

/// Cases named on a page for each outcome.
const EXAMPLES: usize = 5;

/// From one version to the next.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Drift {
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
    /// Fields that both have, one in the model and the other in the data: where they are now.
    pub moved_fields: BTreeMap<String, Side>,
    /// Fields whose arrays have other dimensions.
    pub reshaped_fields: BTreeSet<String>,
    /// Fields that one version leaves as they were before a computation, and which one.
    pub unwritten_fields: BTreeMap<String, String>,
    /// Options whose default changed.
    pub options: Vec<ChangedDefault>,
    /// What could not be compared, by outcome: cases that one version rejects, and the like.
    pub others: BTreeMap<Outcome, Vec<String>>,
    /// By case and field.
    #[serde(skip)]
    unwritten: BTreeMap<(String, String), String>,
    #[serde(skip)]
    only_later: BTreeSet<(String, Side)>,
    #[serde(skip)]
    only_earlier: BTreeSet<(String, Side)>,
}

/// How one field changed.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct FieldDrift {
    pub stage: String,
    /// Cases in which it is the first in pipeline order to differ: the cause is there, the rest
    /// follows from it.
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
    pub(super) fn new(from: &str, to: &str) -> Drift {
        Drift {
            from: from.to_owned(),
            to: to.to_owned(),
            ..Drift::default()
        }
    }

    pub(super) fn pair(&self) -> (String, String) {
        (self.from.clone(), self.to.clone())
    }

    /// Takes what one case shows when all outputs are overwritten first.
    pub(super) fn note_unwritten(&mut self, case: &str, records: &[Record]) {
        for record in records {
            let unwritten = |worst: &&Worst| worst.category == Category::NotWritten;
            for worst in record.differing.iter().filter(unwritten) {
                let place = (case.to_owned(), worst.field.clone());
                let by = self.silent(worst);
                self.unwritten.insert(place, by);
            }
        }
    }

    /// Whether a difference is no other value: another shape, an option's default, or something
    /// that one version does not write.
    fn is_structural(&mut self, case: &str, worst: &Worst) -> bool {
        let field = worst.field.clone();
        if worst.category == Category::Shape {
            self.reshaped_fields.insert(field);
            return true;
        }
        if self.options.iter().any(|option| option.field == field) {
            return true;
        }
        let noted = self.unwritten.get(&(case.to_owned(), field.clone()));
        let by = match (noted, worst.category) {
            (Some(by), _) => by.clone(),
            (None, Category::NotWritten) => self.silent(worst),
            (None, _) => return false,
        };
        self.unwritten_fields.insert(field, by);
        true
    }

    /// The version that did not write a field.
    fn silent(&self, worst: &Worst) -> String {
        let note = worst.note.as_deref().unwrap_or_default();
        match note.starts_with("not written by the subject") {
            true => self.to.clone(),
            false => self.from.clone(),
        }
    }

    /// Takes all records of one case.
    pub(super) fn add(&mut self, case: &str, records: &[Record]) {
        self.cases += 1;
        let (mut seen, mut first) = (BTreeSet::new(), BTreeSet::new());
        let mut equal = true;
        for record in records {
            let side = record.mode.side();
            let placed = |name: &String| (name.clone(), side);
            self.only_later.extend(record.extra.iter().map(placed));
            self.only_earlier.extend(record.missing.iter().map(placed));
            match record.outcome {
                Outcome::Missing => {}
                outcome if outcome.is_equal() => {}
                Outcome::Fail | Outcome::Close | Outcome::Known if record.finding.is_some() => {}
                other => {
                    equal = false;
                    let mut told = record.address();
                    if let Some(message) = record.message.as_deref() {
                        told += &format!(": {}", message.lines().next().unwrap_or_default());
                    }
                    self.others.entry(other).or_default().push(told);
                }
            }
            for worst in &record.differing {
                if self.is_structural(case, worst) {
                    continue;
                }
                equal = false;
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

    /// Distinguishes fields that moved from those that are new or gone, once all cases are added.
    pub(super) fn finish(&mut self) {
        let has = |fields: &BTreeSet<(String, Side)>, name: &str, side: Side| {
            fields.contains(&(name.to_owned(), side))
        };
        for (name, side) in &self.only_later {
            if has(&self.only_earlier, name, side.other()) {
                self.moved_fields.insert(name.clone(), *side);
            } else {
                self.new_fields.insert(name.clone());
            }
        }
        for (name, side) in &self.only_earlier {
            if !has(&self.only_later, name, side.other()) {
                self.gone_fields.insert(name.clone());
            }
        }
    }

    /// Names of fields with what became of them.
    fn relocations(&self) -> Vec<(String, Vec<&str>)> {
        let moved = |to: Side| {
            let moved = self.moved_fields.iter();
            moved
                .filter(move |(_, side)| **side == to)
                .map(|(name, _)| name)
        };
        let mut all = vec![
            ("new".to_owned(), names(&self.new_fields)),
            ("gone".to_owned(), names(&self.gone_fields)),
        ];
        for to in [Side::Model, Side::Data] {
            all.push((
                format!("moved from {} to {to}", to.other()),
                names(moved(to)),
            ));
        }
        all.push(("reshaped".to_owned(), names(&self.reshaped_fields)));
        for version in [&self.from, &self.to] {
            let silent = self
                .unwritten_fields
                .iter()
                .filter(|(_, by)| *by == version);
            let silent = names(silent.map(|(name, _)| name));
            all.push((format!("not written by {version}"), silent));
        }
        all.retain(|(_, names)| !names.is_empty());
        all
    }

    /// The fields, sorted so that likely causes come first.
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

    pub(super) fn text(&self) -> String {
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
        for (what, names) in self.relocations() {
            let (count, names) = (names.len(), names.join(", "));
            let _ = writeln!(text, "  {count} fields {what}: {names}");
        }
        for line in defaults::lines(&self.options) {
            let _ = writeln!(text, "  default of {line}");
        }
        for (outcome, cases) in &self.others {
            let (name, count) = (outcome.name(), cases.len());
            let example = cases.first().map_or("", String::as_str);
            let _ = writeln!(text, "  {count} x {name}, e.g. {example}");
        }
        text
    }

    pub(super) fn markdown(&self) -> String {
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
        for (what, names) in self.relocations() {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let _ = write!(text, "\nFields {what}: {}.\n", names.join(", "));
        }
        for line in defaults::lines(&self.options) {
            let _ = write!(text, "\nDefault of {line}.\n");
        }
        for (outcome, cases) in &self.others {
            let _ = write!(text, "\n{} x {}:\n\n", cases.len(), outcome.name());
            for case in cases.iter().take(EXAMPLES) {
                let _ = writeln!(text, "- {case}");
            }
            if cases.len() > EXAMPLES {
                let _ = writeln!(text, "- and {} more", cases.len() - EXAMPLES);
            }
        }
        text
    }
}

fn names<'a>(fields: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
    fields.into_iter().map(String::as_str).collect()
}

fn size(field: &FieldDrift) -> String {
    field
        .worst
        .map_or("-".to_owned(), |worst| format!("{worst:.2e}"))
}
