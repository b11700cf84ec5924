//! The fixtures use all of the schema, so that every attribute is compared with MuJoCo.

use std::collections::HashSet;
use std::path::Path;

use plumbline::internal::schema::Schema;

/// A section of the document, an element in it, one of the element's attributes.
type Use = (String, String, String);

#[test]
fn every_supported_attribute_is_in_a_fixture() {
    let mut used = HashSet::new();
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");
    collect(Path::new(fixtures), &mut used);
    let mut path: Vec<(&str, bool)> = Vec::new();
    let mut unused = Vec::new();
    for element in &Schema::mjcf().elements {
        path.truncate(element.depth);
        path.push((element.name, element.supported));
        if path.iter().all(|&(_, supported)| supported) {
            let section = path.get(1).map_or("", |&(name, _)| name);
            for attribute in element.attributes.iter().filter(|a| a.supported) {
                let names = [section, element.name, attribute.name].map(str::to_owned);
                if !used.contains(&names.clone().into()) {
                    unused.push(names.join(" "));
                }
            }
        }
    }
    assert!(unused.is_empty(), "{unused:#?}");
}

/// Finds all models of a directory but those that are to be refused.
fn collect(dir: &Path, used: &mut HashSet<Use>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("reject") {
            collect(&path, used);
        } else if path.extension().is_some_and(|extension| extension == "xml") {
            scan(&std::fs::read_to_string(path).unwrap(), used);
        }
    }
}

/// Notes what a document uses; its comments hold nothing that looks like an end of one.
fn scan(text: &str, used: &mut HashSet<Use>) {
    let parts = text.split("<!--");
    let plain: String = parts
        .map(|part| part.split_once("-->").map_or(part, |(_, after)| after))
        .collect();
    let mut open: Vec<&str> = Vec::new();
    for tag in plain.split('<').skip(1) {
        let Some((tag, _)) = tag.split_once('>') else {
            continue;
        };
        if tag.starts_with('/') {
            open.pop();
            continue;
        }
        let name = tag.split(|c: char| c.is_whitespace() || c == '/').next();
        open.extend(name);
        let (section, name) = (open.get(1).unwrap_or(&""), open[open.len() - 1]);
        // Every second part between quotes is a value.
        for attribute in tag.split(['"', '\'']).step_by(2) {
            if let Some(attribute) = attribute.trim().strip_suffix('=') {
                let attribute = attribute.split_whitespace().last().unwrap_or(attribute);
                let names = [section, name, attribute].map(str::to_owned);
                used.insert(names.into());
            }
        }
        if tag.ends_with('/') {
            open.pop();
        }
    }
}
