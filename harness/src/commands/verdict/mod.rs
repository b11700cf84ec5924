//! `harness verdict`: the verdict by rounding, itself put to the test.

mod calibrate;
mod faults;

use clap::Subcommand;

pub use calibrate::CalibrateArguments;

use super::{CliError, Exit};

#[derive(Clone, Debug, Subcommand)]
pub enum VerdictCommand {
    /// Measure false alarms with an honest subject of lower precision, and misses with seeded
    /// faults in it
    Calibrate(Box<CalibrateArguments>),
}

pub fn verdict(what: &VerdictCommand) -> Result<Exit, CliError> {
    match what {
        VerdictCommand::Calibrate(arguments) => calibrate::calibrate(arguments),
    }
}
