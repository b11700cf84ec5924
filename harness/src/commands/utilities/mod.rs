//! `harness utilities`: MuJoCo's functions of numbers, vectors and matrices, called on both sides
//! with seeded samples, thresholds among them.

mod samples;
mod table;

use clap::Args;
use wildmatch::WildMatch;

use self::samples::Generator;
use self::table::{UTILITIES, Utility};
use super::arguments::{ComparisonArguments, SimulatorArguments};
use super::{CliError, Exit};
use crate::simulator::call::{Call, Output};
use crate::simulator::files::ModelFile;
use crate::simulator::{ModelSource, Pipelined};
use crate::snapshot::Elem;

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

/// The functions that are compared.
pub fn names() -> impl Iterator<Item = &'static str> {
    UTILITIES.iter().map(|utility| utility.name)
}

/// Samples of one call.
const AT_ONCE: usize = 500;

/// A model for simulators that want one.
const EMPTY: &str = "<mujoco/>";

pub fn utilities(arguments: &UtilitiesArguments) -> Result<Exit, CliError> {
    let glob = WildMatch::new(arguments.function.as_deref().unwrap_or("*"));
    let chosen: Vec<&Utility> = UTILITIES.iter().filter(|u| glob.matches(u.name)).collect();
    if chosen.is_empty() {
        return Err(CliError::Nothing("no function has this name".to_owned()));
    }
    let mut reference = start(arguments, &arguments.reference)?;
    let mut subject = start(arguments, &arguments.subject)?;
    let (mut values, mut different) = (0, 0);
    for utility in &chosen {
        match compare(utility, arguments, reference.as_mut(), subject.as_mut())? {
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
    let file = ModelFile {
        name: "model.xml".to_owned(),
        bytes: EMPTY.into(),
    };
    let source = ModelSource {
        path: "model.xml".into(),
        files: [file].into(),
    };
    simulator.load(&source).map_err(CliError::Simulator)?;
    Ok(simulator)
}

/// Compares one function; how many values are equal, or the first difference.
fn compare(
    utility: &Utility,
    arguments: &UtilitiesArguments,
    reference: &mut dyn Pipelined,
    subject: &mut dyn Pipelined,
) -> Result<Result<usize, String>, CliError> {
    let mut generator = Generator::new(arguments.seed, utility.name);
    let mut values = 0;
    let mut left = arguments.samples;
    let mut rounds = utility.sizes.iter().cycle();
    while left > 0 {
        let count = left.min(AT_ONCE);
        left -= count;
        let sizes = rounds.next().copied().unwrap_or_default();
        let mut call = Call {
            function: utility.name.to_owned(),
            arguments: sizes.iter().map(|&size| vec![size as f64]).collect(),
        };
        for kind in (utility.arguments)(sizes) {
            call.arguments.push(generator.samples(kind, count));
        }
        if utility.draws {
            let rand = Call {
                function: "rand".to_owned(),
                arguments: call.arguments.clone(),
            };
            let drawn = reference.call(&rand).map_err(CliError::Simulator)?;
            call.arguments.extend(drawn.iter().map(Output::f64s));
        }
        let right = reference.call(&call).map_err(CliError::Simulator)?;
        let made = subject.call(&call).map_err(CliError::Simulator)?;
        match difference(&call, sizes.len(), count, &right, &made) {
            None => values += right.iter().map(Output::count).sum::<usize>(),
            Some(found) => return Ok(Err(found)),
        }
    }
    Ok(Ok(values))
}

/// The first sample whose results differ in a bit, with its arguments. All kinds of NaN are equal.
fn difference(
    call: &Call,
    sizes: usize,
    count: usize,
    right: &[Output],
    made: &[Output],
) -> Option<String> {
    for expected in right {
        let name = format!("{}.{}", call.function, expected.name);
        let Some(found) = made.iter().find(|output| output.name == expected.name) else {
            return Some(format!("{name}: the subject does not have this result"));
        };
        if found.elem != expected.elem || found.count() != expected.count() {
            return Some(format!("{name}: the subject's result has another size"));
        }
        if found.bytes == expected.bytes {
            continue;
        }
        if expected.elem != Elem::F64 {
            return Some(format!("{name} differs"));
        }
        let (a, b) = (expected.f64s(), found.f64s());
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        let Some(at) = a.iter().zip(&b).position(|pair| !same(pair)) else {
            continue;
        };
        let sample = at * count / a.len();
        let of_sample = |values: &Vec<f64>| {
            let width = values.len() / count;
            format!("{:?}", &values[sample * width..(sample + 1) * width])
        };
        let (given, sampled) = call.arguments.split_at(sizes);
        let shown: Vec<String> = given.iter().map(|size| format!("{size:?}")).collect();
        let sampled: Vec<String> = sampled.iter().map(of_sample).collect();
        return Some(format!(
            "{name}[{at}]: {:?} instead of {:?} for ({})",
            b[at],
            a[at],
            [shown, sampled].concat().join(", ")
        ));
    }
    None
}
