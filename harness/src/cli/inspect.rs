//! `harness doctor` and `harness simulators`: what is there.

use super::arguments::DoctorArguments;
use super::{CliError, Exit};
use crate::simulator;

const KINDS: &str = "\
engine            the engine of this repository
mujoco@VERSION    the real MuJoCo of that version, through its C interface: mujoco@3.2.6, mujoco@3.3.7, ...
process:COMMAND   any program that speaks the protocol of docs/protocol.md";

pub fn simulators() -> Result<Exit, CliError> {
    println!("{KINDS}");
    Ok(Exit::Ok)
}

pub fn doctor(arguments: &DoctorArguments) -> Result<Exit, CliError> {
    let limits = arguments.simulators.limits()?;
    let provision = arguments.simulators.provision();
    let mut exit = Exit::Ok;
    for kind in ["engine", "mujoco@3.2.6"] {
        match simulator::spawn(kind, &limits, &provision) {
            Ok(simulator) => println!("{kind}: works, version {}", simulator.identity().version),
            Err(failure) => {
                println!("{kind}: {failure}");
                exit = Exit::Unavailable;
            }
        }
    }
    Ok(exit)
}
