//! `harness history`: trends over runs.

use super::arguments::{HistoryArguments, TextFormat};
use super::{CliError, Exit};
use crate::history::{self, Entry};
use crate::report::{ReadError, Reading};

pub fn history(arguments: &HistoryArguments) -> Result<Exit, CliError> {
    if let Some(path) = &arguments.add {
        let reading = Reading::read(path)?;
        let report = reading.report.as_ref().ok_or(ReadError::OnlySpeed {
            path: path.to_owned(),
        })?;
        let added = history::add(&arguments.file, &Entry::new(report, &reading))?;
        if !added {
            eprintln!("{} is in the history already", report.header.run);
        }
    }
    let mut entries = history::read(&arguments.file)?;
    let surplus = entries.len().saturating_sub(arguments.last);
    entries.drain(..surplus);
    match arguments.format {
        TextFormat::Text => print!("{}", history::text(&entries)),
        TextFormat::Markdown => print!("{}", history::markdown(&entries)),
        TextFormat::Json => super::print_json(&entries)?,
    }
    Ok(Exit::Ok)
}
