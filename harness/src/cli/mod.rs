//! The command line.

pub mod accept;
pub mod arguments;
pub mod bench;
pub mod dump;
mod exit;
pub mod inspect;
pub mod list;
pub mod run;
pub mod soak;
mod state_file;

pub use arguments::{Cli, Command};
pub use exit::{CliError, Exit};
