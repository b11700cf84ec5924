//! Flags of `harness golden`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::super::arguments::{ComparisonArguments, SimulatorArguments};

pub(in super::super) const HELP: &str = "\
Examples:
  harness golden check fixtures/                are the recorded values MuJoCo's, and of the fixtures as they are
  harness golden write fixtures/                record what is new, leave what would change as NAME.golden.new
  harness golden review fixtures/               see old and new values, and accept or reject
  harness golden write --accept fixtures/       record everything anew; git shows what changed
  harness run fixtures/ --reference golden      the engine against the recorded values, without MuJoCo

docs/goldens.md describes the files.";

#[derive(Debug, Subcommand)]
pub enum GoldenCommand {
    /// Record the values of a reference simulator
    Write {
        #[command(flatten)]
        recording: GoldenRecording,
        /// Replace goldens that change at once, without leaving them to a review
        #[arg(long)]
        accept: bool,
    },
    /// Say which goldens are missing, stale or wrong, and why
    Check {
        #[command(flatten)]
        recording: GoldenRecording,
        /// Look at the files only: says what is missing or stale, but not whether the values are
        /// right
        #[arg(long)]
        without_reference: bool,
    },
    /// Show what is pending and ask what to do with it
    Review(GoldenPaths),
    /// Take everything that is pending
    Accept(GoldenPaths),
    /// Remove everything that is pending
    Reject(GoldenPaths),
}

#[derive(Clone, Debug, Args)]
pub struct GoldenPaths {
    /// Model files (.xml) and directories to search for them
    #[arg(value_name = "PATHS", default_value = "fixtures")]
    pub paths: Vec<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub struct GoldenRecording {
    #[command(flatten)]
    pub paths: GoldenPaths,
    /// Who computes the values: mujoco@VERSION or python@VERSION
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::REFERENCE)]
    pub reference: String,
    /// Fixtures at a time, each with a process [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}
