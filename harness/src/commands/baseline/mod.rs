//! `harness baseline`: what is accepted today, case by case and field by field. A run that is worse
//! fails; one that is better asks to tighten the baseline, so that progress is never lost.

mod accepted;
mod file;
mod hold;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{CliError, Exit};
use crate::report::Report;
use accepted::Accepted;
pub use file::{Baseline, BaselineError};

#[derive(Debug, Args)]
pub struct BaselineArguments {
    #[command(subcommand)]
    pub command: BaselineCommand,
}

#[derive(Debug, Subcommand)]
pub enum BaselineCommand {
    /// Accept what a report shows, whatever it is
    Record(BaselineFiles),
    /// Hold a report to a baseline; the exit code is 100 if anything is worse
    Check(BaselineFiles),
    /// Accept what is better or new and equal, never what is worse
    Tighten(BaselineFiles),
}

#[derive(Debug, Args)]
pub struct BaselineFiles {
    /// The baseline
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The run: its directory, or its report.jsonl
    #[arg(value_name = "REPORT", default_value = "reports/latest")]
    pub report: PathBuf,
}

pub fn baseline(arguments: &BaselineArguments) -> Result<Exit, CliError> {
    match &arguments.command {
        BaselineCommand::Record(files) => {
            let baseline = Baseline::of(&Report::open(&files.report)?);
            baseline.write(&files.file)?;
            println!(
                "{}: {} cases accepted",
                files.file.display(),
                baseline.cases.len()
            );
            Ok(Exit::Ok)
        }
        BaselineCommand::Check(files) => {
            let baseline = Baseline::read(&files.file)?;
            hold(&baseline, &Report::open(&files.report)?)
        }
        BaselineCommand::Tighten(files) => {
            let mut baseline = Baseline::read(&files.file)?;
            let changed = baseline.tighten(&Report::open(&files.report)?)?;
            baseline.write(&files.file)?;
            println!("{}: {changed} entries tightened", files.file.display());
            Ok(Exit::Ok)
        }
    }
}

/// Checks a report against a baseline and prints the result.
pub(super) fn hold(baseline: &Baseline, report: &Report) -> Result<Exit, CliError> {
    let held = baseline.hold(report)?;
    println!("{held}");
    Ok(Exit::mismatch_if(!held.worse.is_empty()))
}
