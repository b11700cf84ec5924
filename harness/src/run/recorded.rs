//! A subject against golden values: the same schedule, without a reference simulator.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use super::comparison::Comparison;

use super::judge::{Judge, KnownList};
use super::pair::Contestant;
use super::records::CaseRecords;
use super::stop::Stop;
use super::{Contest, Role, RoleFailure, Settings};
use crate::case::sidecar::Expect;
use crate::case::{Case, Mode};
use crate::compare::Tolerances;
use crate::golden::{self, Golden, Halt, Recording, Section, Walker};
use crate::measure::Clock;
use crate::results::{Outcome, Record};
use crate::simulator::{Failure, Identity, Loaded, Pipelined};

/// A subject and the goldens beside the fixtures.
#[expect(missing_debug_implementations, reason = "simulators are processes")]
pub struct Recall {
    subject: Contestant,
    reference: Identity,
    clock: Clock,
    /// The golden that was read last: the variants of a fixture come one after the other.
    latest: Option<(PathBuf, Result<Arc<Golden>, String>)>,
}

impl Recall {
    /// `reference` says where the recorded values come from.
    pub fn start(
        spawn: impl FnOnce() -> Result<Box<dyn Pipelined>, Failure>,
        reference: Identity,
    ) -> Result<Recall, RoleFailure> {
        let mut clock = Clock::default();
        let subject = Contestant::start(Role::Subject, spawn, &mut clock)?;
        Ok(Recall {
            subject,
            reference,
            clock,
            latest: None,
        })
    }

    /// The fixture's golden, if it belongs to the fixture as it is.
    fn golden(&mut self, case: &Case) -> Result<Arc<Golden>, String> {
        let (path, golden) = match self.latest.take() {
            Some((path, golden)) if path == case.path => (path, golden),
            _ => (case.path.clone(), read(case)),
        };
        self.latest = Some((path, golden.clone()));
        let golden = golden?;
        match golden::stale_case(&golden, case) {
            Some(reason) => Err(stale(&[reason])),
            None => Ok(golden),
        }
    }
}

fn read(case: &Case) -> Result<Arc<Golden>, String> {
    let path = golden::path_of(&case.path);
    if !path.exists() {
        return Err("there are no golden values; record them with `harness golden write`".into());
    }
    let golden = Golden::read(&path).map_err(|error| error.to_string())?;
    let reasons = golden::stale_inputs(&golden, &case.path).map_err(|error| error.to_string())?;
    match reasons.as_slice() {
        [] => Ok(Arc::new(golden)),
        reasons => Err(stale(reasons)),
    }
}

fn stale(reasons: &[String]) -> String {
    format!(
        "the golden values are stale ({}); record them anew with `harness golden write`",
        reasons.join("; ")
    )
}

impl Contest for Recall {
    fn identity(&self, role: Role) -> &Identity {
        match role {
            Role::Subject => self.subject.simulator.identity(),
            Role::Reference => &self.reference,
        }
    }

    fn compare_case(&mut self, case: &Case, settings: &Settings) -> Vec<Record> {
        let records = CaseRecords::new(case, settings);
        let unusable = |message: String| {
            let mode = case.schedule.modes.first().copied();
            let record = records.new_record(mode.unwrap_or(Mode::Compile));
            vec![records.conclude(record, Outcome::ReferenceError, Some(message))]
        };
        let golden = match self.golden(case) {
            Ok(golden) => golden,
            Err(message) => return unusable(message),
        };
        let Some(recorded) = golden.case(case.variant.as_deref().unwrap_or_default()) else {
            return unusable(format!("no values are recorded for {}", case.name));
        };
        let source = match settings.source(case) {
            Ok(source) => source,
            Err(error) => return vec![records.unreadable(&error)],
        };
        let subject = &mut self.subject.simulator;
        let loaded = subject.load(&source);
        let made = match (&recorded.recording, loaded) {
            (recording @ Recording::Accepted(_), Ok(loaded))
                if case.sidecar.expect != Expect::Reject =>
            {
                let held_to = &golden.provenance.reference;
                compare_modes(&records, subject.as_mut(), &loaded, recording, held_to)
            }
            (recording, loaded) => {
                let rejected = match recording {
                    Recording::Accepted(_) => None,
                    Recording::Rejected(message) => Some(Failure::rejected(message)),
                };
                let who = subject.identity();
                vec![records.refused(who, rejected, loaded.err())]
            }
        };
        self.clock.subject.book(self.subject.spend());
        made
    }

    fn clock(&self) -> Clock {
        self.clock
    }
}

fn compare_modes(
    records: &CaseRecords<'_>,
    subject: &mut dyn Pipelined,
    loaded: &Loaded,
    recording: &Recording,
    held_to: &str,
) -> Vec<Record> {
    let tolerances = Tolerances::new(&records.case.sidecar, records.settings.tolerance);
    let mut walker = match Walker::new(subject, records.case, loaded) {
        Ok(walker) => walker,
        Err(failure) => {
            return vec![records.stopped(Mode::Compile, stop(failure.into()))];
        }
    };
    records.each_mode(loaded, |mode, known| {
        let record = records.new_record(mode);
        let section = Section::of(mode);
        let Some(track) = recording.track(section) else {
            let message = format!("nothing is recorded for the mode {mode}");
            return ControlFlow::Continue(records.conclude(
                record,
                Outcome::ReferenceError,
                Some(message),
            ));
        };
        let comparison = Comparison::new((mode, section), track, loaded, held_to);
        ControlFlow::Continue(compare_mode(
            records,
            &mut walker,
            comparison,
            (record, mode),
            &tolerances,
            known,
        ))
    })
}

fn compare_mode(
    records: &CaseRecords<'_>,
    walker: &mut Walker<'_>,
    mut comparison: Comparison<'_>,
    (mut record, mode): (Record, Mode),
    tolerances: &Tolerances,
    known: &mut KnownList,
) -> Record {
    let ended = walker.walk(mode, &mut |mut visit| comparison.take(&mut visit));
    let mut judge = Judge::new(mode, tolerances, known);
    let selection = &records.settings.selection;
    let covered = comparison.judge(ended.is_ok(), selection, &mut judge);
    record.missing = covered.missing;
    record.extra = covered.extra;
    let judged = judge.write(&mut record);
    record.coverage.stages = covered.stages;
    // The errors of digests have no size.
    record.curve = Default::default();
    records.finish(record, judged, ended.map_err(stop))
}

fn stop(halt: Halt) -> Stop {
    match halt {
        Halt::Simulator(failure) => Stop::Failed(RoleFailure {
            role: Role::Subject,
            failure,
        }),
        Halt::Sidecar(error) => Stop::Sidecar(error),
        Halt::LeftOut(reason) => Stop::LeftOut(reason),
    }
}
