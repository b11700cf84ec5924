//! `harness baseline`: what is accepted today, and its ratchet.

use super::arguments::{BaselineArguments, BaselineCommand};
use super::{CliError, Exit};
use crate::baseline::Baseline;
use crate::report::Report;

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

/// Holds a report to a baseline and tells what came of it.
pub(super) fn hold(baseline: &Baseline, report: &Report) -> Result<Exit, CliError> {
    let held = baseline.hold(report)?;
    println!("{held}");
    Ok(if held.worse.is_empty() {
        Exit::Ok
    } else {
        Exit::Mismatch
    })
}
