//! Flags of the subcommands that compare two simulators case by case.

use std::path::PathBuf;

use clap::Args;

use super::{CaseArguments, SimulatorArguments, TextFormat};
use crate::report::Target;
use crate::results::Part;
use crate::simulator::inject::{self, Injection};

pub(super) const HELP: &str = "\
Examples:
  harness run fixtures/                                  the engine against MuJoCo 3.2.6
  harness run fixtures/ --modes compile,forward          without steps
  harness run arm.xml --fields 'actuator_*,qM' -v        some fields, every record shown
  harness run fixtures/ --subject mujoco@3.3.7           what changed between two versions of MuJoCo
  harness run fixtures/ --subject process:./my-adapter   another engine (docs/protocol.md)
  harness run fixtures/ --reference golden               without MuJoCo, from recorded values (docs/goldens.md)

Each .xml file is a case. A file NAME.toml beside it changes its schedule (docs/sidecar.md).
Results that nobody compared do not fail a run but are listed as not covered; --strict makes them fail.";

/// What is compared, and how strictly.
#[derive(Clone, Debug, Args)]
pub struct ComparisonArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
    /// The simulator under test (see `harness simulators`)
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::SUBJECT)]
    pub subject: String,
    /// The simulator that is right by definition
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::REFERENCE)]
    pub reference: String,
    /// Only these fields (comma-separated; `*` and `?` are wildcards)
    #[arg(long, value_delimiter = ',', value_name = "GLOB")]
    pub fields: Vec<String>,
    /// Call differences up to this scaled error `close`; they are counted apart and never called pass
    #[arg(long, value_name = "ERROR")]
    pub tolerance: Option<f64>,
    /// Fail also if anything scheduled is not covered: missing fields, unsupported models, modes that the subject lacks
    #[arg(long)]
    pub strict: bool,
    /// Hand both sides the bytes of the model's files, read once, instead of its path
    #[arg(long)]
    pub from_memory: bool,
    /// Disturb one value of the subject, to see that the harness finds it: FIELD[ELEMENT]@STEP:ulp=N|nan|swap
    #[arg(long, value_name = "INJECTION", long_help = inject::HELP)]
    pub inject: Option<Injection>,
    /// Cases at a time, each with two processes [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

impl ComparisonArguments {
    pub const SUBJECT: &str = "engine";
    pub const REFERENCE: &str = "mujoco@3.2.6";
}

#[derive(Clone, Debug, Args)]
pub struct RunArguments {
    #[command(flatten)]
    pub comparison: ComparisonArguments,
    /// Only part K of N, for N machines to share the work; `harness merge` puts their reports together
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
    /// Write the report in these formats too (comma-separated): html, junit, sarif, github, markdown
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "FORMATS",
        hide_possible_values = true
    )]
    pub to: Vec<Target>,
    /// Hold the run to what this file accepts, which decides the exit code; without such a file, make it
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Print the summary only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print every record, all missing fields and where the time went
    #[arg(short, long)]
    pub verbose: bool,
}

#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The shards: their directories, or their report.jsonl
    #[arg(required = true, value_name = "REPORTS")]
    pub reports: Vec<PathBuf>,
    /// Directory in which the merged report gets its own
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub report_dir: PathBuf,
}

#[derive(Debug, Args)]
pub struct DriftArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
    /// Versions of MuJoCo (comma-separated), each compared with the one before
    #[arg(long, value_delimiter = ',', required = true, value_name = "VERSIONS")]
    pub versions: Vec<String>,
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
    /// Cases at a time, each with two processes [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

#[derive(Debug, Args)]
pub struct SoakArguments {
    #[command(flatten)]
    pub comparison: ComparisonArguments,
    #[command(flatten)]
    pub output: OutputArguments,
    /// Stop after this many random states, at the end of a round
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub count: u64,
    /// Stop after this time, at the end of a round
    #[arg(long, value_name = "MINUTES")]
    pub minutes: Option<f64>,
}
