//! `harness compare`: what changed between two runs, per case, mode and field, and in speed.

mod change;
mod record;
mod render;
mod speed;

use std::path::PathBuf;

use clap::Args;

use super::arguments::TextFormat;
use super::{CliError, Exit};
use crate::report::Reading;
use change::{Change, Comparison, Kind};
use speed::{Speed, SpeedVerdict};

pub(super) const HELP: &str = "\
Examples:
  harness compare reports/2026-11-15T02-00-00Z reports/latest
  harness compare old/report.jsonl new/report.jsonl --format markdown

Records are matched by case and mode, their fields by name. The exit code is 100 if anything got worse: a case that was ok and is not, a new
one that is not ok, less that is covered, a field that differs by more, a case that is gone, a model whose speed ratio fell by more than a tenth
with every turn below those of before.";

#[derive(Debug, Args)]
pub struct CompareArguments {
    /// The earlier run: its directory, or a report.jsonl or bench.json
    #[arg(value_name = "BASE")]
    pub base: PathBuf,
    /// The later run
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
    /// List cases that are gone, but do not call that worse
    #[arg(long)]
    pub allow_gone: bool,
}

pub fn compare(arguments: &CompareArguments) -> Result<Exit, CliError> {
    let base = Reading::read(&arguments.base)?;
    let new = Reading::read(&arguments.new)?;
    let comparison = change::compare(&base, &new, arguments.allow_gone);
    match arguments.format {
        TextFormat::Text => print!("{}", comparison.text()),
        TextFormat::Markdown => print!("{}", comparison.markdown()),
        TextFormat::Json => super::print_json(&comparison)?,
    }
    Ok(Exit::mismatch_if(comparison.worse))
}
