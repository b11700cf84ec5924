//! What can come of comparing one case in one mode.

use serde::{Deserialize, Serialize};

/// Worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// All bits equal.
    Pass,
    /// Both sides reject the model, as the sidecar says.
    Rejected,
    /// All bits equal until both sides stop with the same error.
    Stopped,
    /// Not equal, but within an explicit tolerance.
    Close,
    /// Only differences that the sidecar records, with reason and date.
    Known,
    /// Equal as far as the subject goes, but it lacks fields.
    Missing,
    /// The subject knows the model to be valid but cannot handle it yet.
    Unsupported,
    /// The subject cannot do this mode, or cannot any more.
    Unable,
    /// A difference that the sidecar records did not occur.
    UnexpectedPass,
    Fail,
    /// The reference rejects the model or raises an error, and nobody said that it should.
    ReferenceError,
    /// The sidecar does not fit the model.
    SidecarError,
    /// A side broke the protocol: garbage, too few values.
    Garbage,
    OutOfMemory,
    Timeout,
    Crash,
}

/// What an outcome means for the run.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    #[default]
    Ok,
    /// Nothing wrong was seen, but something was not covered.
    Partial,
    Mismatch,
    Usage,
    Broken,
}

impl Outcome {
    pub const ALL: [Outcome; 16] = [
        Outcome::Pass,
        Outcome::Rejected,
        Outcome::Stopped,
        Outcome::Close,
        Outcome::Known,
        Outcome::Missing,
        Outcome::Unsupported,
        Outcome::Unable,
        Outcome::UnexpectedPass,
        Outcome::Fail,
        Outcome::ReferenceError,
        Outcome::SidecarError,
        Outcome::Garbage,
        Outcome::OutOfMemory,
        Outcome::Timeout,
        Outcome::Crash,
    ];

    /// As people read it.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Pass => "pass",
            Outcome::Rejected => "rejected",
            Outcome::Stopped => "stopped",
            Outcome::Close => "close",
            Outcome::Known => "known",
            Outcome::Missing => "missing",
            Outcome::Unsupported => "unsupported",
            Outcome::Unable => "unable",
            Outcome::UnexpectedPass => "unexpected pass",
            Outcome::Fail => "fail",
            Outcome::ReferenceError => "reference error",
            Outcome::SidecarError => "sidecar error",
            Outcome::Garbage => "garbage",
            Outcome::OutOfMemory => "out of memory",
            Outcome::Timeout => "timeout",
            Outcome::Crash => "crash",
        }
    }

    /// Whether the sides agree in all that there is, be it a refusal or an error.
    pub fn is_equal(self) -> bool {
        matches!(self, Outcome::Pass | Outcome::Rejected | Outcome::Stopped)
    }

    pub fn verdict(self) -> Verdict {
        match self {
            Outcome::Pass
            | Outcome::Rejected
            | Outcome::Stopped
            | Outcome::Close
            | Outcome::Known => Verdict::Ok,
            Outcome::Missing | Outcome::Unsupported | Outcome::Unable => Verdict::Partial,
            Outcome::UnexpectedPass | Outcome::Fail | Outcome::ReferenceError => Verdict::Mismatch,
            Outcome::SidecarError => Verdict::Usage,
            Outcome::Garbage | Outcome::OutOfMemory | Outcome::Timeout | Outcome::Crash => {
                Verdict::Broken
            }
        }
    }
}
