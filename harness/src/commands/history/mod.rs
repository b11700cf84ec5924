//! `harness history`: trends over runs, from `history.jsonl`: one line for each run, only ever
//! added to.

mod entry;
mod trend;

use std::path::PathBuf;

use clap::Args;

use super::arguments::TextFormat;
use super::{CliError, Exit};
use crate::report::{ReadError, Reading};
use entry::Entry;
pub use entry::HistoryError;

#[derive(Debug, Args)]
pub struct HistoryArguments {
    /// The history, one line for each run
    #[arg(value_name = "FILE", default_value = "reports/history.jsonl")]
    pub file: PathBuf,
    /// Add this run first: its directory, or its report.jsonl
    #[arg(long, value_name = "REPORT")]
    pub add: Option<PathBuf>,
    /// Only this many of the newest runs
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub last: usize,
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
}

pub fn history(arguments: &HistoryArguments) -> Result<Exit, CliError> {
    if let Some(path) = &arguments.add {
        let reading = Reading::read(path)?;
        let report = reading.report.as_ref().ok_or(ReadError::OnlySpeed {
            path: path.to_owned(),
        })?;
        let added = entry::add(&arguments.file, &Entry::new(report, &reading))?;
        if !added {
            eprintln!("{} is in the history already", report.header.run);
        }
    }
    let mut entries = entry::read(&arguments.file)?;
    let surplus = entries.len().saturating_sub(arguments.last);
    entries.drain(..surplus);
    match arguments.format {
        TextFormat::Text => print!("{}", trend::text(&entries)),
        TextFormat::Markdown => print!("{}", trend::markdown(&entries)),
        TextFormat::Json => super::print_json(&entries)?,
    }
    Ok(Exit::Ok)
}
