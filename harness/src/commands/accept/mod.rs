//! `harness accept`: acceptance criteria that regenerate themselves. Each claim is data, measured
//! on the reference and on the subject.
//!
//! The documents that describe the engine's behaviour are held to MuJoCo, and so is the engine; the
//! two verdicts are kept apart.

mod criteria;
mod errata;
mod measure;
mod pins;
mod render;
mod verdict;

use std::path::PathBuf;

use clap::Args;

use super::arguments::{ComparisonArguments, SimulatorArguments};
use super::{CliError, Exit};
use crate::simulator::{Failure, Simulator};
pub use criteria::Criteria;
use errata::errata;
use measure::measure;
use pins::Pins;
use render::{Format, render};
use verdict::{EngineVerdict, Judged, JudgedCheck};

#[derive(Debug, Args)]
pub struct AcceptArguments {
    /// The fixtures, with the criteria in `acceptance/*.toml` below
    #[arg(value_name = "DIR", default_value = "fixtures")]
    pub fixtures: PathBuf,
    /// How to print them
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
    /// Print docs/errata.md instead: what the documents say and the reference contradicts
    #[arg(long)]
    pub errata: bool,
    /// Pin verdicts, claims and fixtures as they are now
    #[arg(long)]
    pub update: bool,
    /// The simulator under test (see `harness simulators`)
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::SUBJECT)]
    pub subject: String,
    /// The simulator that is right by definition
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::REFERENCE)]
    pub reference: String,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

pub fn accept(arguments: &AcceptArguments) -> Result<Exit, CliError> {
    let criteria = Criteria::load(&arguments.fixtures);
    let criteria = criteria.map_err(|error| CliError::Usage(error.to_string()))?;
    let spawn = |kind: &str| arguments.simulators.spawn(kind);
    let mut reference = spawn(&arguments.reference)?;
    let mut subject = spawn(&arguments.subject)?;
    let mut judged = Vec::new();
    for criterion in &criteria.criteria {
        let mut checks = Vec::new();
        for check in &criterion.checks {
            let right = measure(reference.as_mut(), &criteria.root, check);
            let right = right.map_err(|failure| named(failure, &criterion.id))?;
            let ours = measure(subject.as_mut(), &criteria.root, check);
            if ours.as_ref().is_err_and(Failure::is_fatal) {
                subject = spawn(&arguments.subject)?;
            }
            checks.push(JudgedCheck::new(check, right, ours));
        }
        judged.push(Judged::new(criterion, checks));
    }
    if arguments.errata {
        print!("{}", errata(&judged));
    } else {
        print!("{}", render(&judged, arguments.format));
        eprint!("{}", traced(&criteria));
        eprintln!("{}", summary(&judged, subject.as_ref(), reference.as_ref()));
    }
    let changed = pinned(arguments, &judged)?;
    let bad = |one: &Judged<'_>| one.engine > EngineVerdict::NotMeasured;
    Ok(Exit::mismatch_if(changed || judged.iter().any(bad)))
}

/// Holds verdicts, claims and fixtures to what was agreed on, or agrees. Returns whether anything
/// changed. Another reference has verdicts of its own.
fn pinned(arguments: &AcceptArguments, judged: &[Judged<'_>]) -> Result<bool, CliError> {
    if arguments.reference != ComparisonArguments::REFERENCE {
        return Ok(false);
    }
    let path = pins::path(&arguments.fixtures);
    let io = CliError::io(path.display());
    let now = Pins::of(&arguments.fixtures, judged).map_err(&io)?;
    if arguments.update {
        std::fs::write(&path, now.text()).map_err(&io)?;
        eprintln!("{}: {} claims pinned", path.display(), judged.len());
        return Ok(false);
    }
    let agreed = Pins::read(&path).map_err(&io)?;
    let changes = agreed.unwrap_or_default().changes(&now);
    for change in &changes {
        eprintln!("changed: {change}");
    }
    if !changes.is_empty() {
        eprintln!(
            "`harness accept --update` pins what is there now, for a review of {}",
            path.display()
        );
    }
    Ok(!changes.is_empty())
}

/// A criterion that cannot be measured on the reference is a mistake of its author.
fn named(failure: Failure, id: &str) -> CliError {
    match failure {
        Failure::Error { message } => CliError::Usage(format!("{id}: {message}")),
        other => CliError::Simulator(other),
    }
}

/// How many of the criteria that the documents number have something that shows them.
fn traced(criteria: &Criteria) -> String {
    let (all, lacking) = criteria.untraced();
    let (count, found) = (all.len(), all.len() - lacking.len());
    match (count, lacking.join(", ")) {
        (0, _) => String::new(),
        (_, lacking) if lacking.is_empty() => format!("{found} of {count} criteria traced\n"),
        (_, lacking) => format!("{found} of {count} criteria traced, without {lacking}\n"),
    }
}

fn summary(judged: &[Judged<'_>], subject: &dyn Simulator, reference: &dyn Simulator) -> String {
    let count = |verdict: EngineVerdict| judged.iter().filter(|one| one.engine == verdict).count();
    format!(
        "{} claims, {} against {}: {} bit-equal, {} close, {} differ, {} not measured",
        judged.len(),
        subject.identity().kind,
        reference.identity().kind,
        count(EngineVerdict::BitEqual),
        count(EngineVerdict::Close),
        count(EngineVerdict::Differs),
        count(EngineVerdict::NotMeasured),
    )
}
