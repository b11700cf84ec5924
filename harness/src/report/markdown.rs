//! Markdown for job summaries: counts, failures worst first, what was not covered.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Report, Summary, short};
use crate::results::{Event, Footer, Outcome, Record, counted};
use crate::simulator::Identity;

/// Failures shown in full; a summary may have a megabyte.
const SHOWN: usize = 50;
/// Reasons shown per kind of gap.
const REASONS: usize = 10;

pub fn render(report: &Report) -> String {
    let summary = summary(report);
    let mut out = String::new();
    head(&mut out, report, &summary);
    counts(&mut out, &summary);
    let mut failed: Vec<&Record> = report.records.iter().filter(|r| !r.ok).collect();
    failed.sort_by_key(|record| Reverse(record.outcome));
    if !failed.is_empty() {
        let _ = writeln!(out, "\n### Not ok\n");
    }
    for record in failed.iter().take(SHOWN) {
        failure(&mut out, record);
    }
    if failed.len() > SHOWN {
        let more = failed.len() - SHOWN;
        let _ = writeln!(out, "... and {more} more, all in the report\n");
    }
    gaps(&mut out, &summary);
    out
}

/// The counts of a report, as its run gathered them.
pub fn summary(report: &Report) -> Summary {
    let mut summary = Summary::default();
    summary.take(&Event::Started(Box::new(report.header.clone())));
    summary.take(&Event::CaseFinished {
        case: String::new(),
        records: report.records.clone(),
    });
    if let Some(footer) = &report.footer {
        summary.take(&Event::Finished(footer.clone()));
    }
    summary
}

fn head(out: &mut String, report: &Report, summary: &Summary) {
    let not_ok = report.records.iter().filter(|record| !record.ok).count();
    let records = report.records.len();
    let (mark, verdict) = match (&report.footer, not_ok) {
        (None, _) => ("⚠️", format!("cut short after {records} comparisons")),
        (Some(_), 0) => ("✅", format!("all {records} comparisons ok")),
        (Some(_), n) => ("❌", format!("{n} of {records} comparisons not ok")),
    };
    let _ = writeln!(out, "## {mark} {verdict}\n");
    let header = &report.header;
    let commit = header.commit.as_deref().map(short);
    let commit = commit.map_or(String::new(), |commit| format!(" at `{commit}`"));
    let _ = writeln!(
        out,
        "{} against {}{commit}, {} values compared{}.\n",
        identity(&header.subject),
        identity(&header.reference),
        summary.values,
        report.footer.as_ref().map_or(String::new(), in_time)
    );
}

fn in_time(footer: &Footer) -> String {
    let cases = counted(footer.cases as u64, "case");
    format!(" over {cases} in {:.1} s", footer.seconds)
}

fn identity(identity: &Identity) -> String {
    format!(
        "**{}** ({})",
        escape(&identity.kind),
        escape(&identity.version)
    )
}

fn counts(out: &mut String, summary: &Summary) {
    let mut columns: Vec<Outcome> = summary
        .modes
        .values()
        .flat_map(|m| m.keys().copied())
        .collect();
    columns.sort();
    columns.dedup();
    let names: Vec<&str> = columns.iter().map(|outcome| outcome.name()).collect();
    let _ = writeln!(out, "| mode | {} |", names.join(" | "));
    let _ = writeln!(out, "|---|{}", "---:|".repeat(columns.len()));
    for (mode, outcomes) in &summary.modes {
        let cells: Vec<String> = columns
            .iter()
            .map(|outcome| {
                outcomes
                    .get(outcome)
                    .map_or(String::new(), usize::to_string)
            })
            .collect();
        let _ = writeln!(out, "| {mode} | {} |", cells.join(" | "));
    }
}

fn failure(out: &mut String, record: &Record) {
    let _ = writeln!(
        out,
        "- **{}** {}: {}",
        record.outcome.name(),
        escape(&record.address()),
        escape(&record.explanation())
    );
    if let Some(place) = &record.place {
        let file = place.path.display().to_string();
        let _ = writeln!(
            out,
            "  {}:{}: `{}`",
            escape(&file),
            place.line,
            place.text.replace('`', "'")
        );
    }
    let _ = writeln!(out, "  ```\n  {}\n  ```", record.repeat);
}

fn gaps(out: &mut String, summary: &Summary) {
    let uncovered = &summary.uncovered;
    let lists: [(&str, &BTreeMap<String, usize>); 3] = [
        ("fields missing", &uncovered.missing_fields),
        ("unsupported", &uncovered.unsupported),
        ("unable", &uncovered.unable),
    ];
    for (what, reasons) in lists.into_iter().filter(|(_, reasons)| !reasons.is_empty()) {
        let count: usize = reasons.values().sum();
        let _ = writeln!(
            out,
            "\n<details><summary>not covered: {count} {what}</summary>\n"
        );
        let mut sorted: Vec<_> = reasons.iter().collect();
        sorted.sort_by_key(|(_, count)| Reverse(**count));
        for (reason, count) in sorted.iter().take(REASONS) {
            let _ = writeln!(out, "- {count} x {}", escape(reason));
        }
        if sorted.len() > REASONS {
            let _ = writeln!(out, "- ... and {} more", sorted.len() - REASONS);
        }
        let _ = writeln!(out, "\n</details>");
    }
}

/// Escapes text so that Markdown shows it literally, in a table cell too.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '\\' | '#' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}
