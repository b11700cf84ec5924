//! `harness adapter check`: is the adapter right?

use std::path::PathBuf;

use clap::Args;

use super::bench::Bench;
use super::checks::{CHECKS, Complaints};
use crate::commands::arguments::{ComparisonArguments, SimulatorArguments};
use crate::commands::{CliError, Exit};
use crate::simulator::{Failure, Kind, ModelSource};

#[derive(Clone, Debug, Args)]
pub struct CheckArguments {
    /// The adapter: a command, or the name of a simulator
    #[arg(value_name = "COMMAND")]
    pub command: String,
    /// Models to try [default: four small ones: a slide, an arm, free bodies, a weld to a mocap
    /// body]
    #[arg(long, value_name = "MODEL.xml")]
    pub model: Vec<PathBuf>,
    /// The simulator whose names, shapes and initial states count
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::REFERENCE)]
    pub reference: String,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

/// Small models of several kinds, so that an engine that cannot do one is tried with the others.
const MODELS: [(&str, &str); 4] = [
    ("slide.xml", include_str!("models/slide.xml")),
    ("arm.xml", include_str!("models/arm.xml")),
    ("free.xml", include_str!("models/free.xml")),
    ("weld.xml", include_str!("models/weld.xml")),
];

/// Complaints of one check that are shown.
const SHOWN: usize = 4;

pub(super) fn check(arguments: &CheckArguments) -> Result<Exit, CliError> {
    let folder = tempfile::tempdir().map_err(CliError::io("a directory for models"))?;
    let mut models = arguments.model.clone();
    if models.is_empty() {
        for (name, text) in MODELS {
            let path = folder.path().join(name);
            std::fs::write(&path, text).map_err(CliError::io(path.display()))?;
            models.push(path);
        }
    }
    let kind = match arguments.command.parse::<Kind>() {
        Ok(kind) => kind.to_string(),
        Err(_) => format!("process:{}", arguments.command),
    };
    let mut reference = arguments.simulators.spawn(&arguments.reference)?;
    let mut subject = arguments.simulators.spawn(&kind)?;
    let mut tally = Tally::default();
    for path in &models {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let source = ModelSource::file(path);
        let bench = Bench::load(subject.as_mut(), reference.as_mut(), &source);
        match bench.map_err(CliError::Simulator)? {
            Ok(mut bench) => tally.judge(&name, &mut bench),
            Err(Failure::Rejected {
                message,
                unsupported: true,
            }) => println!("skip {name}: unsupported: {message}"),
            Err(failure) => tally.note(&name, "load", Err(failure)),
        }
    }
    if tally.checks == 0 {
        println!("fail: the adapter supports none of the models; give others with --model");
        return Ok(Exit::Mismatch);
    }
    match tally.failed {
        0 => println!("ok: {} checks", tally.checks),
        failed => println!("fail: {failed} of {} checks", tally.checks),
    }
    Ok(Exit::mismatch_if(tally.failed > 0))
}

#[derive(Default)]
struct Tally {
    checks: usize,
    failed: usize,
}

impl Tally {
    fn judge(&mut self, model: &str, bench: &mut Bench<'_>) {
        for (name, check) in CHECKS {
            let outcome = check(bench);
            let ended = matches!(&outcome, Err(failure) if failure.is_fatal());
            self.note(model, name, outcome);
            if ended {
                return;
            }
        }
    }

    fn note(&mut self, model: &str, check: &str, outcome: Complaints) {
        self.checks += 1;
        let complaints = match outcome {
            Ok(complaints) => complaints,
            Err(failure) => vec![failure.to_string()],
        };
        if complaints.is_empty() {
            println!("ok   {model}: {check}");
            return;
        }
        self.failed += 1;
        for complaint in complaints.iter().take(SHOWN) {
            println!("fail {model}: {check}: {complaint}");
        }
        if let Some(more) = complaints.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            println!("     and {more} more");
        }
    }
}
