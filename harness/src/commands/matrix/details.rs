//! The page of one engine: row by row the cases that do not agree, each with the first value that
//! is wrong and a link to it in the engine's report.

use std::fmt::Write;

use super::count::{Class, Column};
use super::page::{anchor, document, escape};
use crate::results::Record;

pub(super) fn page(column: &Column) -> String {
    let title = format!("{} against {}", column.subject, column.reference);
    let mut body = format!(
        "<p><a href=\"../index.html\">All engines</a></p><h1>{}</h1><p>{}; \
         <a href=\"../{}\">the whole report</a></p>",
        escape(&title),
        column.total().words(),
        column.report
    );
    for (row, cases) in &column.cases {
        let counts = column.counts(row);
        let (name, at) = (escape(row), anchor(row));
        let _ = write!(
            body,
            "<h2 id=\"{at}\">{name}</h2><p class=\"soft\">{}</p><ul>",
            counts.words()
        );
        let mut wrong: Vec<&(Class, Record)> = cases
            .iter()
            .filter(|(class, _)| *class > Class::Rounding)
            .collect();
        wrong.sort_by_key(|(class, _)| std::cmp::Reverse(*class));
        for (class, record) in wrong {
            body += &line(column, *class, record);
        }
        body += "</ul>";
    }
    document(&title, &body)
}

fn line(column: &Column, class: Class, record: &Record) -> String {
    let place = format!(
        "../{}#/case/{}/{}",
        column.report,
        encode(&record.case),
        record.mode
    );
    format!(
        "<li><span class=\"key {0}\"></span>{0} <a href=\"{1}\">{2}</a>: {3}<br><code>{4}</code></li>",
        class.name(),
        escape(&place),
        escape(&record.address()),
        escape(&record.explanation()),
        escape(&record.repeat)
    )
}

/// As a part of an address.
fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(byte.into())
            }
            _ => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_of_cases_are_encoded_for_addresses() {
        assert_eq!(super::encode("a/b[c=1,d]"), "a%2Fb%5Bc%3D1%2Cd%5D");
    }
}
