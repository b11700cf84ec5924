//! Flags of `harness bench`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::super::arguments::{ComparisonArguments, SimulatorArguments};

pub(in super::super) const HELP: &str = "\
Examples:
  harness bench                                 steps per second on the built-in models
  harness bench arm.xml hand.xml --format json  on these models, for a program to read
  harness bench robots/ --sort ratio --turns 3  on every model below a folder, the slowest against the reference first
  harness bench --edit-every 1                  where the model changes before every step
  harness bench load                            time from XML to a model with data, for models of 3 to 6,000 degrees of freedom
  harness bench load arm.xml hand.xml           the same for these models and their assets
  harness bench derivative --threads 2          derivatives of a step, and what two threads give
  harness bench batch --worlds 256              many worlds, against a loop of steps in C over as many data
  harness bench batch --threads 2               what a second thread gives

Both sides make the same steps from reset with the same random controls, in turns; times are CPU times, medians over the turns.
A ratio is the reference's time over the subject's: above 1 the subject is faster. Build with --release, or it means nothing.";

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchArguments {
    #[command(subcommand)]
    pub what: Option<BenchCommand>,
    /// Model files (.xml), or folders with them [default: the built-in models]. A model that fails is
    /// named, and the others are measured
    #[arg(value_name = "MODELS")]
    pub models: Vec<PathBuf>,
    /// Change masses, frictions and masks of both models after every so many steps. What follows
    /// from a change counts, the change itself does not
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub edit_every: Option<u64>,
    #[command(flatten)]
    pub options: BenchOptions,
}

#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Time from XML to a model with its data
    Load(BenchLoadArguments),
    /// Derivatives of a step by state and control, of models in motion
    Derivative(BenchDerivativeArguments),
    /// Steps of many worlds, against a loop of steps in C over as many data
    Batch(BenchBatchArguments),
}

#[derive(Clone, Debug, Args)]
pub struct BenchBatchArguments {
    /// Model files (.xml) [default: built-in chains, an arm and walkers]
    #[arg(value_name = "MODELS")]
    pub models: Vec<PathBuf>,
    /// How many worlds
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub worlds: usize,
    /// With more than one: the subject on so many threads against itself on one, by the clock on the
    /// wall
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub threads: usize,
    /// Steps with the same controls, made in one call
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub hold: u64,
    #[command(flatten)]
    pub options: BenchOptions,
}

#[derive(Clone, Debug, Args)]
pub struct BenchDerivativeArguments {
    /// Model files (.xml) [default: built-in models, an arm of seven dofs and a humanoid among them]
    #[arg(value_name = "MODELS")]
    pub models: Vec<PathBuf>,
    /// The subject on so many threads against itself on one instead, by the clock on the wall
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    pub threads: Vec<usize>,
    #[command(flatten)]
    pub options: BenchOptions,
}

#[derive(Clone, Debug, Args)]
pub struct BenchLoadArguments {
    /// Model files (.xml) [default: built-in models of many sizes]
    #[arg(value_name = "MODELS")]
    pub models: Vec<PathBuf>,
    /// Load on so many cores instead, by the clock on the wall: `1,4` shows what more cores give.
    /// Each side uses them as it likes. Without this both sides have one core, and CPU time counts
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    pub cores: Vec<usize>,
    #[command(flatten)]
    pub options: BenchOptions,
}

#[derive(Clone, Debug, Args)]
pub struct BenchOptions {
    /// How results are printed; the report is JSON always
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Turns of each side
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub turns: usize,
    /// Steps in a turn [default: as many as take the reference about 40 ms]; of `derivative` and
    /// `batch`, steps before what is timed [default: 100]
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// In which order models are printed
    #[arg(long, value_enum, default_value_t = Order::Given)]
    pub sort: Order,
    /// Seed of the controls
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The simulator under test (see `harness simulators`)
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::SUBJECT)]
    pub subject: String,
    /// The simulator to compare with
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::REFERENCE)]
    pub reference: String,
    /// Directory in which each run makes its own
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub report_dir: PathBuf,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Table,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// As they were given; those of a folder by name
    Given,
    /// The lowest ratio first
    Ratio,
}
