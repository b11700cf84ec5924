//! One case in one mode, before and after.

use super::change::{Change, Kind, words};
use crate::results::{Outcome, Record, Verdict, Worst};

/// What changed between two records of the same case and mode: its outcome, or else the fields that
/// differ.
pub(super) fn compare_records(base: &Record, new: &Record) -> Vec<Change> {
    let change = |kind: Kind, field: Option<&str>, before: String, after: String| Change {
        kind,
        case: new.case.clone(),
        mode: new.mode,
        field: field.map(str::to_owned),
        base: Some(before),
        new: Some(after),
        repeat: kind.is_worse().then(|| new.repeat.clone()),
    };
    if let Some(kind) = standing(base, new) {
        return vec![change(kind, None, words(base), words(new))];
    }
    let mut changes = Vec::new();
    for field in &new.missing {
        if !base.missing.contains(field) {
            let (before, after) = ("compared".to_owned(), "missing".to_owned());
            changes.push(change(Kind::Uncovered, Some(field), before, after));
        }
    }
    for field in &base.missing {
        if !new.missing.contains(field) {
            let (before, after) = ("missing".to_owned(), "compared".to_owned());
            changes.push(change(Kind::Covered, Some(field), before, after));
        }
    }
    // A report of version 1 does not say which fields differ beyond the first.
    if base.differing.is_empty() != new.differing.is_empty() && base.finding.is_some() {
        return changes;
    }
    for (field, before, after) in pairs(&base.differing, &new.differing) {
        let (was, is) = (
            before.map_or(0.0, Worst::size),
            after.map_or(0.0, Worst::size),
        );
        let kind = match (before, after) {
            (None, _) => Kind::Grew,
            (_, None) => Kind::Shrank,
            _ if is > was => Kind::Grew,
            _ if is < was => Kind::Shrank,
            _ => continue,
        };
        changes.push(change(kind, Some(field), error(before), error(after)));
    }
    if changes.is_empty() && words(base) != words(new) {
        changes.push(change(Kind::Changed, None, words(base), words(new)));
    }
    changes
}

/// Whether the outcome as a whole is another one.
fn standing(base: &Record, new: &Record) -> Option<Kind> {
    let partial = |record: &Record| record.outcome.verdict() == Verdict::Partial;
    if base.ok != new.ok {
        return Some(if new.ok { Kind::Fixed } else { Kind::Broken });
    }
    match (partial(base), partial(new)) {
        (false, true) if base.ok => return Some(Kind::Uncovered),
        (true, false) if new.ok => return Some(Kind::Covered),
        _ => {}
    }
    // A model that both sides reject, or stop at, is as good as one that passes.
    let grade = |record: &Record| match record.outcome {
        outcome if outcome.is_equal() => Outcome::Pass,
        outcome => outcome,
    };
    match grade(new).cmp(&grade(base)) {
        std::cmp::Ordering::Greater if partial(new) => Some(Kind::Uncovered),
        std::cmp::Ordering::Less if partial(new) => Some(Kind::Covered),
        std::cmp::Ordering::Greater => Some(Kind::Worse),
        std::cmp::Ordering::Less => Some(Kind::Better),
        std::cmp::Ordering::Equal => None,
    }
}

/// The fields of both lists, in the new one's order.
fn pairs<'a>(
    base: &'a [Worst],
    new: &'a [Worst],
) -> impl Iterator<Item = (&'a str, Option<&'a Worst>, Option<&'a Worst>)> {
    let find = |list: &'a [Worst], field: &str| list.iter().find(|worst| worst.field == field);
    let kept = new
        .iter()
        .map(move |after| (after.field.as_str(), find(base, &after.field), Some(after)));
    let lost = base
        .iter()
        .filter(move |before| find(new, &before.field).is_none());
    kept.chain(lost.map(|before| (before.field.as_str(), Some(before), None)))
}

fn error(worst: Option<&Worst>) -> String {
    let Some(worst) = worst else {
        return "equal".to_owned();
    };
    let moments = match worst.moments {
        1 => "1 moment".to_owned(),
        n => format!("{n} moments"),
    };
    match (worst.scaled, worst.ulps) {
        (Some(scaled), Some(ulps)) => {
            let plural = if ulps == 1 { "" } else { "s" };
            format!("{:.3e} ({ulps} ulp{plural}) at {moments}", scaled.0)
        }
        (Some(scaled), None) => format!("{scaled} at {moments}"),
        _ => format!("different at {moments}"),
    }
}
