//! GitHub workflow commands: `::error file=arm.xml,line=7::...` shows at the line of the MJCF in a
//! pull request.

use std::fmt::Write;

use super::Report;
use crate::results::{Record, Verdict};

/// One line for everything that is not ok, and a notice for what is not covered.
pub(super) fn render(report: &Report) -> String {
    let mut out = String::new();
    for record in &report.records {
        let command = match record.outcome.verdict() {
            _ if !record.ok => "error",
            Verdict::Partial => "notice",
            Verdict::Ok | Verdict::Mismatch | Verdict::Usage | Verdict::Broken => continue,
        };
        annotate(&mut out, command, record);
    }
    out
}

fn annotate(out: &mut String, command: &str, record: &Record) {
    let (path, line, column) = match &record.place {
        Some(place) => (&place.path, place.line, place.column),
        None => (&record.path, 1, 1),
    };
    let title = format!("{} {} {}", record.outcome.name(), record.case, record.mode);
    let text = format!(
        "{}: {}\n{}",
        record.address(),
        record.explanation(),
        record.repeat
    );
    let _ = writeln!(
        out,
        "::{command} file={},line={line},col={column},title={}::{}",
        property(&path.display().to_string()),
        property(&title),
        message(&text)
    );
}

/// A message may have any character except line ends and the escape character.
fn message(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property ends at a comma or colon.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
