//! `harness bench`: speed, by the same work on both sides, in turns, in one run; in steps, in loads,
//! in derivatives or in steps of many worlds.
//!
//! Each side takes its own CPU time in its own process, so neither messages nor other programs are
//! in it; what several cores give is measured by the clock. A ratio is the reference's median over
//! the subject's; its spread is that of the ratios of single turns.

mod arguments;
mod batches;
mod derivatives;
mod loads;
mod measure;
mod set;
mod versions;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use walkdir::WalkDir;

use super::arguments::parse_kind;
use super::{CliError, Exit};
use crate::measure::Cores;
use crate::report::{Folder, SpeedReport, SpeedRow, run_name};
use crate::simulator::Failure;
pub(super) use arguments::HELP;
pub use arguments::{
    BenchArguments, BenchBatchArguments, BenchCommand, BenchDerivativeArguments,
    BenchLoadArguments, BenchOptions, Format, Order,
};
use measure::{Contenders, Failed, Steps, Time, Work};

pub fn bench(arguments: &BenchArguments) -> Result<Exit, CliError> {
    // Lives as long as the models in it are needed.
    let directory = tempfile::tempdir().map_err(CliError::io("a temporary directory"))?;
    let place = directory.path();
    if let Some(BenchCommand::Batch(batch)) = &arguments.what {
        check(&batch.options, &[])?;
        let models = match &batch.models[..] {
            [] => batches::models(place).map_err(CliError::io("the models"))?,
            models => given(models)?,
        };
        tell(batches::measure(&models, batch)?, &batch.options)?;
        return Ok(Exit::Ok);
    }
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
        // Batches have had their turn.
        Some(BenchCommand::Batch(_)) | None => {
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
        Some(BenchCommand::Derivative(_) | BenchCommand::Batch(_)) | None => &[],
    };
    let threads = match &arguments.what {
        Some(BenchCommand::Derivative(derivative)) => &derivative.threads[..],
        Some(BenchCommand::Load(_) | BenchCommand::Batch(_)) | None => &[],
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
    let (report, failed) = match work {
        Work::Derivative { .. } if !threads.is_empty() => {
            let report = derivatives::measure_threads(&models, work, options, threads)?;
            (report, Vec::new())
        }
        _ => measure(&models, work, options, cores)?,
    };
    tell(report, options)?;
    let failures = failed.len();
    match failed.into_iter().next_back() {
        None => Ok(Exit::Ok),
        Some(error) if failures == 1 => Err(error),
        Some(_) => {
            let message = format!("{failures} models could not be measured");
            Err(CliError::Simulator(Failure::Error { message }))
        }
    }
}

/// Sorts, writes and prints what was found.
fn tell(mut report: SpeedReport, options: &BenchOptions) -> Result<(), CliError> {
    if options.sort == Order::Ratio {
        report.models.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    }
    let json = serde_json::to_string_pretty(&report)
        .map_err(|error| CliError::io("the report")(error.into()))?;
    write(&json, &options.report_dir).map_err(CliError::io("the report"))?;
    match options.format {
        Format::Table => print!("{report}"),
        Format::Json => println!("{json}"),
    }
    Ok(())
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

/// The user's models under the names that the user gave, and those in folders.
fn given(paths: &[PathBuf]) -> Result<Vec<(String, PathBuf)>, CliError> {
    let mut models = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        match std::fs::metadata(path) {
            Ok(found) if found.is_file() => models.push((name, path.clone())),
            Ok(found) if found.is_dir() => {
                let before = models.len();
                for entry in WalkDir::new(path).sort_by_file_name() {
                    let entry = entry.map_err(|error| CliError::Usage(error.to_string()))?;
                    let is_model = entry.path().extension().is_some_and(|end| end == "xml");
                    if is_model && entry.file_type().is_file() {
                        models.push((entry.path().display().to_string(), entry.into_path()));
                    }
                }
                if models.len() == before {
                    return Err(CliError::Usage(format!("{name}: no model (.xml) in it")));
                }
            }
            Ok(_) => {
                let message = format!("{name} is neither a file nor a folder");
                return Err(CliError::Usage(message));
            }
            Err(error) => return Err(CliError::Usage(format!("{name}: {error}"))),
        }
    }
    Ok(models)
}

/// Measures all models; also the errors of those that failed.
fn measure(
    models: &[(String, PathBuf)],
    work: Work,
    options: &BenchOptions,
    cores: &[usize],
) -> Result<(SpeedReport, Vec<CliError>), CliError> {
    let allowed = Cores::allowed();
    // Simulators keep to the cores that they are started on.
    allowed.stay_on(cores.first().copied().unwrap_or(1));
    let mut contenders = start(options)?;
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    if cores.is_empty() {
        rows.extend(measure_all(
            &mut contenders,
            models,
            work,
            options.turns,
            &mut failed,
        )?);
    }
    for &count in cores {
        allowed.stay_on(count);
        contenders = start(options)?;
        let work = Work::Load { time: Time::Wall };
        let measured = measure_all(&mut contenders, models, work, options.turns, &mut failed)?;
        let cores = Some(count);
        rows.extend(measured.into_iter().map(|row| SpeedRow { cores, ..row }));
    }
    let report = SpeedReport {
        unit: match work {
            Work::Steps(_) => "step".into(),
            Work::Load { .. } => "load".into(),
            Work::Derivative { .. } => "derivative".into(),
        },
        subject: contenders.subject.identity().clone(),
        reference: contenders.reference.identity().clone(),
        optimized: !cfg!(debug_assertions),
        models: rows,
    };
    Ok((report, failed))
}

/// One row for each model that did not fail. A process that ended ends everything.
fn measure_all(
    contenders: &mut Contenders,
    models: &[(String, PathBuf)],
    work: Work,
    turns: usize,
    failed: &mut Vec<CliError>,
) -> Result<Vec<SpeedRow>, CliError> {
    let mut rows = Vec::new();
    for (name, path) in models {
        match contenders.measure(path, work, turns) {
            Ok(times) => rows.push(SpeedRow::new(name.clone(), &times)),
            Err(failure) if failure.failure.is_fatal() => return Err(of_model(name, failure)),
            Err(failure) => {
                let error = of_model(name, failure);
                if models.len() > 1 {
                    eprintln!("{error}");
                }
                failed.push(error);
            }
        }
    }
    Ok(rows)
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
