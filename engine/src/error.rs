//! Why a model was refused, and where.

use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, io};

use crate::misuse::Misuse;

/// A place in an MJCF file. Lines and columns count from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Location {
    /// `None` for a model given as text.
    pub file: Option<Arc<PathBuf>>,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}:{}:{}", file.display(), self.line, self.column),
            None => write!(f, "<text>:{}:{}", self.line, self.column),
        }
    }
}

/// What kind of refusal it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Error {
    /// Whose refusal it is.
    pub kind: ErrorKind,
    /// Where in the file; `None` if nothing was written there.
    pub location: Option<Location>,
    /// The element at fault, by its tag.
    pub element: Option<String>,
    /// The attribute at fault.
    pub attribute: Option<String>,
    /// The line of the file that `location` points into.
    pub snippet: Option<String>,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What would be right.
    pub expected: Option<String>,
    /// What the system said of a file: the [source](std::error::Error::source) of this error.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) source: Option<IoError>,
}

/// An error of the system, shared by the clones of an error; two are equal if their kinds are.
#[derive(Clone, Debug)]
pub(crate) struct IoError(Arc<io::Error>);

impl From<io::Error> for IoError {
    fn from(error: io::Error) -> IoError {
        IoError(Arc::new(error))
    }
}

impl IoError {
    pub(crate) fn as_source(&self) -> &(dyn std::error::Error + 'static) {
        &*self.0
    }
}

impl PartialEq for IoError {
    fn eq(&self, other: &IoError) -> bool {
        self.0.kind() == other.0.kind()
    }
}

impl Eq for IoError {}

impl Error {
    /// An error with this message, and nothing else yet.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error {
            kind,
            location: None,
            element: None,
            attribute: None,
            snippet: None,
            message: message.into(),
            expected: None,
            source: None,
        }
    }

    /// An error that comes from one of the system, if there is one.
    #[must_use]
    pub(crate) fn caused_by(mut self, source: Option<IoError>) -> Error {
        if source.is_some() {
            self.kind = ErrorKind::Io;
            self.source = source;
        }
        self
    }

    /// An error for a model that MuJoCo rejects too.
    pub fn invalid(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Invalid, message)
    }

    /// An error for valid MJCF that this engine does not handle.
    pub fn unsupported(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Unsupported, message)
    }

    /// The same with a place in a file.
    #[must_use]
    pub fn at(mut self, location: Option<Location>) -> Error {
        self.location = location;
        self
    }

    /// The same with the element at fault, by its tag.
    #[must_use]
    pub fn element(mut self, tag: impl Into<String>) -> Error {
        self.element = Some(tag.into());
        self
    }

    /// The same with the attribute at fault.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>) -> Error {
        self.attribute = Some(name.into());
        self
    }

    /// The same with the line of the file that it points into.
    #[must_use]
    pub fn snippet(mut self, line: impl Into<String>) -> Error {
        self.snippet = Some(line.into());
        self
    }

    /// The same with what would be right.
    #[must_use]
    pub fn expected(mut self, what: impl Into<String>) -> Error {
        self.expected = Some(what.into());
        self
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(IoError::as_source)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = match self.kind {
            ErrorKind::Io | ErrorKind::Invalid => "error",
            ErrorKind::Unsupported => "unsupported",
        };
        write!(f, "{label}: {}", self.message)?;
        let number = self
            .location
            .as_ref()
            .map_or(String::new(), |l| l.line.to_string());
        let margin = " ".repeat(number.len());
        if let Some(location) = &self.location {
            write!(f, "\n{margin}--> {location}")?;
            if let Some(line) = &self.snippet {
                let (shown, caret) = window(line, location.column);
                let carets = "^".repeat(caret.len);
                write!(
                    f,
                    "\n{margin} |\n{number} | {shown}\n{margin} | {:indent$}{carets}",
                    "",
                    indent = caret.start
                )?;
            }
        }
        if let Some(expected) = &self.expected {
            write!(f, "\n{margin} = expected {expected}")?;
        }
        Ok(())
    }
}

/// What to underline in a shown line, in characters.
struct Caret {
    start: usize,
    len: usize,
}

/// Characters shown before and after the place of an error in a very long line.
const CONTEXT: usize = 60;

/// The part of a line around a column, printable, and the token there.
fn window(line: &str, column: usize) -> (String, Caret) {
    let chars: Vec<char> = line.chars().collect();
    let start = column.saturating_sub(1).min(chars.len());
    let len = token_len(&chars[start..]).max(1);
    let first = if start > 2 * CONTEXT {
        start - CONTEXT
    } else {
        0
    };
    let last = chars.len().min(start + len.min(CONTEXT) + CONTEXT);
    let head = if first > 0 { "..." } else { "" };
    let tail = if last < chars.len() { "..." } else { "" };
    let middle: String = chars[first..last]
        .iter()
        .map(|&c| if c.is_control() { ' ' } else { c })
        .collect();
    let caret = Caret {
        start: start - first + head.len(),
        len: len.min(last.max(start + 1) - start),
    };
    (format!("{head}{middle}{tail}"), caret)
}

