//! `harness render`: an earlier report in other formats.

use std::path::Path;
use std::path::PathBuf;

use clap::Args;

use super::{CliError, Exit};
use crate::report::{Report, Target};

pub(super) const HELP: &str = "\
Examples:
  harness render reports/latest                               all formats, into the report's directory
  harness render reports/latest --to html --out public/
  harness render reports/latest --to github --stdout          annotations, for a step of a GitHub workflow
  harness render reports/latest --to markdown --stdout >> $GITHUB_STEP_SUMMARY

The files are report.html, junit.xml, report.sarif, annotations.txt and summary.md. Models are read where the report says they
are, so render where the run took place to have their text in the page.";

#[derive(Debug, Args)]
pub struct RenderArguments {
    /// The run: its directory, or its report.jsonl
    #[arg(value_name = "REPORT")]
    pub report: PathBuf,
    /// Formats (comma-separated): html, junit, sarif, github, markdown [default: all]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMATS", hide_possible_values = true,
        hide_default_value = true, default_values_t = Target::ALL)]
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
        let text = target.render(&report).map_err(io(target.file_name()))?;
        print!("{text}");
        return Ok(Exit::Ok);
    }
    let beside = match &arguments.report {
        path if path.is_dir() => path.as_path(),
        path => path.parent().unwrap_or(Path::new(".")),
    };
    let directory = arguments.out.as_deref().unwrap_or(beside);
    std::fs::create_dir_all(directory).map_err(io(&directory.display().to_string()))?;
    for target in &arguments.to {
        let path = target.write(&report, directory);
        let path = path.map_err(io(target.file_name()))?;
        println!("{}", path.display());
    }
    Ok(Exit::Ok)
}

fn io(what: &str) -> impl FnOnce(std::io::Error) -> CliError {
    let what = what.to_owned();
    move |source| CliError::Io { what, source }
}
