//! The text of an MJCF file, and the lines and columns of its characters.

use std::path::PathBuf;
use std::sync::Arc;

use crate::asset::Files;
use crate::error::{Error, ErrorKind, Location};

/// How files with compiled models begin: the number 54321.
const COMPILED_MODEL: [u8; 4] = 54321_i32.to_le_bytes();

/// One file, or a text given by a program.
#[derive(Debug)]
pub(crate) struct SourceText {
    pub(crate) file: Option<Arc<PathBuf>>,
    pub(crate) text: String,
    /// Bytes that are not UTF-8 were replaced; harmless in comments only.
    lossy: bool,
    /// Only one-byte characters, so that a column needs no counting, however long the line.
    ascii: bool,
    line_starts: Vec<usize>,
}

impl SourceText {
    pub(crate) fn new(file: Option<PathBuf>, bytes: Vec<u8>) -> SourceText {
        let (mut text, lossy) = match String::from_utf8(bytes) {
            Ok(text) => (text, false),
            Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), true),
        };
        // MuJoCo reads files as C strings.
        if let Some(end) = text.find('\0') {
            text.truncate(end);
        }
        let newlines = memchr::memchr_iter(b'\n', text.as_bytes());
        let line_starts = std::iter::once(0).chain(newlines.map(|i| i + 1)).collect();
        SourceText {
            file: file.map(Arc::new),
            ascii: text.is_ascii(),
            text,
            lossy,
            line_starts,
        }
    }

    /// Reads a file that is in memory or in the file system.
    pub(crate) fn read(path: &str, files: &Files) -> Result<SourceText, Error> {
        let bytes = files.read("", path);
        let bytes = bytes.map_err(|error| {
            Error::new(ErrorKind::Io, error.to_string()).caused_by(error.source)
        })?;
        if bytes.starts_with(&COMPILED_MODEL) {
            return Err(
                Error::unsupported(format!("{path} is a compiled model (.mjb)"))
                    .expected("MJCF; a program loads compiled models with `Model::from_mjb`"),
            );
        }
        Ok(SourceText::new(Some(path.into()), bytes.to_vec()))
    }

    /// Whether this part of the text was not UTF-8 in the file.
    pub(crate) fn is_damaged(&self, part: &str) -> bool {
        self.lossy && part.contains(char::REPLACEMENT_CHARACTER)
    }

    pub(crate) fn locate(&self, offset: usize) -> Location {
        let line = self.line_of(offset);
        let start = self.line_starts[line];
        let column = if self.ascii {
            offset - start
        } else {
            self.text[start..offset].chars().count()
        };
        Location {
            file: self.file.clone(),
            line: line + 1,
            column: column + 1,
        }
    }

    /// An error that points at an offset of this text.
    pub(crate) fn error(&self, kind: ErrorKind, offset: usize, message: String) -> Error {
        let start = self.line_starts[self.line_of(offset)];
        let line = self.text[start..].lines().next().unwrap_or("");
        Error::new(kind, message)
            .at(Some(self.locate(offset)))
            .snippet(line)
    }

    fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset) - 1
    }
}
