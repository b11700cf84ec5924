//! Flags of the subcommands that work on reports.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::report::Target;

pub(super) const COMPARE_HELP: &str = "\
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

/// How to print something that people and programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    Text,
    Markdown,
    Json,
}

pub(super) const RENDER_HELP: &str = "\
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
