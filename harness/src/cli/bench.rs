//! `harness bench`: speed of both sides on models, in steps or in loads.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::arguments::{BenchArguments, BenchCommand, BenchOptions, Format};
use super::{CliError, Exit};
use crate::bench::{self, Failed, Pair, Report, Row, Work};
use crate::report::{Folder, run_name};
use crate::simulator::{self, Failure, Kind, Simulator};

pub fn bench(arguments: &BenchArguments) -> Result<Exit, CliError> {
    // Lives as long as the models in it are needed.
    let directory = tempfile::tempdir().map_err(io("a temporary directory"))?;
    let place = directory.path();
    let (options, work, models) = match &arguments.what {
        Some(BenchCommand::Load(load)) => (&load.options, Work::Load, &load.models),
        None => {
            let BenchOptions { steps, seed, .. } = arguments.options;
            let work = Work::Steps { count: steps, seed };
            (&arguments.options, work, &arguments.models)
        }
    };
    check(options)?;
    let models = match work {
        _ if !models.is_empty() => given(models)?,
        Work::Load => bench::load_models(place).map_err(io("the models"))?,
        Work::Steps { .. } => bench::built_in(place).map_err(io("the models"))?,
    };
    let report = measure(&models, work, options)?;
    let json =
        serde_json::to_string_pretty(&report).map_err(|error| io("the report")(error.into()))?;
    write(&json, &options.report_dir).map_err(io("the report"))?;
    match options.format {
        Format::Table => print!("{report}"),
        Format::Json => println!("{json}"),
    }
    Ok(Exit::Ok)
}

fn io(what: &str) -> impl FnOnce(std::io::Error) -> CliError {
    let what = what.to_owned();
    |source| CliError::Io { what, source }
}

/// What is wrong with the options and can be told without any simulator.
fn check(options: &BenchOptions) -> Result<(), CliError> {
    for kind in [&options.subject, &options.reference] {
        let parsed = kind.parse::<Kind>();
        parsed.map_err(|error| CliError::Usage(error.to_string()))?;
    }
    if options.turns == 0 || options.steps == Some(0) {
        let message = "--turns and --steps must be at least 1".to_owned();
        return Err(CliError::Usage(message));
    }
    Ok(())
}

/// The user's models under the names that the user gave.
fn given(paths: &[PathBuf]) -> Result<Vec<(String, PathBuf)>, CliError> {
    let model = |path: &PathBuf| {
        let name = path.display().to_string();
        match std::fs::metadata(path) {
            Ok(found) if found.is_file() => Ok((name, path.clone())),
            Ok(_) => Err(CliError::Usage(format!("{name} is not a file"))),
            Err(error) => Err(CliError::Usage(format!("{name}: {error}"))),
        }
    };
    paths.iter().map(model).collect()
}

fn measure(
    models: &[(String, PathBuf)],
    work: Work,
    options: &BenchOptions,
) -> Result<Report, CliError> {
    let limits = options.simulators.limits()?;
    let provision = options.simulators.provision();
    let start = |kind: &str| -> Result<Box<dyn Simulator>, CliError> {
        match simulator::spawn(kind, &limits, &provision) {
            Ok(simulator) => Ok(simulator),
            Err(failure) => Err(CliError::Simulator(failure)),
        }
    };
    bench::stay_on_one_core();
    let mut pair = Pair {
        subject: start(&options.subject)?,
        reference: start(&options.reference)?,
    };
    let mut rows = Vec::new();
    for (name, path) in models {
        let times = pair.measure(path, work, options.turns);
        let times = times.map_err(|failed| of_model(name, failed))?;
        rows.push(Row::new(name.clone(), &times));
    }
    Ok(Report {
        unit: match work {
            Work::Steps { .. } => "step".into(),
            Work::Load => "load".into(),
        },
        subject: pair.subject.identity().clone(),
        reference: pair.reference.identity().clone(),
        optimized: !cfg!(debug_assertions),
        models: rows,
    })
}

/// A failure that says on which model it happened; one that ended a process stays as it is, for its exit code.
fn of_model(model: &str, failed: Failed) -> CliError {
    if failed.failure.is_fatal() {
        eprintln!("{model}: {failed}");
        return CliError::Simulator(failed.failure);
    }
    let message = format!("{model}: {failed}");
    CliError::Simulator(Failure::Error { message })
}

fn write(json: &str, report_dir: &Path) -> std::io::Result<()> {
    let folder = Folder::create(report_dir, &run_name(SystemTime::now()))?;
    std::fs::write(folder.path.join("bench.json"), json)
}
