//! Why a model was refused, and where.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A place in an MJCF file. Lines and columns count from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// `None` for a model given as text.
    pub file: Option<Arc<PathBuf>>,
    pub line: usize,
    pub column: usize,
}

/// What kind of refusal it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A file could not be read.
    Io,
    /// MuJoCo 3.2.6 rejects this model too.
    Invalid,
    /// Valid MJCF that this engine does not handle yet.
    Unsupported,
}

/// A model that could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub kind: ErrorKind,
    pub location: Option<Location>,
    /// The element at fault, by its tag.
    pub element: Option<String>,
    /// The attribute at fault.
    pub attribute: Option<String>,
    /// The offending text as it stands in the file.
    pub snippet: Option<String>,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What would be right.
    pub expected: Option<String>,
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
