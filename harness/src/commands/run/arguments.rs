//! Flags of `harness run`.

use std::path::PathBuf;

use clap::Args;

use super::super::arguments::{ComparisonArguments, RequireArguments};
use crate::report::Target;
use crate::results::Part;

pub(in super::super) const HELP: &str = "\
Examples:
  harness run fixtures/                                  the engine against MuJoCo 3.2.6
  harness run fixtures/ --modes compile,forward          without steps
  harness run arm.xml --fields 'actuator_*,qM' -v        some fields, every record shown
  harness run fixtures/ --subject mujoco@3.3.7           what changed between two versions of MuJoCo
  harness run fixtures/ --subject process:./my-adapter   another engine (docs/protocol.md)
  harness run fixtures/ --reference golden               without MuJoCo, from recorded values (docs/goldens.md)

Each .xml file is a case. A file NAME.toml beside it changes its schedule (docs/sidecar.md).
Models that the engine does not support, fields that it lacks and states that it gives up at fail unless
--allow-uncovered is given; of other subjects they are only listed as not covered. --strict makes everything fail that is not covered.";

#[derive(Clone, Debug, Args)]
pub struct RunArguments {
    #[command(flatten)]
    pub comparison: ComparisonArguments,
    #[command(flatten)]
    pub require: RequireArguments,
    /// Profile of the subject: its command, precision, time limit, fields that are not compared,
    /// known faults (docs/verdict.md)
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// Each fixture once, without the matrix of options in its sidecar
    #[arg(long)]
    pub no_matrix: bool,
    /// Only part K of N, for N machines to share the work; `harness merge` puts their reports
    /// together
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Part>,
    /// Earlier report whose durations balance the shards; the same for all of them
    #[arg(long, value_name = "REPORT", requires = "shard")]
    pub durations: Option<PathBuf>,
    /// Go on where the run of this report ended; its finished cases are taken over
    #[arg(long, value_name = "REPORT")]
    pub resume: Option<PathBuf>,
    /// Only the cases that are not ok in this report
    #[arg(long, value_name = "REPORT", conflicts_with = "resume")]
    pub rerun_failed: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArguments,
}

/// What is made of the results.
#[derive(Clone, Debug, Args)]
pub struct OutputArguments {
    /// Directory in which each run makes its own
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub report_dir: PathBuf,
    #[arg(
        long,
        help = Target::help("Write the report in these formats too"),
        value_enum,
        value_delimiter = ',',
        value_name = "FORMATS",
        hide_possible_values = true
    )]
    pub to: Vec<Target>,
    /// Hold the run to what this file accepts, which decides the exit code
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Make the baseline where there is none: what this run shows is accepted
    #[arg(long, requires = "baseline")]
    pub baseline_create: bool,
    /// Print the summary only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print every record, all missing fields and where the time went
    #[arg(short, long)]
    pub verbose: bool,
}
