//! `harness drift`: MuJoCo against itself, version by version.

mod versions;

use clap::Args;

use super::arguments::{CaseArguments, SimulatorArguments, TextFormat, job_count, parse_kind};
use super::list::select;
use super::upgrade::defaults;
use super::{CliError, Exit};
use crate::case::{Case, Mode};
use crate::compare::Selection;
use crate::results::{Event, Record};
use crate::run::{Contest, Live, Repeat, Role, RoleFailure, Settings, Whole, run_cases};
use crate::worker;
use versions::Drift;

#[derive(Debug, Args)]
pub struct DriftArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
    /// Versions of MuJoCo (comma-separated), each compared with the one before
    #[arg(long, value_delimiter = ',', required = true, value_name = "VERSIONS")]
    pub versions: Vec<String>,
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
    /// Cases at a time, each with two processes [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

pub fn drift(arguments: &DriftArguments) -> Result<Exit, CliError> {
    if arguments.versions.len() < 2 {
        let message = "--versions needs at least two, e.g. 3.2.6,3.3.7".to_owned();
        return Err(CliError::Usage(message));
    }
    let kinds: Vec<String> = arguments
        .versions
        .iter()
        .map(|v| format!("mujoco@{v}"))
        .collect();
    for kind in &kinds {
        parse_kind(kind)?;
    }
    let mut cases = arguments.cases.clone();
    // After the first difference a free run shows its consequences only.
    let without_free = vec![Mode::Compile, Mode::Forward, Mode::Forced];
    cases.modes.get_or_insert(without_free);
    let found = select(&cases)?;
    let mut drifts = Vec::new();
    for pair in kinds.windows(2) {
        let [from, to] = pair else {
            continue;
        };
        let mut drift = Drift::new(from, to);
        if from != to {
            drift.options = defaults::between(&arguments.simulators, from, to)?;
            let forward = forward_only(&arguments.cases)?;
            between(
                arguments,
                &forward,
                &drift.pair(),
                true,
                &mut |case, records| {
                    drift.note_unwritten(case, records);
                },
            )?;
        }
        between(
            arguments,
            &found.cases,
            &drift.pair(),
            false,
            &mut |case, records| {
                drift.add(case, records);
            },
        )?;
        drift.finish();
        match arguments.format {
            TextFormat::Text => println!("{}", drift.text()),
            TextFormat::Markdown => println!("{}", drift.markdown()),
            TextFormat::Json => {}
        }
        drifts.push(drift);
    }
    if arguments.format == TextFormat::Json {
        super::print_json(&drifts)?;
    }
    Ok(Exit::Ok)
}

/// The cases at single states, which is enough to see what a version does not write.
fn forward_only(cases: &CaseArguments) -> Result<Vec<Case>, CliError> {
    let mut cases = cases.clone();
    cases.modes = Some(vec![Mode::Forward]);
    Ok(select(&cases)?.cases)
}

/// Compares two versions. With poison a version's outputs are overwritten first, which shows what
/// it leaves unwritten; the values that are compared are those without.
fn between(
    arguments: &DriftArguments,
    cases: &[Case],
    (from, to): &(String, String),
    poisoned: bool,
    take: &mut dyn FnMut(&str, &[Record]),
) -> Result<(), CliError> {
    let limits = arguments.simulators.limits()?;
    let provision = arguments.simulators.provision();
    let spawn = |role: Role| {
        let kind = match role {
            Role::Subject => to,
            Role::Reference => from,
        };
        worker::spawn(kind, &limits, &role.filled(&provision))
    };
    let start = || -> Result<Box<dyn Contest>, RoleFailure> {
        let live = Live::start(spawn)?;
        Ok(Box::new(if poisoned { live.poisoning() } else { live }))
    };
    let settings = Settings {
        run: String::new(),
        today: String::new(),
        selection: Selection::default(),
        tolerance: None,
        precision: None,
        standard: None,
        strict: false,
        allow_uncovered: true,
        allow_empty: true,
        injected: None,
        from_memory: false,
        jobs: job_count(arguments.jobs),
        seed: arguments.cases.seed,
        command: Vec::new(),
        commit: None,
        repeat: Repeat::default(),
        whole: Whole::default(),
    };
    run_cases(cases, &settings, &start, &mut |event| {
        if let Event::CaseFinished { case, records } = event {
            take(case, records);
        }
        Ok(())
    })?;
    Ok(())
}
