//! `harness list`: the cases and what each would do.

use std::io::{self, Write};

use clap::Args;
use wildmatch::WildMatch;

use super::arguments::{CaseArguments, RequireArguments};
use super::{CliError, Exit};
use crate::case::sidecar::Expect;
use crate::case::tags::{Choice, Tags};
use crate::case::{Case, Discovery, Pose, discover};

#[derive(Debug, Args)]
pub struct ListArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
    #[command(flatten)]
    pub require: RequireArguments,
    /// Print the tags of each case instead: feature, stages and what an engine needs for it
    #[arg(long)]
    pub tags: bool,
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
    tagged(&mut found.cases, &arguments.tag)?;
    found.cases.retain(|case| !case.schedule.modes.is_empty());
    if found.cases.is_empty() {
        let message = "no case has any of these modes in its schedule".to_owned();
        return Err(CliError::Nothing(message));
    }
    Ok(found)
}

/// Keeps the cases that have the tags. A word that no case has is a mistake, unless cases without
/// it are wanted.
fn tagged(cases: &mut Vec<Case>, choices: &[Choice]) -> Result<(), CliError> {
    if choices.is_empty() {
        return Ok(());
    }
    let tags: Vec<Tags> = cases.iter().map(Tags::of).collect();
    for choice in choices {
        known(choice, &tags)?;
    }
    let mut all = tags.iter();
    let takes = |tags: &Tags| choices.iter().all(|choice| choice.takes(tags));
    let before = cases.len();
    cases.retain(|_| all.next().is_some_and(takes));
    if cases.is_empty() {
        let message = format!("none of {before} cases has these tags");
        return Err(CliError::Nothing(message));
    }
    Ok(())
}

fn known(choice: &Choice, tags: &[Tags]) -> Result<(), CliError> {
    match choice.unknown(tags.iter()) {
        Some((tag, true)) => {
            eprintln!("note: no case has the tag \"{tag}\" anyway");
            Ok(())
        }
        Some((tag, false)) => {
            let count = tags.len();
            let message = format!(
                "none of {count} cases has the tag \"{tag}\"; `harness list --tags` shows them"
            );
            Err(CliError::Nothing(message))
        }
        None => Ok(()),
    }
}

/// Marks the cases that a subject must support.
pub(super) fn require(cases: &mut [Case], arguments: &RequireArguments) -> Result<(), CliError> {
    for choice in &arguments.require {
        let tags: Vec<Tags> = cases.iter().map(Tags::of).collect();
        known(choice, &tags)?;
        for (case, tags) in cases.iter_mut().zip(&tags) {
            case.required |= choice.takes(tags);
        }
        if !cases.iter().any(|case| case.required) {
            let message = format!("none of {} cases is one of \"{choice}\"", cases.len());
            return Err(CliError::Nothing(message));
        }
    }
    Ok(())
}

pub fn list(arguments: &ListArguments) -> Result<Exit, CliError> {
    let mut found = select(&arguments.cases)?;
    require(&mut found.cases, &arguments.require)?;
    print(&found, arguments.tags).map_err(CliError::io("stdout"))?;
    Ok(Exit::Ok)
}

fn print(found: &Discovery, tags: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for case in &found.cases {
        let about = match tags {
            true => Tags::of(case).to_string(),
            false => plan(case),
        };
        writeln!(out, "{}: {about}", case.name)?;
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
    if case.required {
        parts.push("must be supported".to_owned());
    }
    parts.join("; ")
}