/// Length of the tag, name or quoted value at the start of `text`.
fn token_len(text: &[char]) -> usize {
    let name_len = |from: usize| {
        let is_name = |c: &&char| c.is_alphanumeric() || "_-.:".contains(**c);
        text[from..].iter().take_while(is_name).count()
    };
    match text.first() {
        Some('<') if text.get(1) == Some(&'/') => 2 + name_len(2),
        Some('<') => 1 + name_len(1),
        Some(&quote @ ('"' | '\'')) => {
            let closing = text[1..].iter().position(|&c| c == quote);
            closing.map_or(text.len(), |i| i + 2)
        }
        _ => name_len(0),
    }
}

/// Why a state could not be advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum StepError {
    /// The implicit integrator's matrix cannot be factorised.
    #[error("diagonal element too small: the implicit integrator met a singular matrix")]
    SingularImplicit,
    /// MuJoCo's stack does not fit into its arena of this many bytes.
    #[error(
        "insufficient memory: the stack of a step does not fit into {0} bytes with contacts and constraints"
    )]
    OutOfMemory(usize),
    /// MuJoCo has room for two trees in each equality when it looks for islands.
    #[error("edge array too small: an equality ties more than two trees together")]
    TooManyTrees,
    /// MuJoCo finds no island for a contact of two bodies that cannot move.
    #[error("contact {0} is between two static bodies: it belongs to no island")]
    StaticContact(i32),
    /// MuJoCo lists more pairs of bodies than it has room for.
    #[error("broadphase buffer full: bodies near planes that are welded to the world count twice")]
    TooManyPairs,
    /// MuJoCo numbers the elements of a flex that it sweeps over by 16 bits.
    #[error("SAP failed: {0} elements of a flex can touch each other, and 65535 are the most")]
    TooManyElements(i32),
    /// Contacts push in one to six dimensions; `condim` of a flex says otherwise.
    #[error("invalid condim value: {0}, not 1 to 6")]
    ContactDimension(i32),
    /// The normal of a contact has almost no length, as that of a plane whose quaternion a program
    /// has changed.
    #[error("xaxis of contact frame undefined: a normal shorter than one half")]
    ContactFrame,
    /// MuJoCo writes the faces of a polytope beyond the end of their list.
    #[error("the memory that is left has no room for the first faces of a polytope")]
    PolytopeOutOfBounds,
    /// With `nativeccd`, MuJoCo reads parts of a height field's prism that it has not written when
    /// an element of a flex is near.
    #[error("nativeccd cannot collide a flex with a height field")]
    FlexOnHeightField,
    /// In sparse form, MuJoCo lets one flex overwrite rows of another; what Newton's method and dual
    /// solvers make of them is not supported.
    #[error("rows of a flex that another flex has overwritten are not supported with this solver")]
    OverwrittenRows,
    /// In sparse form, MuJoCo reads the spinning and rolling rows of a flex's elements from memory
    /// that it has not written.
    #[error("spinning or rolling friction of a flex's element has no rows in sparse form")]
    SpinningElement,
    /// In sparse form, MuJoCo gives a row between two points of one body that moves alone room for
    /// its dofs twice, and takes half of it from memory that it has not written.
    #[error("sparse rows between two points of one body that moves alone are not written in full")]
    RowsWithinBody,
    /// In sparse form, MuJoCo writes beyond the row of a tendon that lists a joint several times. A
    /// model that is sparse from the start is refused for it.
    #[error("the sparse row of a tendon that lists a joint several times has no room")]
    TendonBeyondRow,
    /// MuJoCo counts the dofs of a contact once where its sparse rows have them twice.
    #[error("constraint Jacobian mis-allocation: a contact within one body that moves alone")]
    ContactWithinBody,
    /// MuJoCo writes to rows of contacts that memory had no room for.
    #[error("adhesion by contacts whose rows have no room in memory")]
    AdhesionWithoutRows,
    /// MuJoCo reads the forces of connects and welds in rows that islands left no room for.
    #[error("forces of equalities whose rows have no room in memory beside islands")]
    EqualityWithoutRows,
    /// Where no axis of a box points at the side below, MuJoCo reads more corners of it than there
    /// are. Only axes that a program has made shorter than one can do that.
    #[error("the axes of a box are shorter than one, so that no corners of it lie lowest")]
    ShortBoxAxes,
    /// Newton's method in sparse form met a row that lists a dof twice.
    #[error("varying sparsity pattern: the row of a tendon that lists a joint several times")]
    VaryingPattern,
    /// Newton's method in sparse form met a Hessian that cannot be factorised.
    #[error(
        "rank-deficient sparse Hessian: dofs that move the same thing, and no inertia tells them apart"
    )]
    RankDeficient,
    /// A plugin cannot be started with what a program has changed in the model.
    #[error("plugin {0} cannot be started as the model now configures it")]
    PluginNotStarted(i32),
    /// MuJoCo does not know which acceleration a step of Runge-Kutta's turns into a velocity.
    #[error("discrete inverse dynamics is not supported by RK4 integrator")]
    DiscreteRungeKutta,
    /// MuJoCo looks for the plugin of a geom whose shape is a distance, and it has none.
    #[error("geom {0} has its shape from a plugin, but no plugin gives it one")]
    ShapeWithoutPlugin(i32),
    /// Two geoms touch in more points than MuJoCo has room for.
    #[error("too many contact points: two geoms touch in more than there is room for")]
    TooManyPoints,
    /// A touch sensor is on a site of a shape that no size describes.
    #[error("unexpected geom type {0}: the shape of a site that is touched has no size")]
    TouchWithoutSize(i32),
    /// Model, data and options do not fit together.
    #[error(transparent)]
    Misuse(#[from] Misuse),
}
