//! The verdict in words, for a terminal.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Outcome;
use super::cause::Cause;
use super::defaults;
use super::judge::{Examined, Verdict};
use super::notes;

/// Notes of releases that are shown beside one cause.
const NOTES: usize = 2;

pub(super) fn text(outcome: &Outcome, verbose: bool) -> String {
    let mut text = headline(outcome);
    // Writing to a string cannot fail.
    let width = outcome.models.iter().map(|one| one.model.len()).max();
    let width = width.unwrap_or(0).min(48);
    let quiet = |one: &&Examined| matches!(one.verdict, Verdict::Same | Verdict::Rounding);
    for one in outcome.models.iter().filter(|one| verbose || !quiet(one)) {
        let step = one
            .first_step
            .map_or(String::new(), |step| format!("from step {step}"));
        let accepted = if one.accepted { " (accepted)" } else { "" };
        let _ = writeln!(
            text,
            "  {:<8}  {:<width$}  {step:<14} {}{accepted}",
            one.verdict.name(),
            one.model,
            one.words
        );
    }
    if !verbose {
        for verdict in [Verdict::Rounding, Verdict::Same] {
            let count = outcome.count(verdict);
            if count > 0 {
                let _ = writeln!(
                    text,
                    "  {:<8}  {count} others (-v lists them)",
                    verdict.name()
                );
            }
        }
    }
    why(outcome, &mut text);
    if let Some(strips) = &outcome.strips {
        let _ = write!(text, "\n{strips}");
    }
    let fields = &outcome.fields;
    let _ = writeln!(
        text,
        "Not behaviour: {} new fields, {} gone, {} moved, {} reshaped. {}",
        fields.new.len(),
        fields.gone.len(),
        fields.moved.len(),
        fields.reshaped.len(),
        defaults::sentence(&outcome.defaults)
    );
    last_lines(outcome, &mut text);
    text
}

fn headline(outcome: &Outcome) -> String {
    let total = outcome.models.len();
    let same = outcome.count(Verdict::Same) + outcome.count(Verdict::Slower);
    let changed = outcome.count(Verdict::Changed);
    let mut parts = Vec::new();
    if changed > 0 {
        parts.push(format!("{changed} of {total} models move differently"));
    }
    for (verdict, words) in [
        (Verdict::Rejected, "rejected"),
        (Verdict::Failed, "failed"),
        (Verdict::Unreadable, "not read by the old version either"),
        (Verdict::Rounding, "apart by rounding only"),
    ] {
        let count = outcome.count(verdict);
        if count > 0 {
            parts.push(format!("{count} {words}"));
        }
    }
    if same > 0 || parts.is_empty() {
        let all = if same == total { "all " } else { "" };
        parts.push(format!("{all}{same} move bit for bit the same"));
    }
    format!(
        "MuJoCo {} -> {}: {}.\n",
        outcome.from,
        outcome.to,
        parts.join(", ")
    )
}

/// Causes, each once, with the models that show it.
fn why(outcome: &Outcome, text: &mut String) {
    let mut causes: BTreeMap<&str, Vec<&Examined>> = BTreeMap::new();
    for one in &outcome.models {
        if let Some(cause) = &one.cause {
            causes.entry(&cause.what).or_default().push(one);
        }
    }
    if causes.is_empty() {
        return;
    }
    text.push_str("Why\n");
    for (what, models) in causes {
        let Some(cause) = models.first().and_then(|one| one.cause.as_ref()) else {
            continue;
        };
        let count = match models.as_slice() {
            [only] => only.model.clone(),
            several => format!("{} models, e.g. {}", several.len(), several[0].model),
        };
        let (moment, detail) = (&cause.moment, &cause.detail);
        let _ = writeln!(text, "  {what}, {count}, first at {moment}: {detail}");
        let all: Vec<&Cause> = models.iter().filter_map(|one| one.cause.as_ref()).collect();
        let notes = notes::about(&all, &outcome.from, &outcome.to);
        // Over a long range many releases speak of contacts; which one it was is for a bisection.
        if notes.len() <= NOTES && outcome.strips.is_none() {
            for note in notes {
                let _ = writeln!(text, "    {note}");
            }
        }
    }
    if outcome.between.len() == 1 {
        let _ = writeln!(text, "Introduced in {}", outcome.to);
    } else if outcome.strips.is_none() {
        let _ = writeln!(
            text,
            "Introduced in one of {} releases: --bisect finds out which",
            outcome.between.len()
        );
    }
}

fn last_lines(outcome: &Outcome, text: &mut String) {
    let review = outcome
        .models
        .iter()
        .filter(|one| one.verdict.needs_review());
    let open: Vec<&Examined> = review.clone().filter(|one| !one.accepted).collect();
    let accepted = review.count() - open.len();
    let page = match &outcome.page {
        Some(page) => format!("    page: {}", page.display()),
        None => String::new(),
    };
    let words = match (open.len(), accepted) {
        (0, 0) => "SAFE on these models".to_owned(),
        (0, n) => format!("SAFE: {n} reviewed and accepted"),
        (1, _) => "REVIEW 1 model".to_owned(),
        (n, _) => format!("REVIEW {n} models"),
    };
    let _ = writeln!(text, "Verdict: {words}{page}");
    if let Some(first) = open.first() {
        let _ = writeln!(
            text,
            "Next: harness explain {} --from {} --to {}",
            first.path.display(),
            outcome.from,
            outcome.to
        );
    }
}
