//! `harness accept`: the acceptance criteria on the reference and on the subject.

use super::arguments::AcceptArguments;
use super::{CliError, Exit};
use crate::accept::{Criteria, EngineVerdict, Judged, JudgedCheck, errata, measure, render};
use crate::simulator::{self, Failure, Simulator};
use crate::worker;

pub fn accept(arguments: &AcceptArguments) -> Result<Exit, CliError> {
    let limits = arguments.simulators.limits()?;
    let criteria = Criteria::load(&arguments.fixtures);
    let criteria = criteria.map_err(|error| CliError::Usage(error.to_string()))?;
    let provision = arguments.simulators.provision();
    let spawn = |kind: &str| {
        kind.parse::<simulator::Kind>()
            .map_err(|error| CliError::Usage(error.to_string()))?;
        worker::spawn(kind, &limits, &provision).map_err(CliError::Simulator)
    };
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
    let bad = |one: &Judged<'_>| one.engine > EngineVerdict::NotMeasured;
    Ok(if judged.iter().any(bad) {
        Exit::Mismatch
    } else {
        Exit::Ok
    })
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
