//! `harness doctor` and `harness simulators`: what is there, and what works.

mod probe;

use std::io::{self, Write};

use clap::Args;

use super::arguments::SimulatorArguments;
use super::{CliError, Exit};
use crate::simulator::Kind;
pub use probe::{Available, State, environment, probe_simulators};

#[derive(Debug, Args)]
pub struct DoctorArguments {
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

/// The kinds, one per line; of other engines also what is installed.
pub fn simulators(arguments: &DoctorArguments) -> Result<Exit, CliError> {
    let limits = arguments.simulators.limits()?;
    let found = probe_simulators(&limits, &arguments.simulators.provision());
    let lines = found.iter().map(|one| {
        let detail = match one.kind.parse() {
            Ok(Kind::Adapter { .. }) => one.detail.clone(),
            _ => String::new(),
        };
        (one.kind.as_str(), one.description, detail)
    });
    print(lines.collect())?;
    Ok(Exit::Ok)
}

/// Tools, cache and simulators; an error if anything needs the user's attention.
pub fn doctor(arguments: &DoctorArguments) -> Result<Exit, CliError> {
    let limits = arguments.simulators.limits()?;
    let provision = arguments.simulators.provision();
    let tools = environment(&provision);
    let simulators = probe_simulators(&limits, &provision);
    let lines = tools
        .iter()
        .map(|check| (check.name.as_str(), check.state, &check.detail));
    let lines = lines.chain(
        simulators
            .iter()
            .map(|one| (one.kind.as_str(), one.state, &one.detail)),
    );
    let mut exit = Exit::Ok;
    let mut rows = Vec::new();
    for (name, state, detail) in lines {
        if state == State::Missing {
            exit = Exit::Unavailable;
        }
        rows.push((name, word(state), detail.clone()));
    }
    print(rows)?;
    Ok(exit)
}

fn word(state: State) -> &'static str {
    match state {
        State::Ok => "ok",
        State::Absent => "not yet",
        State::Missing => "missing",
    }
}

/// Three columns; the last has no fixed width.
fn print(rows: Vec<(&str, &str, String)>) -> Result<(), CliError> {
    let width = |column: fn(&(&str, &str, String)) -> usize| rows.iter().map(column).max();
    let first = width(|row| row.0.len()).unwrap_or(0);
    let second = width(|row| row.1.len()).unwrap_or(0);
    let mut out = io::stdout().lock();
    for (name, state, detail) in &rows {
        let line = format!("{name:<first$}  {state:<second$}  {detail}");
        writeln!(out, "{}", line.trim_end()).map_err(CliError::io("stdout"))?;
    }
    Ok(())
}
