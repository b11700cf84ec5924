//! What a golden was recorded from: the fixture's files, by their contents.

use std::io;
use std::path::Path;

use crate::hash;
use crate::simulator::files;

/// A file and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Path from the fixture's directory.
    pub name: String,
    pub sha256: String,
}

/// The fixture first, then everything that it refers to, sorted.
pub(super) fn inputs(fixture: &Path) -> io::Result<Vec<Input>> {
    let files = files::read(fixture)?.into_iter();
    Ok(files
        .map(|file| Input {
            sha256: hash::bytes(&file.bytes),
            name: file.name,
        })
        .collect())
}
