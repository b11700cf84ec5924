//! Records fixtures with a simulator whose values may become golden.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::CliError;
use super::super::arguments::{job_count, parse_kind};
use super::GoldenRecording;
use crate::case::Case;
use crate::golden::{Golden, Provenance, record};
use crate::simulator::Pipelined;

/// Starts a simulator whose values may become golden.
fn reference(recording: &GoldenRecording) -> Result<Box<dyn Pipelined>, CliError> {
    let kind = &recording.reference;
    parse_kind(kind)?;
    if !Provenance::may_come_from(kind) {
        return Err(CliError::Usage(format!(
            "golden values come from a reference simulator (mujoco@VERSION or python@VERSION), never from {kind}: \
             what it gets wrong would become right by definition"
        )));
    }
    recording.simulators.spawn(kind)
}

/// Does `work` for each fixture, several at a time. Each job has its own reference.
pub(super) fn with_references<T: Send>(
    recording: &GoldenRecording,
    fixtures: &[&[Case]],
    work: impl Fn(&mut dyn Pipelined, &[Case]) -> T + Sync,
) -> Result<Vec<T>, CliError> {
    let jobs = job_count(recording.jobs).clamp(1, fixtures.len().max(1));
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let job = || -> Result<(), CliError> {
            let mut simulator = reference(recording)?;
            while let at = next.fetch_add(1, Ordering::Relaxed)
                && let Some(fixture) = fixtures.get(at)
            {
                let result = work(simulator.as_mut(), fixture);
                if let Ok(mut results) = results.lock() {
                    results.push((at, result));
                }
            }
            Ok(())
        };
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(job)).collect();
        for thread in threads {
            match thread.join() {
                Ok(done) => done?,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok::<(), CliError>(())
    })?;
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Records all cases of a fixture.
pub(super) fn record_fixture(
    simulator: &mut dyn Pipelined,
    cases: &[Case],
    commit: Option<&str>,
) -> Result<Golden, String> {
    let fixture = &cases[0].path;
    let identity = simulator.identity().clone();
    let provenance = Provenance::new(fixture, &identity, commit);
    let mut recorded = Vec::new();
    for case in cases {
        let one = record(simulator, case).map_err(|halt| format!("{}: {halt}", case.name))?;
        recorded.push(one);
    }
    Ok(Golden {
        provenance: provenance.map_err(|error| format!("{}: {error}", fixture.display()))?,
        cases: recorded,
    })
}
