//! Faults that change nothing, each with its reason, in a list that can be argued with.

use std::path::Path;

use super::point::Fault;

/// The list.
#[derive(Clone, Debug, Default)]
pub struct Equivalents {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    file: String,
    function: String,
    old: String,
    new: String,
    /// Which of the faults with these texts in the function, from 0; all of them if there is none.
    nth: Option<usize>,
    reason: String,
}

/// Why the list cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("line {line}: {what}")]
    Line { line: usize, what: &'static str },
}

impl Equivalents {
    pub fn read(path: &Path) -> Result<Equivalents, ListError> {
        Equivalents::parse(&std::fs::read_to_string(path)?)
    }

    /// Lines of file, function, old text, new text, which of several and reason with tabs between;
    /// `#` starts a comment. `*` stands for any text, and for all of several.
    fn parse(text: &str) -> Result<Equivalents, ListError> {
        let mut entries = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let parts: Vec<&str> = text.split('\t').collect();
            let [file, function, old, new, nth, reason] = parts[..] else {
                let what = "expected file, function, old text, new text, which and reason";
                return Err(ListError::Line { line, what });
            };
            let nth = match (nth, nth.parse()) {
                ("*", _) => None,
                (_, Ok(nth)) => Some(nth),
                (_, Err(_)) => {
                    let what = "expected which of several, from 0, or * for all";
                    return Err(ListError::Line { line, what });
                }
            };
            if reason.trim().is_empty() {
                let what = "expected a reason";
                return Err(ListError::Line { line, what });
            }
            entries.push(Entry {
                file: file.to_owned(),
                function: function.to_owned(),
                old: old.to_owned(),
                new: new.to_owned(),
                nth,
                reason: reason.to_owned(),
            });
        }
        Ok(Equivalents { entries })
    }

    /// Why a fault changes nothing, if it is listed. Lines and columns do not matter, so that the
    /// list outlives changes elsewhere in the file.
    pub fn reason(&self, fault: &Fault) -> Option<&str> {
        let fits = |pattern: &str, text: &str| pattern == "*" || pattern == text;
        let mut entries = self.entries.iter();
        let entry = entries.find(|entry| {
            entry.file == fault.file
                && entry.function == fault.function
                && fits(&entry.old, &fault.old)
                && fits(&entry.new, &fault.new)
                && entry.nth.is_none_or(|nth| nth == fault.nth)
        });
        entry.map(|entry| entry.reason.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::Kind;

    #[test]
    fn a_fault_is_found_by_its_function_and_texts() {
        let list =
            "# why\na.rs\tf\tx < 0\tx <= 0\t0\tzero does the same\na.rs\tg\t*\t*\t*\tnever read\n";
        let list = Equivalents::parse(list).expect("a list");
        let mut fault = Fault {
            file: "a.rs".to_owned(),
            function: "f".to_owned(),
            line: 7,
            column: 3,
            kind: Kind::Comparison,
            old: "x < 0".to_owned(),
            new: "x <= 0".to_owned(),
            nth: 0,
        };
        assert_eq!(list.reason(&fault), Some("zero does the same"));
        fault.nth = 1;
        assert_eq!(list.reason(&fault), None);
        fault.nth = 0;
        fault.new = "x > 0".to_owned();
        assert_eq!(list.reason(&fault), None);
        fault.function = "g".to_owned();
        assert_eq!(list.reason(&fault), Some("never read"));
    }

    #[test]
    fn an_entry_without_a_reason_is_an_error() {
        let error = Equivalents::parse("a.rs\tf\tx\ty\t0\t \n").expect_err("no reason");
        assert_eq!(error.to_string(), "line 1: expected a reason");
    }
}
