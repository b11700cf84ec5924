//! `harness render`: an earlier report in other formats.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::arguments::listed;
use super::{CliError, Exit};
use crate::report::{Report, Target};

const EXAMPLES: &str = "\
Examples:
  harness render reports/latest                               all formats, into the report's directory
  harness render reports/latest --to html --out public/
  harness render reports/latest --to github --stdout          annotations, for a step of a GitHub workflow
  harness render reports/latest --to markdown --stdout >> $GITHUB_STEP_SUMMARY";

pub(super) fn help() -> String {
    let files = Target::value_variants().iter();
    let files: Vec<&str> = files.map(|target| target.file_name()).collect();
    format!(
        "{EXAMPLES}\n\nThe files are {}. Models are read where the report says they\n\
         are, from here or from a directory above the report, to have their text in the page.",
        listed(&files)
    )
}

#[derive(Debug, Args)]
pub struct RenderArguments {
    /// The run: its directory, or its report.jsonl
    #[arg(value_name = "REPORT")]
    pub report: PathBuf,
    #[arg(
        long,
        help = format!("{} [default: all]", Target::help("Formats")),
        value_enum,
        value_delimiter = ',',
        value_name = "FORMATS",
        hide_possible_values = true,
        hide_default_value = true,
        default_values_t = Target::value_variants()
    )]
    pub to: Vec<Target>,
    /// Directory for the files [default: that of the report]
    #[arg(long, value_name = "DIR", conflicts_with = "stdout")]
    pub out: Option<PathBuf>,
    /// Print the one format instead of writing a file
    #[arg(long)]
    pub stdout: bool,
}

pub fn render(arguments: &RenderArguments) -> Result<Exit, CliError> {
    let report = Report::open(&arguments.report)?;
    if arguments.stdout {
        let [target] = arguments.to.as_slice() else {
            let message = "--stdout prints one format: give --to a single one".to_owned();
            return Err(CliError::Usage(message));
        };
        let text = target
            .render(&report)
            .map_err(CliError::io(target.file_name()))?;
        print!("{text}");
        return Ok(Exit::Ok);
    }
    let beside = match &arguments.report {
        path if path.is_dir() => path.as_path(),
        path => path.parent().unwrap_or(Path::new(".")),
    };
    let directory = arguments.out.as_deref().unwrap_or(beside);
    std::fs::create_dir_all(directory).map_err(CliError::io(directory.display()))?;
    for target in &arguments.to {
        let path = target.write(&report, directory);
        let path = path.map_err(CliError::io(target.file_name()))?;
        println!("{}", path.display());
    }
    Ok(Exit::Ok)
}
