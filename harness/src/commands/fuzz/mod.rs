//! `harness fuzz`: models that nobody wrote, compared in all modes; findings grouped by cause.

mod batch;
mod campaign;
mod coverage;
mod memory;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use super::arguments::{ComparisonArguments, SimulatorArguments};
use super::{CliError, Exit};
use crate::case::Mode;
use crate::fuzz::grammar::Feature;
use campaign::Campaign;

pub(super) const HELP: &str = "\
Examples:
  harness fuzz --count 1000                       models from the grammar, numbers 0 to 999 of seed 1
  harness fuzz --seed 7 --time 30                 another seed, for half an hour
  harness fuzz --features wrap,attach             each model has these, others by chance
  harness fuzz --from fixtures --count 500        given models, each changed a little
  harness fuzz --bisect-memory --count 100        each model again with memory at the least byte
  harness fuzz --seed 1 --only 4711               one model again; it is kept, and the command to repeat it printed
  harness fuzz --count 0 --coverage               what the campaign in --out has not reached yet

The same seed gives the same models everywhere. A campaign that was interrupted goes on where it ended; the folder
given by --out keeps its state, the first example of each cause, and nothing else.";

#[derive(Debug, Args)]
pub struct FuzzArguments {
    /// Seed of the campaign
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Models to try in all, those of an interrupted campaign included
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub count: u64,
    /// Stop after this time
    #[arg(long, value_name = "MINUTES")]
    pub time: Option<f64>,
    /// Only the model with this number
    #[arg(long, value_name = "N")]
    pub only: Option<u64>,
    #[arg(long, help = features_help(), value_delimiter = ',', value_name = "FEATURES", value_parser = parse_feature)]
    pub features: Vec<Feature>,
    /// Change the models of this directory instead of making new ones
    #[arg(long, value_name = "DIR")]
    pub from: Option<PathBuf>,
    /// Only these modes (comma-separated) [default: all]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "MODES")]
    pub modes: Option<Vec<Mode>>,
    /// The campaign's folder [default: reports/fuzz-SEED]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print what no model has reached: elements, attributes, words, pairs of features
    #[arg(long)]
    pub coverage: bool,
    /// Each model again with memory just large enough: the least that the reference accepts, to the byte, and
    /// sizes around it
    #[arg(long)]
    pub bisect_memory: bool,
    /// Keep the first example of each cause as it is, without a small version beside it
    #[arg(long)]
    pub no_reduce: bool,
    /// The simulator under test
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::SUBJECT)]
    pub subject: String,
    /// The simulator that is right by definition
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::REFERENCE)]
    pub reference: String,
    /// Cases at a time [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

fn features_help() -> String {
    let names: Vec<&str> = Feature::ALL.iter().map(|feature| feature.name()).collect();
    format!(
        "Every model has these (comma-separated), others by chance: {}",
        names.join(", ")
    )
}

fn parse_feature(text: &str) -> Result<Feature, String> {
    let found = Feature::ALL.iter().find(|feature| feature.name() == text);
    found
        .copied()
        .ok_or_else(|| format!("there is no feature \"{text}\"; see --help"))
}

pub fn fuzz(arguments: &FuzzArguments) -> Result<Exit, CliError> {
    let end = match arguments.time {
        None => None,
        Some(minutes) => {
            let span = Duration::try_from_secs_f64(60.0 * minutes);
            let wrong = |_| CliError::Usage(format!("--time {minutes} is not a span of time"));
            Some(Instant::now() + span.map_err(wrong)?)
        }
    };
    let mut campaign = Campaign::open(arguments)?;
    campaign.run(end)?;
    if arguments.coverage {
        campaign.coverage.print();
        campaign.print_rejections();
    }
    Ok(campaign.conclude())
}
