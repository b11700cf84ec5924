//! The schema as a table for readers.

use std::fmt::Write;

use super::{Count, ElementRule, Schema};

impl Schema {
    /// What the engine reads of MJCF, as a Markdown table. What it does not read is struck through.
    pub fn support_table(&self) -> String {
        let mut table = String::from("| element | count | attributes |\n|---|---|---|\n");
        // What is in an unsupported element is unsupported too.
        let mut refused: Option<usize> = None;
        for element in &self.elements {
            if refused.is_some_and(|depth| element.depth <= depth) {
                refused = None;
            }
            if refused.is_none() && !element.supported {
                refused = Some(element.depth);
            }
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{}", row(element, refused.is_none()));
        }
        table
    }
}

fn row(element: &ElementRule, supported: bool) -> String {
    let indent = "&emsp;".repeat(element.depth);
    let count = match element.count {
        Count::Once => "1",
        Count::AtMostOnce => "0..1",
        Count::Many => "any",
    };
    let attributes = element
        .attributes
        .iter()
        .map(|attribute| code(attribute.name, supported && attribute.supported));
    let attributes: Vec<String> = attributes.collect();
    let name = code(element.name, supported);
    format!("| {indent}{name} | {count} | {} |", attributes.join(" "))
}

fn code(name: &str, supported: bool) -> String {
    if supported {
        format!("`{name}`")
    } else {
        format!("~~`{name}`~~")
    }
}
