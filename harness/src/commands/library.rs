//! `harness library`: the directory of a MuJoCo that programs can be linked to.

use clap::Args;

use super::arguments::SimulatorArguments;
use super::{CliError, Exit};
use crate::provision;
use crate::worker::MUJOCO_RS;

#[derive(Debug, Args)]
pub struct LibraryArguments {
    /// Version of MuJoCo
    #[arg(value_name = "VERSION", default_value = MUJOCO_RS)]
    pub version: String,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

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
