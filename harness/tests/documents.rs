//! The pages for people: they name what the program has, lead where they say, and can be read in a
//! terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Pages that a program writes.
const GENERATED: [&str; 3] = ["api.md", "errata.md", "errors.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every page with its path.
fn pages() -> Vec<(PathBuf, String)> {
    let in_root = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name));
    let entries = root().join("docs").read_dir().expect("docs");
    let in_docs = entries.map(|entry| entry.expect("an entry").path());
    let paths = in_root.into_iter().chain(in_docs);
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a page");
            (path, text)
        })
        .collect()
}

fn help(words: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_harness");
    let output = Command::new(program).args(words).output().expect("runs");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_subcommand_is_in_the_documents() {
    let help = help(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).expect("commands");
    let lines = commands.lines().take_while(|line| !line.is_empty());
    // The names stand in front; what is further in continues a line.
    let names = lines.filter_map(|line| {
        line.strip_prefix("  ")
            .filter(|rest| !rest.starts_with(' '))
    });
    let pages = pages();
    for name in names.filter_map(|line| line.split(' ').next()) {
        let named = |(_, text): &(PathBuf, String)| text.contains(&format!("harness {name}"));
        assert!(
            name == "help" || pages.iter().any(named),
            "no page has `harness {name}`"
        );
    }
}

#[test]
fn every_report_format_is_described() {
    let help = help(&["render", "--help"]).replace('\n', " ");
    let list = help.split("(comma-separated): ").nth(1).expect("formats");
    let list = list.split('[').next().expect("formats");
    let page = fs::read_to_string(root().join("docs/reports.md")).expect("a page");
    for format in list.split(',').map(str::trim) {
        let row = format!("\n| `{format}` |");
        assert!(
            page.contains(&row),
            "docs/reports.md has no row for {format}"
        );
    }
}

#[test]
fn links_lead_to_files() {
    for (path, text) in pages() {
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().expect("a target");
            let elsewhere = target.is_empty() || target.contains("://");
            let file = path.parent().expect("a folder").join(target);
            assert!(
                elsewhere || file.exists(),
                "{}: {target} does not exist",
                path.display()
            );
        }
    }
}

#[test]
fn lines_of_prose_fit_into_100_columns() {
    for (path, text) in pages() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if GENERATED.contains(&name.as_ref()) {
            continue;
        }
        let mut code = false;
        for (number, line) in text.lines().enumerate() {
            code ^= line.trim_start().starts_with("```");
            let table = line.starts_with('|');
            // A word alone, such as an address, cannot be wrapped.
            let long = line.chars().count() > 100 && line.trim().contains(' ');
            assert!(
                code || table || line.starts_with("![") || !long,
                "{}:{} is longer than 100 columns",
                path.display(),
                number + 1
            );
        }
    }
}

#[test]
fn files_that_pages_name_exist() {
    let folders = ["engine/", "harness/", "fixtures/", "scripts/", "docs/"];
    for (path, text) in pages() {
        // It quotes messages about files that do not exist.
        if path.ends_with("docs/errors.md") {
            continue;
        }
        // Between backticks is every second part of a page without blocks of code.
        let blocks = text.split("```").step_by(2);
        for word in blocks.flat_map(|prose| prose.split('`').skip(1).step_by(2)) {
            let is_path = folders.iter().any(|folder| word.starts_with(folder));
            // `NAME.rs` stands for what a recipe adds, `*` for several files.
            let is_pattern =
                word.contains(['*', ' ']) || word.contains("NAME") || word.contains("FOLDER");
            if is_path && !is_pattern {
                let found = root().join(word).exists();
                assert!(found, "{}: there is no {word}", path.display());
            }
        }
    }
}
