//! How runs went over time, for a terminal and for Markdown.

use std::fmt::Write;

use super::Entry;
use crate::number::{greatest, least};
use crate::report::markdown::escape;
use crate::report::short;
use crate::results::Verdict;

const HEADS: [&str; 9] = [
    "run",
    "commit",
    "cases",
    "not ok",
    "ok",
    "not covered",
    "seconds",
    "steps",
    "loads",
];

/// A row for each run, then what the last one changed.
pub(super) fn text(entries: &[Entry]) -> String {
    let rows: Vec<[String; 9]> = entries.iter().map(row).collect();
    let widths: [usize; 9] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0).max(HEADS[column].len())
    });
    let mut out = String::new();
    let mut line = |cells: [&str; 9]| {
        let mut text = String::new();
        for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
            // Words to the left, numbers to the right.
            let _ = match column {
                0 | 1 => write!(text, "{cell:<width$}  "),
                _ => write!(text, "{cell:>width$}  "),
            };
        }
        let _ = writeln!(out, "{}", text.trim_end());
    };
    line(HEADS);
    for row in &rows {
        line(row.each_ref().map(String::as_str));
    }
    for (name, curve) in curves(entries) {
        let _ = writeln!(out, "{name:<12} {curve}");
    }
    for change in field_changes(entries) {
        let _ = writeln!(out, "{change}");
    }
    out
}

pub(super) fn markdown(entries: &[Entry]) -> String {
    let mut out = format!(
        "| {} |\n|---|---|{}\n",
        HEADS.join(" | "),
        "---:|".repeat(7)
    );
    for entry in entries {
        let cells = row(entry).map(|cell| escape(&cell));
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    for change in field_changes(entries) {
        let _ = writeln!(out, "\n{}", escape(&change));
    }
    out
}

fn row(entry: &Entry) -> [String; 9] {
    let ratio = |unit: &str| {
        entry
            .mean_ratio(unit)
            .map_or(String::new(), |r| format!("{r:.2}"))
    };
    let cut = if entry.whole { "" } else { " (cut short)" };
    [
        format!("{}{cut}", entry.run),
        entry.commit.as_deref().map(short).unwrap_or_default(),
        entry.cases.to_string(),
        entry.not_ok.to_string(),
        entry.count(Verdict::Ok).to_string(),
        entry.count(Verdict::Partial).to_string(),
        entry
            .seconds
            .map_or(String::new(), |seconds| format!("{seconds:.1}")),
        ratio("step"),
        ratio("load"),
    ]
}

/// Small curves of what matters, where there is more than one run.
fn curves(entries: &[Entry]) -> Vec<(&'static str, String)> {
    if entries.len() < 2 {
        return Vec::new();
    }
    let not_ok = entries
        .iter()
        .map(|entry| Some(entry.not_ok as f64))
        .collect();
    let mut curves: Vec<(&'static str, Vec<Option<f64>>)> = vec![("not ok", not_ok)];
    for (name, unit) in [("steps", "step"), ("loads", "load")] {
        let ratios: Vec<Option<f64>> = entries.iter().map(|e| e.mean_ratio(unit)).collect();
        if ratios.iter().any(Option::is_some) {
            curves.push((name, ratios));
        }
    }
    curves
        .into_iter()
        .map(|(name, values)| (name, sparkline(&values)))
        .collect()
}

fn sparkline(values: &[Option<f64>]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let known = || values.iter().flatten().copied();
    let (low, high) = (least(known()), greatest(0.0, known()));
    let bar = |value: &Option<f64>| match value {
        None => ' ',
        Some(_) if high <= low => BARS[0],
        Some(value) => BARS[((value - low) / (high - low) * 7.0).round() as usize % 8],
    };
    values.iter().map(bar).collect()
}

/// Fields whose worst error changed with the last run.
fn field_changes(entries: &[Entry]) -> Vec<String> {
    let [.., before, now] = entries else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    for (field, error) in &now.worst {
        match before.worst.get(field) {
            Some(old) if old == error => {}
            Some(old) => changes.push(format!(
                "{field}: worst error {:.3e}, was {:.3e}",
                error.0, old.0
            )),
            None => changes.push(format!("{field}: worst error {:.3e}, was equal", error.0)),
        }
    }
    for (field, old) in &before.worst {
        if !now.worst.contains_key(field) {
            changes.push(format!("{field}: equal, worst error was {:.3e}", old.0));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_curve_goes_from_lowest_to_highest() {
        assert_eq!(sparkline(&[Some(1.0), None, Some(2.0), Some(8.0)]), "▁ ▂█");
        assert_eq!(sparkline(&[Some(0.0), Some(0.0)]), "▁▁");
    }
}
