//! `harness soak`: seeded random states over all cases, round after round, until a bound is reached or a bit differs.

use std::time::{Duration, Instant};

use super::arguments::{RunArguments, SoakArguments};
use super::list::select;
use super::run::run;
use super::{CliError, Exit};
use crate::case::sidecar::Expect;
use crate::case::{Mode, Schedule};

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
    let mut round = arguments.run.clone();
    round.cases.modes = Some(vec![Mode::Forward]);
    round.cases.random.get_or_insert(STATES);
    let per_round = states(&round)?;
    let mut seed = arguments.run.cases.seed.unwrap_or(Schedule::SEED);
    let mut done = 0;
    loop {
        round.cases.seed = Some(seed);
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
fn states(round: &RunArguments) -> Result<u64, CliError> {
    let cases = select(&round.cases)?.cases.into_iter();
    let accepted = cases.filter(|case| case.sidecar.expect == Expect::Accept);
    let states: u64 = accepted.map(|case| case.schedule.random as u64).sum();
    if states == 0 {
        let message = "no case has random states".to_owned();
        return Err(CliError::Nothing(message));
    }
    Ok(states)
}
