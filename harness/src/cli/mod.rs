//! The command line.

pub mod accept;
pub mod arguments;
pub mod baseline;
pub mod bench;
pub mod compare;
pub mod drift;
pub mod dump;
mod exit;
pub mod explain;
pub mod golden;
pub mod history;
pub mod inspect;
pub mod library;
pub mod list;
pub mod merge;
pub mod render;
pub mod run;
pub mod soak;
mod state_file;

pub use arguments::{Cli, Command};
pub use exit::{CliError, Exit};

/// Prints something as JSON for programs to read.
fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    let text = serde_json::to_string_pretty(value).map_err(|error| CliError::Io {
        what: "stdout".to_owned(),
        source: error.into(),
    })?;
    println!("{text}");
    Ok(())
}
