//! `harness bench`: speed, by the same work on both sides, in turns, in one run; in steps, in loads
//! or in derivatives.
//!
//! Each side takes its own CPU time in its own process, so neither messages nor other programs are
//! in it; what several cores give is measured by the clock. A ratio is the reference's median over
//! the subject's; its spread is that of the ratios of single turns.

mod arguments;
mod derivatives;
mod loads;
mod measure;
mod set;
mod versions;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::arguments::parse_kind;
use super::{CliError, Exit};
use crate::measure::Cores;
use crate::report::{Folder, SpeedReport, SpeedRow, run_name};
use crate::simulator::Failure;
pub(super) use arguments::HELP;
pub use arguments::{
    BenchArguments, BenchCommand, BenchDerivativeArguments, BenchLoadArguments, BenchOptions,
    Format,
};
use measure::{Contenders, Failed, Steps, Time, Work};

pub fn bench(arguments: &BenchArguments) -> Result<Exit, CliError> {
    // Lives as long as the models in it are needed.
    let directory = tempfile::tempdir().map_err(CliError::io("a temporary directory"))?;
    let place = directory.path();
    let (options, work, models) = match &arguments.what {
        Some(BenchCommand::Load(load)) => {
            (&load.options, Work::Load { time: Time::Cpu }, &load.models)
        }
        Some(BenchCommand::Derivative(derivative)) => {
            let BenchOptions { steps, seed, .. } = derivative.options;
            let before = steps.unwrap_or(derivatives::STEPS);
            let work = Work::Derivative { before, seed };
            (&derivative.options, work, &derivative.models)
        }
        None => {
            let BenchOptions { steps, seed, .. } = arguments.options;
            let work = Work::Steps(Steps {
                count: steps,
                seed,
                edit_every: arguments.edit_every,
            });
            (&arguments.options, work, &arguments.models)
        }
    };
    let cores = match &arguments.what {
        Some(BenchCommand::Load(load)) => &load.cores[..],
        Some(BenchCommand::Derivative(_)) | None => &[],
    };
    let threads = match &arguments.what {
        Some(BenchCommand::Derivative(derivative)) => &derivative.threads[..],
        Some(BenchCommand::Load(_)) | None => &[],
    };
    check(options, cores)?;
    if threads.contains(&0) {
        return Err(CliError::Usage("--threads must be at least 1".to_owned()));
    }
    let models = match work {
        _ if !models.is_empty() => given(models)?,
        Work::Load { .. } => loads::models(place).map_err(CliError::io("the models"))?,
        Work::Steps(_) => set::models(place).map_err(CliError::io("the models"))?,
        Work::Derivative { .. } => {
            derivatives::models(place).map_err(CliError::io("the models"))?
        }
    };
    let report = match work {
        Work::Derivative { .. } if !threads.is_empty() => {
            derivatives::measure_threads(&models, work, options, threads)?
        }
        _ => measure(&models, work, options, cores)?,
    };
    let json = serde_json::to_string_pretty(&report)
        .map_err(|error| CliError::io("the report")(error.into()))?;
    write(&json, &options.report_dir).map_err(CliError::io("the report"))?;
    match options.format {
        Format::Table => print!("{report}"),
        Format::Json => println!("{json}"),
    }
    Ok(Exit::Ok)
}

/// Checks the options as far as no simulator is needed.
fn check(options: &BenchOptions, cores: &[usize]) -> Result<(), CliError> {
    for kind in [&options.subject, &options.reference] {
        parse_kind(kind)?;
    }
    if options.turns == 0 || options.steps == Some(0) {
        let message = "--turns and --steps must be at least 1".to_owned();
        return Err(CliError::Usage(message));
    }
    let there = Cores::allowed().count();
    if let Some(count) = cores.iter().find(|&&count| count == 0 || count > there) {
        let message = format!("--cores {count}: this machine has from 1 to {there}");
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
    cores: &[usize],
) -> Result<SpeedReport, CliError> {
    let allowed = Cores::allowed();
    // Simulators keep to the cores that they are started on.
    allowed.stay_on(cores.first().copied().unwrap_or(1));
    let mut contenders = start(options)?;
    let mut rows = Vec::new();
    if cores.is_empty() {
        rows.extend(measure_all(&mut contenders, models, work, options.turns)?);
    }
    for &count in cores {
        allowed.stay_on(count);
        contenders = start(options)?;
        let work = Work::Load { time: Time::Wall };
        let measured = measure_all(&mut contenders, models, work, options.turns)?;
        let cores = Some(count);
        rows.extend(measured.into_iter().map(|row| SpeedRow { cores, ..row }));
    }
    Ok(SpeedReport {
        unit: match work {
            Work::Steps(_) => "step".into(),
            Work::Load { .. } => "load".into(),
            Work::Derivative { .. } => "derivative".into(),
        },
        subject: contenders.subject.identity().clone(),
        reference: contenders.reference.identity().clone(),
        optimized: !cfg!(debug_assertions),
        models: rows,
    })
}

fn measure_all(
    contenders: &mut Contenders,
    models: &[(String, PathBuf)],
    work: Work,
    turns: usize,
) -> Result<Vec<SpeedRow>, CliError> {
    let row = |(name, path): &(String, PathBuf)| {
        let times = contenders.measure(path, work, turns);
        let times = times.map_err(|failed| of_model(name, failed))?;
        Ok(SpeedRow::new(name.clone(), &times))
    };
    models.iter().map(row).collect()
}

/// Starts both simulators.
fn start(options: &BenchOptions) -> Result<Contenders, CliError> {
    Ok(Contenders {
        subject: options.simulators.spawn(&options.subject)?,
        reference: options.simulators.spawn(&options.reference)?,
    })
}

/// A failure that says on which model it happened; one that ended a process stays as it is, for its
/// exit code.
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
