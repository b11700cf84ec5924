//! `harness golden`: records the reference's values, and checks that the recorded values are still
//! those of the reference.

mod arguments;
mod check;
mod record;
mod review;
mod write;

use std::path::PathBuf;

use super::arguments::ComparisonArguments;
use super::{CliError, Exit};
use crate::case::{Case, Overrides, discover};
use crate::golden::{Change, Golden, Provenance, path_of};
use crate::run::{Role, RunError};
use crate::simulator::{Failure, Identity, Kind};
pub(super) use arguments::HELP;
pub use arguments::{GoldenCommand, GoldenPaths, GoldenRecording};

pub fn golden(command: &GoldenCommand) -> Result<Exit, CliError> {
    match command {
        GoldenCommand::Write { recording, accept } => write::write(recording, *accept),
        GoldenCommand::Check {
            recording,
            without_reference,
        } => check::check(recording, *without_reference),
        GoldenCommand::Review(paths) => review::review(paths),
        GoldenCommand::Accept(paths) => review::accept(paths),
        GoldenCommand::Reject(paths) => review::reject(paths),
    }
}

/// The simulator that the values recorded for these cases come from. All must come from the same
/// one.
pub(super) fn identity(cases: &[Case]) -> Result<Identity, CliError> {
    let mut found: Option<Provenance> = None;
    for fixture in fixtures(cases) {
        let path = path_of(&fixture[0].path);
        if !path.exists() {
            continue;
        }
        let golden = Golden::read(&path).map_err(|error| CliError::Usage(error.to_string()))?;
        let next = golden.provenance;
        match &found {
            Some(known) if (&known.reference, &known.sha256) != (&next.reference, &next.sha256) => {
                let message = format!(
                    "{}: recorded from {} ({}), others from {} ({})",
                    path.display(),
                    next.reference,
                    next.sha256,
                    known.reference,
                    known.sha256
                );
                return Err(CliError::Usage(message));
            }
            _ => found = Some(next),
        }
    }
    let Some(found) = found else {
        let message =
            "no golden values lie beside these models; `harness golden write` records them";
        return Err(CliError::Run(RunError::Unavailable {
            role: Role::Reference,
            failure: Failure::Unavailable {
                message: message.to_owned(),
            },
        }));
    };
    Ok(Identity {
        kind: Kind::Golden.to_string(),
        version: format!("recorded from {} on {}", found.reference, found.platform),
        sha256: Some(found.sha256),
        precision: None,
    })
}

/// What recorded values cannot answer: they hold the fixture's own schedule and nothing else.
pub(super) fn check_run(arguments: &ComparisonArguments) -> Result<(), CliError> {
    let cases = &arguments.cases;
    let changes = [
        ("--steps", cases.steps.is_some()),
        ("--seed", cases.seed.is_some()),
        ("--random", cases.random.is_some()),
        (
            "--set, --disable or --enable",
            cases.options().next().is_some(),
        ),
    ];
    match changes.iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(CliError::Usage(format!(
            "golden values are recorded for the schedule that the fixtures have: {flag} needs a reference simulator"
        ))),
        None => Ok(()),
    }
}

/// The cases of each model file.
fn fixtures(cases: &[Case]) -> Vec<&[Case]> {
    cases.chunk_by(|a, b| a.path == b.path).collect()
}

fn find(paths: &[PathBuf]) -> Result<Vec<Case>, CliError> {
    let found = discover(paths, &Overrides::default()).map_err(CliError::Discover)?;
    if found.cases.is_empty() {
        let message = "there is no model under these paths".to_owned();
        return Err(CliError::Nothing(message));
    }
    Ok(found.cases)
}

/// Prints a title and the first changes below it.
fn show(title: &str, changes: &[Change], most: usize) {
    println!("{title}: {} changes", changes.len());
    for change in changes.iter().take(most) {
        println!("  {change}");
    }
    if changes.len() > most {
        println!("  and {} more", changes.len() - most);
    }
}
