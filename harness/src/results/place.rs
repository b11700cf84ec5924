//! Where in the MJCF something comes from.

use std::path::{Path, PathBuf};

use plumbline::Location;
use serde::{Deserialize, Serialize};

/// A line of a model's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The model, or a file that it includes.
    pub path: PathBuf,
    pub line: usize,
    pub column: usize,
    /// The line itself, so that a later reader sees whether the file is still the same.
    pub text: String,
}

impl Place {
    /// The beginning of a model, where nothing more is known.
    pub fn beginning(model: &Path) -> Place {
        Place::new(model, 1, 1)
    }

    /// The `FILE:LINE:COLUMN: ` that a rejection begins with, if it names the model's file.
    pub fn of_message(model: &Path, message: &str) -> Option<Place> {
        let line = message.lines().find(|line| line.contains(".xml:"))?;
        let (file, rest) = line.split_at(line.find(".xml:")? + ".xml".len());
        let mut numbers = rest.split(':').skip(1).map(|n| n.trim().parse().ok());
        let (row, column) = (numbers.next()??, numbers.next().flatten().unwrap_or(1));
        let file = Path::new(file.split_whitespace().last()?);
        (file.file_name() == model.file_name()).then(|| Place::new(model, row, column))
    }

    /// Where the parser has found an element of the model.
    pub fn at(model: &Path, location: &Location) -> Place {
        let path = match &location.file {
            Some(file) => file.as_path(),
            None => model,
        };
        Place::new(path, location.line, location.column)
    }

    fn new(path: &Path, line: usize, column: usize) -> Place {
        let text = std::fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let shown = text.lines().nth(line.saturating_sub(1)).unwrap_or("");
        Place {
            path: path.to_owned(),
            line,
            column,
            text: shown.trim().chars().take(200).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rejection_tells_its_own_place() {
        let place = |message| Place::of_message(Path::new("dir/arm.xml"), message);
        let found = place("subject: dir/arm.xml:7:3: no such thing").expect("a place");
        assert_eq!((found.line, found.column), (7, 3));
        assert_eq!(place("other.xml:7:3: no such thing"), None);
        assert_eq!(place("no place at all"), None);
    }
}
