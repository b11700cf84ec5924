//! `docs/errors.md`: every error that a fixture shows, in our words and in MuJoCo's.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The repository, by its shortest path: messages name files by theirs.
fn root() -> PathBuf {
    let harness = Path::new(env!("CARGO_MANIFEST_DIR"));
    harness.parent().expect("a workspace").to_owned()
}

/// Where the documentation's copy of the table is; `UPDATE_DOCS=1` writes it anew.
const DOCUMENT: &str = "docs/errors.md";

/// The fixtures that both sides refuse, in order, with MuJoCo's words.
fn refused(directory: &Path, found: &mut Vec<(PathBuf, String)>) {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            refused(&path, found);
        } else if path.extension().is_some_and(|e| e == "toml") {
            let text = std::fs::read_to_string(&path).expect("a sidecar");
            let sidecar: toml::Table = text.parse().expect("TOML");
            let words = sidecar
                .get("reject")
                .and_then(|reject| reject.get("reference"));
            if let Some(words) = words.and_then(toml::Value::as_str) {
                let robot = path.with_extension("urdf");
                let model = if robot.exists() {
                    robot
                } else {
                    path.with_extension("xml")
                };
                found.push((model, words.to_owned()));
            }
        }
    }
}

/// What the engine says of a model: the message, the place within the model, what was expected.
fn words(path: &Path) -> String {
    let error = plumbline::Model::from_xml(path).expect_err("an error");
    let mut words = error.message.replace(&format!("{}/", root().display()), "");
    if let Some(location) = error.location {
        let _ = write!(words, " ({}:{})", location.line, location.column);
    }
    if let Some(expected) = error.expected {
        let _ = write!(words, "; expected {expected}");
    }
    words
}

/// A cell of a table: no line ends, no bars, not without end.
fn cell(text: &str) -> String {
    let text = text.replace('|', "\\|").replace(['\n', '\r'], " ");
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn table() -> String {
    let reject = root().join("fixtures/reject");
    let mut fixtures = Vec::new();
    refused(&reject, &mut fixtures);
    let mut table =
        String::from("| fixture | MuJoCo | the engine (line:column) |\n|---|---|---|\n");
    for (path, reference) in fixtures {
        let name = path.strip_prefix(&reject).expect("a fixture");
        let name = name.with_extension("");
        let (name, reference, words) = (name.display(), cell(&reference), cell(&words(&path)));
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| `{name}` | {reference} | {words} |");
    }
    table
}

#[test]
fn the_documented_errors_are_those_of_the_fixtures() {
    let table = table();
    let path = root().join(DOCUMENT);
    let document = std::fs::read_to_string(&path).expect("the document");
    let start = document.find("| fixture |").expect("a table");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, format!("{}{table}", &document[..start])).expect("written");
    } else {
        let advice = "run with UPDATE_DOCS=1 to renew docs/errors.md";
        assert_eq!(document[start..], table, "{advice}");
    }
}
