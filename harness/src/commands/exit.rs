//! Exit codes, and the errors that lead to them.

use std::process::ExitCode;

use super::baseline::BaselineError;
use super::history::HistoryError;
use crate::case::DiscoverError;
use crate::report::ReadError;
use crate::run::RunError;
use crate::simulator::Failure;

/// What the exit code says. The help text of the program lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All ok.
    Ok,
    /// The harness itself failed.
    Internal,
    /// The command line or a sidecar is wrong.
    Usage,
    /// A simulator is not available, or not of the version that was asked for.
    Unavailable,
    /// No case was selected.
    Nothing,
    /// Something differs, or a model was rejected.
    Mismatch,
    /// A simulator crashed, hung, ran out of memory or broke the protocol.
    Broken,
    /// As a run's footer says.
    Code(u8),
}

impl Exit {
    /// [`Exit::Mismatch`] if something is wrong.
    pub(super) fn mismatch_if(wrong: bool) -> Exit {
        if wrong { Exit::Mismatch } else { Exit::Ok }
    }

    pub fn code(self) -> u8 {
        match self {
            Exit::Ok => 0,
            Exit::Internal => 1,
            Exit::Usage => 2,
            Exit::Unavailable => 3,
            Exit::Nothing => 4,
            Exit::Mismatch => 100,
            Exit::Broken => 101,
            Exit::Code(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error("{}", lines(.0))]
    Discover(Vec<DiscoverError>),
    #[error("{0}")]
    Usage(String),
    #[error("no case selected: {0}")]
    Nothing(String),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("{what}: {source}")]
    Io {
        what: String,
        source: std::io::Error,
    },
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Baseline(#[from] BaselineError),
    #[error(transparent)]
    History(#[from] HistoryError),
    /// A simulator refused or failed, outside of a run.
    #[error("{0}")]
    Simulator(Failure),
}

impl CliError {
    /// What an error of the system concerns.
    pub(super) fn io(what: impl ToString) -> impl Fn(std::io::Error) -> CliError {
        move |source| CliError::Io {
            what: what.to_string(),
            source,
        }
    }
}

fn lines(errors: &[DiscoverError]) -> String {
    let lines: Vec<String> = errors.iter().map(DiscoverError::to_string).collect();
    lines.join("\nerror: ")
}

impl From<&CliError> for Exit {
    fn from(error: &CliError) -> Exit {
        match error {
            CliError::Discover(_)
            | CliError::Usage(_)
            | CliError::Read(_)
            | CliError::Baseline(_)
            | CliError::History(_) => Exit::Usage,
            CliError::Nothing(_) => Exit::Nothing,
            CliError::Run(RunError::Unavailable { .. }) => Exit::Unavailable,
            CliError::Run(RunError::Resume(_)) => Exit::Usage,
            CliError::Run(RunError::Report(_)) | CliError::Io { .. } => Exit::Internal,
            CliError::Simulator(failure) if failure.is_fatal() => Exit::Broken,
            CliError::Simulator(Failure::Unavailable { .. }) => Exit::Unavailable,
            CliError::Simulator(_) => Exit::Mismatch,
        }
    }
}
