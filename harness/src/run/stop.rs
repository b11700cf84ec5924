//! Why a mode ends before its schedule does: a side fails, the sidecar does not fit, or only one
//! side stops.

use std::fmt;

use super::RoleFailure;
use crate::case::SidecarError;

/// Why a mode ended early.
#[derive(Debug)]
pub(super) enum Stop {
    Failed(RoleFailure),
    Sidecar(SidecarError),
    Apart(Apart),
    /// The subject is not what it says that it is.
    Untrue(String),
    /// The mode is not for this model, for this reason.
    LeftOut(String),
}

impl From<RoleFailure> for Stop {
    fn from(failure: RoleFailure) -> Stop {
        Stop::Failed(failure)
    }
}

impl From<SidecarError> for Stop {
    fn from(error: SidecarError) -> Stop {
        Stop::Sidecar(error)
    }
}

/// A moment at which only one side raises an error, or both raise different ones.
#[derive(Debug)]
pub(super) struct Apart {
    pub moment: String,
    pub reference: Option<String>,
    pub subject: Option<String>,
}

impl fmt::Display for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = &self.moment;
        match (&self.reference, &self.subject) {
            (Some(reference), Some(subject)) => write!(
                f,
                "both stop at {moment}, for different reasons; reference: {reference}; subject: {subject}"
            ),
            (Some(reference), None) => write!(
                f,
                "the reference stops at {moment} and the subject does not: {reference}"
            ),
            (None, Some(subject)) => write!(
                f,
                "the subject stops at {moment} and the reference does not: {subject}"
            ),
            (None, None) => write!(f, "the sides part at {moment}"),
        }
    }
}
