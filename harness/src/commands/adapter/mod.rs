//! `harness adapter`: help for those who connect another engine.

mod bench;
mod check;
mod checks;
mod new;
mod skeleton;

use clap::Subcommand;

pub use check::CheckArguments;
pub use new::NewArguments;

use super::{CliError, Exit};

#[derive(Clone, Debug, Subcommand)]
pub enum AdapterCommand {
    /// Write a skeleton of an adapter in Python, with all that it needs and a profile
    New(NewArguments),
    /// Test an adapter itself, so that a mistake of conversion is not taken for one of the engine
    Check(Box<CheckArguments>),
}

pub fn adapter(what: &AdapterCommand) -> Result<Exit, CliError> {
    match what {
        AdapterCommand::New(arguments) => new::new(arguments),
        AdapterCommand::Check(arguments) => check::check(arguments),
    }
}
