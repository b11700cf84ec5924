//! `harness compare`: what changed between two runs.

use super::arguments::{CompareArguments, TextFormat};
use super::{CliError, Exit};
use crate::diff;
use crate::report::Reading;

pub fn compare(arguments: &CompareArguments) -> Result<Exit, CliError> {
    let base = Reading::read(&arguments.base)?;
    let new = Reading::read(&arguments.new)?;
    let comparison = diff::compare(&base, &new, arguments.allow_gone);
    match arguments.format {
        TextFormat::Text => print!("{}", comparison.text()),
        TextFormat::Markdown => print!("{}", comparison.markdown()),
        TextFormat::Json => super::print_json(&comparison)?,
    }
    Ok(if comparison.worse {
        Exit::Mismatch
    } else {
        Exit::Ok
    })
}
