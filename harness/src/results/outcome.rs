//! The possible outcomes of comparing one case in one mode.

use serde::{Deserialize, Serialize};

use crate::named_enum::named_enum;

named_enum! {
    /// Worst last.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Outcome {
        /// All bits equal.
        Pass = "pass",
        /// Both sides reject the model, as the sidecar says.
        Rejected = "rejected",
        /// All bits equal until both sides stop with the same error.
        Stopped = "stopped",
        /// Not equal, but within an explicit tolerance.
        Close = "close",
        /// Not equal, but no farther than rounding in the subject's precision goes.
        Rounding = "rounding",
        /// Only differences that the sidecar records, with reason and date.
        Known = "known",
        /// Beyond rounding where the solver's answer is as good as the reference's.
        SolverLimited = "solver limited",
        /// Copies of the reference within rounding disagree at every moment.
        Undecidable = "undecidable",
        /// Equal as far as the subject goes, but it lacks fields.
        Missing = "missing",
        /// The subject knows the model to be valid but cannot handle it yet.
        Unsupported = "unsupported",
        /// The subject cannot do this mode, or cannot any more.
        Unable = "unable",
        /// Nothing was compared: no step, no state, or no field that has values.
        Empty = "empty",
        /// A difference that the sidecar records did not occur.
        UnexpectedPass = "unexpected pass",
        Fail = "fail",
        /// The reference rejects the model or raises an error, and nobody said that it should.
        ReferenceError = "reference error",
        /// The sidecar does not fit the model.
        SidecarError = "sidecar error",
        /// A side broke the protocol: garbage, too few values.
        Garbage = "garbage",
        OutOfMemory = "out of memory",
        Timeout = "timeout",
        Crash = "crash",
    }
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
    /// Whether the sides agree in everything, including a refusal or an error.
    pub fn is_equal(self) -> bool {
        matches!(self, Outcome::Pass | Outcome::Rejected | Outcome::Stopped)
    }

    pub fn verdict(self) -> Verdict {
        match self {
            Outcome::Pass
            | Outcome::Rejected
            | Outcome::Stopped
            | Outcome::Close
            | Outcome::Rounding
            | Outcome::Known => Verdict::Ok,
            Outcome::SolverLimited
            | Outcome::Undecidable
            | Outcome::Missing
            | Outcome::Unsupported
            | Outcome::Unable => Verdict::Partial,
            Outcome::Empty | Outcome::UnexpectedPass | Outcome::Fail | Outcome::ReferenceError => {
                Verdict::Mismatch
            }
            Outcome::SidecarError => Verdict::Usage,
            Outcome::Garbage | Outcome::OutOfMemory | Outcome::Timeout | Outcome::Crash => {
                Verdict::Broken
            }
        }
    }
}
