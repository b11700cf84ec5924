//! `harness merge`: the reports of shards as one.

mod shards;

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;

use super::run::reporters;
use super::{CliError, Exit};
use crate::report::{Folder, Report, Verbosity, run_name};
use crate::results::Event;

#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The shards: their directories, or their report.jsonl
    #[arg(required = true, value_name = "REPORTS")]
    pub reports: Vec<PathBuf>,
    /// Directory in which the merged report gets its own
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub report_dir: PathBuf,
}

pub fn merge(arguments: &MergeArguments) -> Result<Exit, CliError> {
    let reports: Result<Vec<Report>, _> =
        arguments.reports.iter().map(|p| Report::open(p)).collect();
    let run = run_name(SystemTime::now());
    let merged = shards::merge(reports?, &run);
    let merged = merged.map_err(|error| CliError::Usage(error.to_string()))?;
    let exit = Exit::Code(merged.footer.exit_code);
    let mut events = vec![Event::Started(Box::new(merged.header))];
    events.extend(
        merged
            .cases
            .into_iter()
            .map(|finished| Event::CaseFinished {
                case: finished.case,
                records: finished.records,
            }),
    );
    events.push(Event::Finished(merged.footer));
    let io_error = CliError::io(arguments.report_dir.display());
    let folder = Folder::create(&arguments.report_dir, &run).map_err(&io_error)?;
    let mut reporters = reporters(&folder, Verbosity::Normal).map_err(&io_error)?;
    for event in &events {
        for reporter in &mut reporters {
            reporter.event(event).map_err(&io_error)?;
        }
    }
    folder.make_latest().map_err(&io_error)?;
    Ok(exit)
}
