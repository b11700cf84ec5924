//! Public items of the engine by the names of MuJoCo that are their aliases.

use std::collections::BTreeMap;
use std::path::Path;

/// The path of each public item, by alias.
pub(crate) fn public_items() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src");
    let mut items = BTreeMap::new();
    folder(&root, &root, &mut items);
    items
}

fn folder(root: &Path, path: &Path, items: &mut BTreeMap<String, String>) {
    let mut entries: Vec<_> = path
        .read_dir()
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            folder(root, &entry, items);
        } else {
            let text = std::fs::read_to_string(&entry).expect("text");
            file(&module(root, &entry), &text, items);
        }
    }
}

/// The path of a module as programs write it: private modules hand their items to the module above.
fn module(root: &Path, file: &Path) -> String {
    let mut path = Vec::new();
    let mut folder = root.to_owned();
    let relative = file.strip_prefix(root).expect("below the root");
    for part in relative.with_extension("").components() {
        let name = part.as_os_str().to_string_lossy().into_owned();
        if name == "mod" || name == "lib" {
            break;
        }
        let parent = ["mod.rs", "lib.rs"]
            .iter()
            .find_map(|file| std::fs::read_to_string(folder.join(file)).ok())
            .unwrap_or_default();
        if parent.contains(&format!("pub mod {name};")) {
            path.push(name.clone());
        }
        folder.push(name);
    }
    path.join("::")
}

fn file(module: &str, text: &str, items: &mut BTreeMap<String, String>) {
    let mut aliases: Vec<String> = Vec::new();
    let mut owner = String::new();
    let mut attribute = String::new();
    for line in text.lines() {
        if !line.starts_with([' ', '}']) && !line.is_empty() {
            owner.clear();
        }
        if let Some(rest) = line.strip_prefix("impl") {
            let rest = rest.split_once(" for ").map_or(rest, |(_, rest)| rest);
            let name = rest.trim_start_matches(|c| c != ' ').trim();
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
            owner = name[..end.unwrap_or(name.len())].to_owned();
        }
        let line = line.trim();
        if line.starts_with("#[") || !attribute.is_empty() {
            attribute += line;
            if attribute.ends_with(")]") || attribute.ends_with(']') {
                if attribute.starts_with("#[doc(alias") {
                    let quoted = attribute.split('"').skip(1).step_by(2);
                    aliases.extend(quoted.map(str::to_owned));
                }
                attribute.clear();
            }
            continue;
        }
        if line.starts_with("//") || line.is_empty() {
            continue;
        }
        // Rows of a macro's table of methods of data: the method's name, and other words.
        let is_row = line.ends_with(';')
            && line
                .chars()
                .all(|c| c.is_alphanumeric() || " _;".contains(c));
        if is_row && let Some(name) = line.split(' ').next() {
            for alias in aliases.drain(..) {
                items.insert(alias, format!("Data::{name}"));
            }
        }
        if let Some(item) = line.strip_prefix("pub ") {
            let words = item.trim_start_matches("const ");
            let mut words = words.split(|c: char| !c.is_alphanumeric() && c != '_');
            let kind = words.next().unwrap_or_default();
            let name = words.next().unwrap_or_default();
            let place = if owner.is_empty() { module } else { &owner };
            let path = match (place, kind) {
                ("", _) => name.to_owned(),
                (place, _) => format!("{place}::{name}"),
            };
            for alias in aliases.drain(..) {
                // Of several items the shortest path is the one to show.
                let known = items.entry(alias).or_insert_with(|| path.clone());
                if path.len() < known.len() {
                    known.clone_from(&path);
                }
            }
        }
        aliases.clear();
    }
}

#[test]
fn items_are_found_with_their_paths() {
    let mut items = BTreeMap::new();
    let text = "#[doc(alias = \"mj_a\")]\n#[inline]\npub fn a() {}\n\
                impl<'a> Frame<'a> {\n    #[doc(alias(\"mj_b\", \"mj_c\"))]\n    pub fn b(&self) {}\n\
                    #[doc(alias = \"mj_d\")]\n    pub(crate) fn d(&self) {}\n}\n\
                #[doc(alias = \"mj_e\")]\nfn e() {}\n";
    file("math::dense", text, &mut items);
    let found: Vec<(&str, &str)> = items
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    let expected = [
        ("mj_a", "math::dense::a"),
        ("mj_b", "Frame::b"),
        ("mj_c", "Frame::b"),
    ];
    assert_eq!(found, expected);
}
