//! The source trees: the entries of a folder depend on each other in one direction only.

mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Folders whose entries (files and folders) must not form a cycle.
const FOLDERS: [&str; 3] = ["harness/src", "engine/src", "engine/src/pipeline"];

/// For each entry the entries that it uses, each with a file in which it does.
type Uses = BTreeMap<String, BTreeMap<String, String>>;

#[test]
fn folders_depend_on_each_other_in_one_direction_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in FOLDERS {
        let uses = uses(&root.join(folder));
        assert!(uses.len() > 3, "{folder}: nothing was read");
        if let Some(cycle) = cycle(&uses) {
            panic!("{folder} has a cycle:\n{}", describe(&cycle, &uses));
        }
    }
}

#[test]
fn a_cycle_is_found_and_written_out() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = directory.path().join("src");
    for (name, text) in [
        (
            "lib.rs",
            "mod a; mod b; mod c; mod d; pub use b::Word;\n#[cfg(test)]\nmod testing;",
        ),
        ("testing.rs", "use crate::a;"),
        ("c/tests.rs", "use crate::a;"),
        // Neither comments nor texts nor tests count, and a folder may use itself.
        (
            "a/mod.rs",
            "mod inner; // crate::d\nconst A: &str = \"crate::d\";",
        ),
        (
            "a/inner.rs",
            "use super::x; use crate::{a, b::{self, y as z}};",
        ),
        (
            "b.rs",
            "fn f(x: crate::c::G<u8>) {} #[cfg(test)] mod tests { use crate::d; }",
        ),
        (
            "c/mod.rs",
            "#[cfg(test)]\nmod tests;\nmacro_rules! m { () => { super::d::f() } } fn f(x: crate::c::T) {}",
        ),
        ("d.rs", "mod inline { use super::super::Word; }"),
    ] {
        let path = source.join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("created");
        std::fs::write(path, text).expect("written");
    }
    let uses = uses(&source);
    let names = |entry: &str| uses[entry].keys().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(
        [names("a"), names("b"), names("c"), names("d")],
        [["b"], ["c"], ["d"], ["b"]]
    );
    let cycle = cycle(&uses).expect("a cycle");
    assert_eq!(
        describe(&cycle, &uses),
        "  b uses c in b.rs\n  c uses d in c/mod.rs\n  d uses b in d.rs"
    );
}

/// What the entries of a folder below a crate's `src` use of each other.
fn uses(folder: &Path) -> Uses {
    let inside: Vec<String> = folder
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .skip_while(|part| part != "src")
        .skip(1)
        .collect();
    let entries: BTreeSet<String> = paths::files(folder)
        .iter()
        .map(|file| paths::module(folder, file).remove(0))
        .collect();
    let exported = paths::exports(folder, &entries);
    let mut uses = Uses::new();
    for file in paths::files(folder) {
        let module: Vec<String> = [&inside[..], &paths::module(folder, &file)].concat();
        let own = &module[inside.len()];
        let name = file
            .strip_prefix(folder)
            .unwrap_or(&file)
            .display()
            .to_string();
        let used = uses.entry(own.clone()).or_default();
        for path in paths::paths(&file, &module) {
            let Some(target) = path.strip_prefix(&inside[..]).and_then(|rest| rest.first()) else {
                continue;
            };
            let target = exported.get(target).unwrap_or(target);
            if entries.contains(target) && target != own {
                used.entry(target.clone()).or_insert_with(|| name.clone());
            }
        }
    }
    uses
}

/// Entries each of which uses the next, and the last the first.
fn cycle(uses: &Uses) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    uses.keys()
        .find_map(|entry| search(uses, entry, &mut Vec::new(), &mut done))
}

fn search(
    uses: &Uses,
    entry: &String,
    way: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    if let Some(start) = way.iter().position(|before| before == entry) {
        return Some(way[start..].to_vec());
    }
    if !done.insert(entry.clone()) {
        return None;
    }
    way.push(entry.clone());
    let used = uses.get(entry).into_iter().flat_map(BTreeMap::keys);
    let found = used
        .into_iter()
        .find_map(|next| search(uses, next, way, done));
    way.pop();
    found
}

fn describe(cycle: &[String], uses: &Uses) -> String {
    let next = cycle.iter().cycle().skip(1);
    let lines = cycle.iter().zip(next).map(|(from, to)| {
        let file = &uses[from][to];
        format!("  {from} uses {to} in {file}")
    });
    lines.collect::<Vec<_>>().join("\n")
}
