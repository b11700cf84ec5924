//! The functions of `mujoco.h`, by section.

use harness::provision::{self, ProvisionOptions};

/// The header of the wheel.
fn text() -> String {
    let library = provision::library("3.2.6", &ProvisionOptions::default()).expect("a wheel");
    let header = library.with_file_name("include").join("mujoco/mujoco.h");
    std::fs::read_to_string(&header).unwrap_or_else(|error| panic!("{header:?}: {error}"))
}

/// Sections with their functions, in the header's order.
pub(crate) fn sections() -> Vec<(String, Vec<String>)> {
    let mut sections: Vec<(String, Vec<String>)> = Vec::new();
    let mut declaration = String::new();
    for line in text().lines() {
        if let Some(rest) = line.strip_prefix("//--") {
            let title = rest.trim_matches(|c: char| c == '-' || c.is_whitespace());
            if !title.is_empty() {
                sections.push((title.to_owned(), Vec::new()));
            }
            continue;
        }
        declaration += line.split("//").next().unwrap_or_default();
        declaration.push(' ');
        if !declaration.contains([';', '{']) {
            continue;
        }
        if let Some((_, after)) = declaration.split_once("MJAPI ")
            && !after.trim_start().starts_with("extern")
            && let Some((before, _)) = after.split_once('(')
            && let Some(name) = before.split_whitespace().last()
            && let Some((_, functions)) = sections.last_mut()
        {
            functions.push(name.trim_start_matches('*').to_owned());
        }
        declaration.clear();
    }
    sections.retain(|(_, functions)| !functions.is_empty());
    sections
}

#[test]
fn the_header_is_read_to_its_end() {
    let all: Vec<String> = sections().into_iter().flat_map(|(_, f)| f).collect();
    assert_eq!(all.len(), 467);
    assert_eq!(all.first().map(String::as_str), Some("mj_defaultVFS"));
    assert_eq!(all.last().map(String::as_str), Some("mjs_asPlugin"));
}
