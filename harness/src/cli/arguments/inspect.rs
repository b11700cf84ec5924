//! Flags of the subcommands that show something: criteria, values, cases, and what is installed.

use std::path::PathBuf;

use clap::Args;

use super::{CaseArguments, ComparisonArguments, SimulatorArguments};
use crate::accept;

#[derive(Debug, Args)]
pub struct AcceptArguments {
    /// The fixtures, with the criteria in `acceptance/*.toml` below
    #[arg(value_name = "DIR", default_value = "fixtures")]
    pub fixtures: PathBuf,
    /// How to print them
    #[arg(long, value_enum, default_value = "table")]
    pub format: accept::Format,
    /// Print docs/errata.md instead: what the documents say and the reference contradicts
    #[arg(long)]
    pub errata: bool,
    /// The simulator under test (see `harness simulators`)
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::SUBJECT)]
    pub subject: String,
    /// The simulator that is right by definition
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::REFERENCE)]
    pub reference: String,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

const DUMP_HELP: &str = "\
The output is {\"simulator\": .., \"model\": {\"sizes\": {..}, \"fields\": {NAME: {\"shape\": [..], \"type\": \"f64\", \
\"data\": [..]}}}, \"data\": {\"fields\": {..}}}, arrays flat and in row-major order.
NaN and infinities are the strings \"nan\", \"inf\" and \"-inf\".

A state file is a JSON object with any of qpos, qvel, act, ctrl, qfrc_applied, xfrc_applied, mocap_pos, mocap_quat, \
eq_active, qacc_warmstart and time, each a flat array.";

#[derive(Debug, Args)]
#[command(after_help = DUMP_HELP)]
pub struct DumpArguments {
    /// The model
    #[arg(value_name = "MODEL.xml")]
    pub model: PathBuf,
    /// Who computes (see `harness simulators`)
    #[arg(long, value_name = "KIND")]
    pub simulator: String,
    /// State to set before computing
    #[arg(long, value_name = "STATE.json")]
    pub state: Option<PathBuf>,
    /// Steps to make; 0 computes everything at the state without a step
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub steps: u64,
    /// Only these fields (comma-separated; `*` and `?` are wildcards)
    #[arg(long, value_delimiter = ',', value_name = "GLOB")]
    pub fields: Vec<String>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

#[derive(Debug, Args)]
pub struct ListArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
}

#[derive(Debug, Args)]
pub struct LibraryArguments {
    /// Version of MuJoCo
    #[arg(value_name = "VERSION", default_value = crate::worker::MUJOCO_RS)]
    pub version: String,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

#[derive(Debug, Args)]
pub struct DoctorArguments {
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}
