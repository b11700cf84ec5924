//! Many worlds: the engine's batch against a loop of steps in C over as many data, and the batch on
//! several threads against itself on one.
//!
//! Worlds go on from turn to turn, so that they are in full motion; both sides make the same steps,
//! and must end in the same states.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::measure::{Contenders, Failed, by, layout};
use super::{BenchBatchArguments, CliError, of_model, set, start};
use crate::case::random::Random;
use crate::case::{Layout, state};
use crate::measure::Cores;
use crate::report::{SpeedReport, SpeedRow, Times, Unit};
use crate::simulator::call::Call;
use crate::simulator::{Failure, ModelSource, Simulator};

/// Steps before the first turn: long enough for walkers to lie on the ground.
const BEFORE: u64 = 100;
/// Rounds of new controls in a turn.
const ROUNDS: u64 = 4;

const MODELS: &[&str] = &[
    "chain_3", "chain_10", "chain_30", "arm_7", "cheetah", "walker", "humanoid",
];

/// Writes the models into a directory; their names and where they are.
pub(super) fn models(directory: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    set::write(directory, |name| MODELS.contains(&name))
}

pub(super) fn measure(
    models: &[(String, PathBuf)],
    arguments: &BenchBatchArguments,
) -> Result<SpeedReport, CliError> {
    let on_one = arguments.threads == 1;
    if on_one {
        Cores::allowed().stay_on(1);
    }
    let mut contenders = start(&arguments.options)?;
    let mut rows = Vec::new();
    for (name, path) in models {
        let times = turns(&mut contenders, path, arguments);
        let times = times.map_err(|failed| of_model(name, failed))?;
        let label = match on_one {
            true => name.clone(),
            false => format!("{name}, {} threads against 1", arguments.threads),
        };
        rows.push(SpeedRow::new(label, &times));
    }
    let subject = contenders.subject.identity().clone();
    Ok(SpeedReport {
        unit: "step".into(),
        reference: match on_one {
            true => contenders.reference.identity().clone(),
            false => subject.clone(),
        },
        subject,
        optimized: !cfg!(debug_assertions),
        models: rows,
    })
}

/// How the worlds of a model are advanced.
struct Pace<'a> {
    arguments: &'a BenchBatchArguments,
    layout: Layout,
    mask: Vec<f64>,
}

impl Pace<'_> {
    /// Steps under new controls in each round; what they took by the simulator's own account.
    fn spend(
        &self,
        simulator: &mut dyn Simulator,
        random: &mut Random,
        rounds: u64,
    ) -> Result<Unit, Failure> {
        let units = (rounds * self.arguments.hold * self.mask.len() as u64) as f64;
        let (mut nanoseconds, mut instructions) = (0, Some(0));
        for _ in 0..rounds {
            let controls = self.mask.iter();
            let controls = controls.flat_map(|_| state::ctrl(&self.layout, random));
            let arguments = vec![
                vec![self.arguments.hold as f64],
                self.mask.clone(),
                controls.collect(),
            ];
            simulator.call(&call("batch_step", arguments))?;
            let spent = simulator.spent()?;
            nanoseconds += spent.last;
            instructions = instructions
                .zip(spent.instructions)
                .map(|(sum, more)| sum + more);
        }
        Ok(Unit {
            nanoseconds: nanoseconds as f64 / units,
            instructions: instructions.map(|count| count as f64 / units),
        })
    }

    /// The same on so many threads, by the clock.
    fn spend_on(
        &self,
        threads: usize,
        simulator: &mut dyn Simulator,
        random: &mut Random,
    ) -> Result<Unit, Failure> {
        simulator.call(&call("batch_threads", vec![vec![threads as f64]]))?;
        let start = Instant::now();
        self.spend(simulator, random, ROUNDS)?;
        let units = ROUNDS * self.arguments.hold * self.mask.len() as u64;
        Ok(Unit {
            nanoseconds: start.elapsed().as_nanos() as f64 / units as f64,
            instructions: None,
        })
    }
}

fn turns(
    contenders: &mut Contenders,
    path: &Path,
    arguments: &BenchBatchArguments,
) -> Result<Times, Failed> {
    let source = ModelSource::file(path);
    let worlds = arguments.worlds;
    let made = call("batch_make", vec![vec![worlds as f64], vec![0.0]]);
    let (subject, reference) = (&mut *contenders.subject, &mut *contenders.reference);
    by(subject, |it| it.load(&source))?;
    by(subject, |it| it.call(&made))?;
    let layout = by(reference, |it| {
        let loaded = it.load(&source)?;
        let layout = layout(it, &loaded)?;
        it.call(&made)?;
        Ok(layout)
    })?;
    let pace = Pace {
        arguments,
        mask: vec![1.0; worlds],
        layout,
    };
    let before = arguments
        .options
        .steps
        .unwrap_or(BEFORE)
        .div_ceil(arguments.hold);
    let mut times = Times {
        subject: Vec::new(),
        reference: Vec::new(),
        units: ROUNDS * arguments.hold * worlds as u64,
        nv: pace.layout.size("nv"),
    };
    let seed = arguments.options.seed;
    let mut streams = [Random::new(seed, 0), Random::new(seed, 0)];
    let [ours, theirs] = &mut streams;
    by(subject, |it| pace.spend(it, ours, before))?;
    if arguments.threads > 1 {
        for turn in 0..=arguments.options.turns {
            let several = by(subject, |it| pace.spend_on(arguments.threads, it, ours))?;
            let one = by(subject, |it| pace.spend_on(1, it, ours))?;
            if turn > 0 {
                times.subject.push(several);
                times.reference.push(one);
            }
        }
        return Ok(times);
    }
    by(reference, |it| pace.spend(it, theirs, before))?;
    for turn in 0..=arguments.options.turns {
        let subject_took = by(subject, |it| pace.spend(it, ours, ROUNDS))?;
        let reference_took = by(reference, |it| pace.spend(it, theirs, ROUNDS))?;
        if turn > 0 {
            times.subject.push(subject_took);
            times.reference.push(reference_took);
        }
    }
    let states = call("batch_states", Vec::new());
    let expected = by(reference, |it| it.call(&states))?;
    by(subject, |it| match it.call(&states)? == expected {
        true => Ok(()),
        false => Err(Failure::Error {
            message: "the worlds did not end in the states of the reference".to_owned(),
        }),
    })?;
    Ok(times)
}

fn call(function: &str, arguments: Vec<Vec<f64>>) -> Call {
    Call {
        function: function.to_owned(),
        arguments,
    }
}
