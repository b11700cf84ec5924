//! Why an asset was refused, and where in its file.

use std::fmt;

use crate::error::IoError;

/// A place within a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// An offset in bytes, from 0.
    Byte(usize),
    /// A line, from 1.
    Line(usize),
}

/// An asset that could not be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetError {
    /// The file at fault; `None` if the description itself is.
    pub file: Option<String>,
    /// Where in the file.
    pub place: Option<Place>,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What the system said of the file.
    pub(crate) source: Option<IoError>,
}

impl AssetError {
    pub(crate) fn new(message: impl Into<String>) -> AssetError {
        AssetError {
            file: None,
            place: None,
            message: message.into(),
            source: None,
        }
    }

    /// The file cannot be read.
    pub(crate) fn unreadable(error: std::io::Error) -> AssetError {
        let message = format!("the file cannot be read: {error}");
        AssetError {
            source: Some(error.into()),
            ..AssetError::new(message)
        }
    }

    pub(crate) fn at(place: Place, message: impl Into<String>) -> AssetError {
        AssetError {
            place: Some(place),
            ..AssetError::new(message)
        }
    }

    /// Names the file, unless a deeper level did.
    pub(crate) fn in_file(mut self, file: &str) -> AssetError {
        self.file.get_or_insert_with(|| file.to_owned());
        self
    }
}

impl std::error::Error for AssetError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(IoError::as_source)
    }
}

impl fmt::Display for AssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.place) {
            (Some(file), Some(Place::Byte(byte))) => write!(f, "{file}, byte {byte}: ")?,
            (Some(file), Some(Place::Line(line))) => write!(f, "{file}, line {line}: ")?,
            (Some(file), None) => write!(f, "{file}: ")?,
            (None, _) => {}
        }
        f.write_str(&self.message)
    }
}
