//! `harness soak`: seeded random states over all cases, round after round, until a bound is reached
//! or a bit differs.

use std::time::{Duration, Instant};

use clap::Args;

use super::arguments::{CaseArguments, ComparisonArguments};
use super::list::select;
use super::run::{OutputArguments, RunArguments, run};
use super::{CliError, Exit};
use crate::case::sidecar::Expect;
use crate::case::{Mode, Schedule};

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

/// Random states of each case in one round, unless the user says otherwise.
const STATES: usize = 10;

pub fn soak(arguments: &SoakArguments) -> Result<Exit, CliError> {
    let start = Instant::now();
    let bound = match arguments.minutes {
        None => None,
        Some(minutes) => {
            let bound = Duration::try_from_secs_f64(60.0 * minutes);
            let wrong = |_| CliError::Usage(format!("--minutes {minutes} is not a span of time"));
            Some(bound.map_err(wrong)?)
        }
    };
    let mut round = RunArguments {
        require: Default::default(),
        comparison: arguments.comparison.clone(),
        profile: None,
        no_matrix: false,
        shard: None,
        durations: None,
        resume: None,
        rerun_failed: None,
        output: arguments.output.clone(),
    };
    let cases = &mut round.comparison.cases;
    let modes = cases.modes.get_or_insert_with(|| vec![Mode::Forward]);
    let at_random_states = [Mode::Forward, Mode::Derivative];
    if let Some(other) = modes.iter().find(|mode| !at_random_states.contains(mode)) {
        let message =
            format!("--modes {other}: soaking compares in the modes forward and derivative");
        return Err(CliError::Usage(message));
    }
    cases.random.get_or_insert(STATES);
    let mut seed = cases.seed.unwrap_or(Schedule::SEED);
    let per_round = states(cases)?;
    let mut done = 0;
    loop {
        round.comparison.cases.seed = Some(seed);
        let exit = run(&round)?;
        done += per_round;
        if exit.code() != Exit::Ok.code() {
            eprintln!("seed {seed} is not ok, after about {done} states");
            return Ok(exit);
        }
        if done >= arguments.count || bound.is_some_and(|bound| start.elapsed() >= bound) {
            eprintln!("no difference at {done} states");
            return Ok(Exit::Ok);
        }
        seed = seed.wrapping_add(1);
    }
}

/// Random states of one round.
fn states(cases: &CaseArguments) -> Result<u64, CliError> {
    let cases = select(cases)?.cases.into_iter();
    let accepted = cases.filter(|case| case.sidecar.expect == Expect::Accept);
    let states: u64 = accepted.map(|case| case.schedule.random as u64).sum();
    if states == 0 {
        let message = "no case has random states".to_owned();
        return Err(CliError::Nothing(message));
    }
    Ok(states)
}
