//! `harness library`: where a MuJoCo lies that programs can be linked to.

use super::arguments::LibraryArguments;
use super::{CliError, Exit};
use crate::provision;

pub fn library(arguments: &LibraryArguments) -> Result<Exit, CliError> {
    let options = arguments.simulators.provision();
    let place = provision::link_directory(&arguments.version, &options);
    println!(
        "{}",
        place
            .map_err(|error| CliError::Simulator(error.into()))?
            .display()
    );
    Ok(Exit::Ok)
}
