//! Every function of MuJoCo's header has an answer: `docs/api.md` is made from the header of the
//! wheel, the aliases in the engine's sources, and `docs/api.tsv`.
//!
//! `PLUMBLINE_WRITE=1 cargo test -p harness --test functions` writes `docs/api.md` anew.

mod header;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use harness::case::functions::FUNCTIONS;
use harness::utilities;

/// Sections of the header whose functions are the core: what a controller is ported with.
const CORE: [&str; 6] = [
    "Main simulation",
    "Components",
    "Sub components",
    "Support",
    "Ray casting",
    "Derivatives",
];

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(repository(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What the table says of a function.
struct Row {
    answer: String,
    what: String,
}

fn table() -> BTreeMap<String, Row> {
    let mut rows = BTreeMap::new();
    for line in read("docs/api.tsv").lines() {
        if line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let [function, answer, what] = columns[..] else {
            panic!("docs/api.tsv: {line:?} has not three columns");
        };
        let known = ["language", "not applicable", "not yet", "compared by"];
        assert!(known.contains(&answer), "docs/api.tsv: {line:?}");
        let row = Row {
            answer: answer.to_owned(),
            what: what.to_owned(),
        };
        assert!(
            rows.insert(function.to_owned(), row).is_none(),
            "docs/api.tsv: {function} stands twice"
        );
    }
    rows
}

/// What compares a function with MuJoCo's.
fn compared(function: &str, row: Option<&Row>) -> Option<String> {
    if FUNCTIONS.iter().any(|known| known.name == function) {
        return Some("mode `query`".to_owned());
    }
    if utilities::names().any(|known| known == function) {
        return Some("`harness utilities`".to_owned());
    }
    row.filter(|row| row.answer == "compared by")
        .map(|row| row.what.clone())
}

/// The page, and what is wrong with it.
fn page() -> (String, Vec<String>) {
    let (rows, items) = (table(), sources::public_items());
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut total, mut core, mut core_answered) = (0, 0, 0);
    let mut body = String::new();
    for (section, functions) in header::sections() {
        let _ = write!(
            body,
            "\n## {section}\n\n| MuJoCo | here | compared by |\n|---|---|---|\n"
        );
        for function in functions {
            let row = rows.get(&function);
            let (kind, here, by) = match (items.get(&function), row) {
                (Some(path), row) => {
                    if let Some(row) = row.filter(|row| row.answer != "compared by") {
                        let answer = &row.answer;
                        wrong.push(format!("{function} is {path}: take \"{answer}\" out"));
                    }
                    let by = compared(&function, row);
                    if by.is_none() {
                        wrong.push(format!("nothing compares {function}, which is {path}"));
                    }
                    ("by a name of Rust", format!("`{path}`"), by)
                }
                (None, Some(row)) if row.answer == "language" => {
                    ("by the language", row.what.clone(), None)
                }
                (None, Some(row)) if row.answer == "not applicable" => (
                    "not applicable",
                    format!("not applicable: {}", row.what),
                    None,
                ),
                (None, Some(row)) if row.answer == "not yet" => {
                    ("not yet", format!("not yet: {}", row.what), None)
                }
                _ => {
                    wrong.push(format!("{function} has no answer"));
                    ("without an answer", String::new(), None)
                }
            };
            *counts.entry(kind).or_default() += 1;
            total += 1;
            if CORE.contains(&section.as_str()) {
                core += 1;
                core_answered += usize::from(!matches!(kind, "not yet" | "without an answer"));
            }
            let by = by.unwrap_or_default();
            let _ = writeln!(body, "| `{function}` | {here} | {by} |");
        }
    }
    let counted: Vec<String> = counts
        .iter()
        .map(|(kind, n)| format!("{n} {kind}"))
        .collect();
    let text = format!(
        "# Every function of MuJoCo\n\n\
         What stands for each function of `mujoco.h` 3.2.6. Made from the wheel's header, the\n\
         aliases in the engine's sources and [api.tsv](api.tsv), by\n\
         `PLUMBLINE_WRITE=1 cargo test -p harness --test functions`; do not edit.\n\n\
         {total} functions: {}. Of the core (main simulation, components, sub components,\n\
         support, ray casting, derivatives) {core_answered} of {core} are there or need not be.\n{body}",
        counted.join(", ")
    );
    (text, wrong)
}

#[test]
fn every_function_of_the_header_has_an_answer() {
    let (_, wrong) = page();
    assert!(wrong.is_empty(), "in docs/api.tsv: {wrong:#?}");
}

#[test]
fn every_row_of_the_table_is_a_function_of_the_header() {
    let known: BTreeSet<String> = header::sections()
        .into_iter()
        .flat_map(|(_, functions)| functions)
        .collect();
    for function in table().keys() {
        assert!(known.contains(function), "{function} is not in the header");
    }
}

#[test]
fn the_page_is_what_the_table_says() {
    let (text, _) = page();
    if std::env::var_os("PLUMBLINE_WRITE").is_some() {
        std::fs::write(repository("docs/api.md"), &text).expect("written");
    }
    assert!(
        read("docs/api.md") == text,
        "docs/api.md is stale: PLUMBLINE_WRITE=1 cargo test -p harness --test functions"
    );
}
