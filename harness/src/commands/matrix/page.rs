//! The page with a row for each feature and a column for each engine. It has no script and needs
//! nothing but the files beside it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::count::{Class, Column, Counts};
use super::history::History;
use super::row;
use crate::case::tags::Tagging;
use crate::report::short;
use crate::results::counted;

/// Also that of `scripts/site`.
const STYLE: &str = include_str!("page.css");

/// What the words of a cell mean.
const MEANING: &[(Class, &str)] = &[
    (
        Class::Agrees,
        "every bit that was compared is equal, or both refuse the model",
    ),
    (
        Class::Rounding,
        "what differs is no farther off than rounding in the engine's precision goes",
    ),
    (
        Class::SolverLimited,
        "accelerations are farther off, but the solver's answer is as good as MuJoCo's",
    ),
    (
        Class::Undecidable,
        "copies of MuJoCo within rounding disagree among themselves",
    ),
    (
        Class::Unsupported,
        "the engine says that the model is beyond it, or has none of the results",
    ),
    (
        Class::Fails,
        "something differs beyond that, is refused, crashes or takes too long; known faults too",
    ),
];

pub(super) fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

pub(super) fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{}</title><style>{STYLE}</style></head><body><main>{body}</main></body></html>\n",
        escape(title)
    )
}

/// The name of a row as part of an address.
pub(super) fn anchor(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect()
}

pub(super) fn page(columns: &[Column], history: &History, by: Tagging) -> String {
    let mut body = "<h1>Engines by feature</h1><p class=\"soft\">How other engines do against MuJoCo \
        on the same models, each with the verdict that its precision allows. A number is the share of \
        cases that agree or round, of the fields that an engine has; a cell leads to the cases that do \
        not, and to the values.</p>"
        .to_owned();
    body += &format!(
        "<p class=\"badges\">{}</p>",
        columns.iter().map(badge).collect::<String>()
    );
    body += &table(columns, by);
    body += "<h2>What was compared</h2>";
    body += &provenance(columns);
    body += "<h2>What the words mean</h2><dl>";
    for (class, words) in MEANING {
        let name = class.name();
        let _ = write!(
            body,
            "<dt><span class=\"key {name}\"></span>{name}</dt><dd>{words}</dd>"
        );
    }
    body += "</dl><h2>History</h2>";
    body += &past(history);
    document("Engines by feature", &body)
}

fn badge(column: &Column) -> String {
    let words = escape(&format!("{}: {}", column.subject, column.total().words()));
    format!(
        "<img src=\"badges/{}.svg\" alt=\"{words}\" height=\"20\">",
        column.slug
    )
}

fn wide(label: &str, heads: &[&str], rows: &str) -> String {
    let heads: String = heads
        .iter()
        .map(|head| format!("<th scope=\"col\">{head}</th>"))
        .collect();
    format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><table><thead><tr>\
         {heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

fn table(columns: &[Column], by: Tagging) -> String {
    let names: BTreeSet<&str> = columns
        .iter()
        .flat_map(|c| c.rows.keys())
        .map(String::as_str)
        .collect();
    let subjects: Vec<String> = columns
        .iter()
        .map(|column| escape(&column.subject))
        .collect();
    let heads: Vec<&str> = [by.name()]
        .into_iter()
        .chain(subjects.iter().map(String::as_str))
        .collect();
    let mut rows = String::new();
    let all = columns
        .iter()
        .map(|column| cell(column, column.total(), None));
    let _ = write!(
        rows,
        "<tr><th scope=\"row\">everything</th>{}</tr>",
        all.collect::<String>()
    );
    for name in names {
        let cells: String = row(columns, name)
            .map(|(column, counts)| cell(column, counts, Some(name)))
            .collect();
        let _ = write!(
            rows,
            "<tr><th scope=\"row\">{}</th>{cells}</tr>",
            escape(name)
        );
    }
    wide("Features and engines", &heads, &rows)
}

/// One engine in one row: its share, and a bar of all that became of the cases.
fn cell(column: &Column, counts: Counts, name: Option<&str>) -> String {
    let total = counts.cases();
    if total == 0 {
        return "<td></td>".to_owned();
    }
    let kind = match counts.good() {
        good if good == total => "good",
        good if 10 * good >= 9 * total => "near",
        _ => "bad",
    };
    let share = match counts.good() {
        good if good == total => "all".to_owned(),
        good => format!("{} %", 100 * good / total),
    };
    let target = name
        .map(|name| format!("#{}", anchor(name)))
        .unwrap_or_default();
    format!(
        "<td class=\"{kind}\" title=\"{}\"><a href=\"engines/{}.html{target}\">{share}</a>{}</td>",
        counts.words(),
        column.slug,
        bar(counts)
    )
}

fn bar(counts: Counts) -> String {
    let parts = Class::ALL.iter().filter(|class| counts.get(**class) > 0);
    let parts = parts.map(|class| {
        let width = 100.0 * counts.get(*class) as f64 / counts.cases() as f64;
        format!(
            "<i class=\"{}\" style=\"width:{width:.1}%\"></i>",
            class.name()
        )
    });
    format!("<span class=\"bar\">{}</span>", parts.collect::<String>())
}

fn provenance(columns: &[Column]) -> String {
    let mut rows = String::new();
    for column in columns {
        let modes: Vec<&str> = column.modes.iter().map(|mode| mode.name()).collect();
        let commit = column.commit.as_deref().map_or("none".to_owned(), short);
        let cells = [
            column.version.as_str(),
            &column.precision,
            &column.reference,
            &modes.join(", "),
            &column.total().cases().to_string(),
            &column.missing.to_string(),
            &commit,
        ];
        let cells: String = cells
            .iter()
            .map(|text| format!("<td>{}</td>", escape(text)))
            .collect();
        let _ = write!(
            rows,
            "<tr><th scope=\"row\">{}</th>{cells}<td><a href=\"{}\">{}</a></td></tr>",
            escape(&column.subject),
            column.report,
            column.run
        );
    }
    let heads = [
        "engine",
        "version",
        "precision",
        "compared with",
        "modes",
        "cases",
        "fields it lacks",
        "commit",
        "report",
    ];
    let mut text = wide("What was compared", &heads, &rows);
    let commands: BTreeSet<&str> = columns.iter().map(|c| c.command.as_str()).collect();
    for command in commands {
        let _ = write!(
            text,
            "<p class=\"soft\"><code>{}</code></p>",
            escape(command)
        );
    }
    text
}

fn past(history: &History) -> String {
    let mut rows = String::new();
    for entry in history.runs.iter().rev().take(60) {
        let commit = entry.commit.as_deref().map(short).unwrap_or_default();
        let _ = write!(
            rows,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{} of {}</td><td>{}</td></tr>",
            escape(&entry.subject),
            escape(&entry.version),
            escape(&entry.run),
            escape(&commit),
            entry.total.good(),
            counted(entry.total.cases() as u64, "case"),
            bar(entry.total)
        );
    }
    let heads = ["engine", "version", "run", "commit", "agree or round", ""];
    wide("History", &heads, &rows)
}
