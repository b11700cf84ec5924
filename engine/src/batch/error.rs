//! What can go wrong with a batch, and in which of its worlds.

use crate::error::StepError;
use crate::misuse::Misuse;
use crate::pipeline::difference::DerivativeError;

/// Why a call was not possible, or for which worlds.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The arguments do not fit the batch. Nothing was changed.
    #[error(transparent)]
    Misuse(#[from] Misuse),
    /// There is no field of fixed size with this name.
    #[error("no field of fixed size is called `{0}`")]
    UnknownField(String),
    /// A field holds numbers of another type.
    #[error("`{field}` holds numbers of type {found}, not {asked}")]
    #[non_exhaustive]
    OtherType {
        /// The field.
        field: String,
        /// What it holds.
        found: &'static str,
        /// What was asked for.
        asked: &'static str,
    },
    /// Worlds that failed, in increasing order; all others have done what was asked.
    #[error("{}", in_words(.0))]
    Worlds(Vec<WorldError>),
}

/// A world that failed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("world {world}, step {step}: {failure}")]
#[non_exhaustive]
pub struct WorldError {
    /// Which one.
    pub world: usize,
    /// In which of the steps that were asked for, from 0: those before it were made.
    pub step: usize,
    /// Why.
    pub failure: WorldFailure,
}

/// Why a world failed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldFailure {
    /// A step or an evaluation was not possible.
    #[error(transparent)]
    Step(#[from] StepError),
    /// Derivatives were not possible.
    #[error(transparent)]
    Derivative(#[from] DerivativeError),
    /// Data and model do not fit together.
    #[error(transparent)]
    Misuse(#[from] Misuse),
    /// The work panicked, as in a callback or where an array was taken out of the data.
    #[error("the work on it panicked")]
    Panic,
}

/// The first failure, and how many more there are.
fn in_words(failures: &[WorldError]) -> String {
    match failures {
        [] => "no world failed".to_owned(),
        [only] => only.to_string(),
        [first, others @ ..] => format!("{first} (and {} more worlds)", others.len()),
    }
}
