//! Models whose derivatives are timed, and the engine on several threads against itself on one.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::measure::{Failed, Work, by, how_many, layout, move_on};
use super::{BenchOptions, CliError, of_model, set};
use crate::case::derivatives::EPS;
use crate::report::{SpeedReport, SpeedRow, Times, Unit};
use crate::simulator::call::Call;
use crate::simulator::{Failure, ModelSource, Pipelined};

/// Steps from reset before the derivatives are taken: long enough for the humanoid to lie on the
/// ground.
pub(super) const STEPS: u64 = 100;

const MODELS: &[&str] = &["arm_7", "chain_10", "cheetah", "walker", "humanoid"];

/// Writes the models into a directory; their names and where they are.
pub(super) fn models(directory: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    set::write(directory, |name| MODELS.contains(&name))
}

/// The subject on one thread takes the place of the reference.
pub(super) fn measure_threads(
    models: &[(String, PathBuf)],
    work: Work,
    options: &BenchOptions,
    threads: &[usize],
) -> Result<SpeedReport, CliError> {
    let mut subject = options.simulators.spawn(&options.subject)?;
    let mut rows = Vec::new();
    for (name, path) in models {
        for &count in threads {
            let times = turns(subject.as_mut(), path, work, options.turns, count);
            let times = times.map_err(|failed| of_model(name, failed))?;
            let label = format!("{name}, {count} threads against 1");
            rows.push(SpeedRow::new(label, &times));
        }
    }
    Ok(SpeedReport {
        unit: "derivative".into(),
        subject: subject.identity().clone(),
        reference: subject.identity().clone(),
        optimized: !cfg!(debug_assertions),
        models: rows,
    })
}

/// Turns on so many threads and on one, by the clock, after one that does not count.
fn turns(
    subject: &mut dyn Pipelined,
    path: &Path,
    work: Work,
    turns: usize,
    threads: usize,
) -> Result<Times, Failed> {
    let call = |threads: usize, times: u64| {
        let numbers = [EPS, 0.0, threads as f64, times as f64];
        Call {
            function: "transition_fd_threaded".to_owned(),
            arguments: numbers.map(|number| vec![number]).to_vec(),
        }
    };
    by(subject, |subject| {
        let loaded = subject.load(&ModelSource::file(path))?;
        let layout = layout(subject, &loaded)?;
        if let Work::Derivative { before, seed } = work {
            move_on(subject, &layout, before, seed)?;
        }
        let units = how_many(subject, |times| call(1, times))?;
        let mut times = Times {
            subject: Vec::with_capacity(turns),
            reference: Vec::with_capacity(turns),
            units,
            nv: layout.size("nv"),
        };
        for turn in 0..=turns {
            let mut spend = |threads: usize| -> Result<Unit, Failure> {
                let start = Instant::now();
                subject.call(&call(threads, units))?;
                Ok(Unit {
                    nanoseconds: start.elapsed().as_nanos() as f64 / units as f64,
                    instructions: None,
                })
            };
            let (several, one) = (spend(threads)?, spend(1)?);
            if turn > 0 {
                times.subject.push(several);
                times.reference.push(one);
            }
        }
        Ok(times)
    })
}
