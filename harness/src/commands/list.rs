//! `harness list`: the cases and what each would do.

use std::io::{self, Write};

use clap::Args;
use wildmatch::WildMatch;

use super::arguments::CaseArguments;
use super::{CliError, Exit};
use crate::case::sidecar::Expect;
use crate::case::{Case, Discovery, Pose, discover};

#[derive(Debug, Args)]
pub struct ListArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
}

/// The cases that the arguments select; none at all is an error.
pub fn select(arguments: &CaseArguments) -> Result<Discovery, CliError> {
    let mut found =
        discover(&arguments.paths, &arguments.overrides()).map_err(CliError::Discover)?;
    if found.cases.is_empty() {
        let message = match found.aside.len() {
            0 => "there is no .xml file under these paths".to_owned(),
            n => format!("all {n} .xml files under these paths are left out by design"),
        };
        return Err(CliError::Nothing(message));
    }
    if let Some(filter) = &arguments.filter {
        let pattern = WildMatch::new(&format!("*{filter}*"));
        let before = found.cases.len();
        found.cases.retain(|case| pattern.matches(&case.name));
        if found.cases.is_empty() {
            let message = format!("none of {before} cases has \"{filter}\" in its name");
            return Err(CliError::Nothing(message));
        }
    }
    found.cases.retain(|case| !case.schedule.modes.is_empty());
    if found.cases.is_empty() {
        let message = "no case has any of these modes in its schedule".to_owned();
        return Err(CliError::Nothing(message));
    }
    Ok(found)
}

pub fn list(arguments: &ListArguments) -> Result<Exit, CliError> {
    let found = select(&arguments.cases)?;
    print(&found).map_err(CliError::io("stdout"))?;
    Ok(Exit::Ok)
}

fn print(found: &Discovery) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for case in &found.cases {
        writeln!(out, "{}: {}", case.name, plan(case))?;
    }
    for aside in &found.aside {
        writeln!(out, "{}: left out: {}", aside.path.display(), aside.reason)?;
    }
    Ok(())
}

/// What a case would do, in one line.
fn plan(case: &Case) -> String {
    let (schedule, sidecar) = (&case.schedule, &case.sidecar);
    let mut parts = Vec::new();
    if sidecar.expect == Expect::Reject {
        parts.push("both sides must reject it".to_owned());
    } else {
        let modes: Vec<&str> = schedule.modes.iter().map(|mode| mode.name()).collect();
        parts.push(modes.join(", "));
        parts.push(format!("{} random states", schedule.random));
        if !sidecar.state.is_empty() {
            parts.push(format!("{} own states", sidecar.state.len()));
        }
        if let Some(poses) = &sidecar.poses {
            let kinds = poses.kinds.as_ref().map_or(Pose::ALL.len(), Vec::len);
            parts.push(format!("{} poses", kinds * poses.count));
        }
        parts.push(format!("{} steps", schedule.steps));
        parts.push(format!("seed {}", schedule.seed));
    }
    if !sidecar.known.is_empty() {
        parts.push(format!("{} known divergences", sidecar.known.len()));
    }
    if !sidecar.acceptance.is_empty() {
        let ids: Vec<&str> = sidecar
            .acceptance
            .iter()
            .map(|id| id.get_ref().as_str())
            .collect();
        parts.push(format!("serves {}", ids.join(", ")));
    }
    parts.join("; ")
}
