//! Flags of the subcommands that work on reports.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

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
