//! `harness utilities`: MuJoCo's functions of numbers, vectors and matrices, called on both sides
//! with seeded samples, thresholds among them.

use clap::Args;
use wildmatch::WildMatch;

use super::arguments::{ComparisonArguments, SimulatorArguments};
use super::{CliError, Exit};
use crate::simulator::Pipelined;
use crate::utilities::{self, Amount, UTILITIES, Utility};

#[derive(Debug, Args)]
pub struct UtilitiesArguments {
    /// Samples of each function
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub samples: usize,
    /// Seed of the samples
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Only functions whose name matches; `*` stands for anything
    #[arg(long, value_name = "GLOB")]
    pub function: Option<String>,
    /// The simulator under test
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::SUBJECT)]
    pub subject: String,
    /// The simulator that is right by definition
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::REFERENCE)]
    pub reference: String,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

/// Samples of one call.
const AT_ONCE: usize = 500;

pub fn utilities(arguments: &UtilitiesArguments) -> Result<Exit, CliError> {
    let glob = WildMatch::new(arguments.function.as_deref().unwrap_or("*"));
    let chosen: Vec<&Utility> = UTILITIES.iter().filter(|u| glob.matches(u.name)).collect();
    if chosen.is_empty() {
        return Err(CliError::Nothing("no function has this name".to_owned()));
    }
    let mut reference = start(arguments, &arguments.reference)?;
    let mut subject = start(arguments, &arguments.subject)?;
    let amount = Amount {
        samples: arguments.samples,
        at_once: AT_ONCE,
        seed: arguments.seed,
    };
    let (mut values, mut different) = (0, 0);
    for utility in &chosen {
        let compared = utilities::compare(utility, amount, reference.as_mut(), subject.as_mut());
        match compared.map_err(CliError::Simulator)? {
            Ok(count) => values += count,
            Err(found) => {
                different += 1;
                println!("fail {found}");
                println!(
                    "     harness utilities --function {} --samples {} --seed {}",
                    utility.name, arguments.samples, arguments.seed
                );
            }
        }
    }
    println!(
        "{}: {} functions with {} samples each, {values} values compared, {different} different",
        if different == 0 { "ok" } else { "not ok" },
        chosen.len(),
        arguments.samples
    );
    Ok(if different == 0 {
        Exit::Ok
    } else {
        Exit::Mismatch
    })
}

fn start(arguments: &UtilitiesArguments, kind: &str) -> Result<Box<dyn Pipelined>, CliError> {
    let mut simulator = arguments.simulators.spawn(kind)?;
    utilities::load_empty(simulator.as_mut()).map_err(CliError::Simulator)?;
    Ok(simulator)
}
