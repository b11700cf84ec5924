//! One case from loading to its records.

use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

use wildmatch::WildMatch;

use super::judge::{Judge, KnownList};
use super::modes::{self, Bench};
use super::pair::SideFailure;
use super::plans::{Plans, Purpose};
use super::stop::Stop;
use super::{Pair, Role, Settings};
use crate::case::sidecar::Expect;
use crate::case::{Case, Layout, Mode, options};
use crate::compare::{Selection, Tolerances, poison};
use crate::number::Number;
use crate::results::{Coverage, Outcome, Place, Record, Verdict};
use crate::simulator::{Ability, Failure, Loaded};
use crate::snapshot::Snapshot;

/// Compares one case in all its modes.
pub(super) fn execute(
    pair: &mut Pair,
    plans: &mut Plans,
    case: &Case,
    settings: &Settings,
) -> Vec<Record> {
    let start = Instant::now();
    let executor = Executor { case, settings };
    let source = match settings.source(case) {
        Ok(source) => source,
        Err(error) => return vec![executor.unreadable(&error)],
    };
    let reference = pair.load(Role::Reference, &source);
    let subject = pair.load(Role::Subject, &source);
    let mut records = match (reference, subject) {
        (Ok(reference), Ok(subject)) if case.sidecar.expect == Expect::Accept => {
            executor.modes(pair, plans, &reference, &subject)
        }
        (reference, subject) => vec![executor.refused(reference.err(), subject.err())],
    };
    if let [only] = records.as_mut_slice() {
        only.seconds = Number(start.elapsed().as_secs_f64());
    }
    pair.book();
    records
}

pub(super) struct Executor<'a> {
    pub case: &'a Case,
    pub settings: &'a Settings,
}

impl Executor<'_> {
    /// The record of a case whose files cannot be read.
    pub(super) fn unreadable(&self, error: &io::Error) -> Record {
        let message = format!("{}: {error}", self.case.path.display());
        let record = self.record(Mode::Compile);
        self.conclude(record, Outcome::ReferenceError, Some(message))
    }

    fn modes(
        &self,
        pair: &mut Pair,
        plans: &mut Plans,
        reference: &Loaded,
        subject: &Loaded,
    ) -> Vec<Record> {
        let layout = match self.layout(pair, reference) {
            Ok(layout) => layout,
            Err(stop) => return vec![self.stopped(self.record(Mode::Compile), stop)],
        };
        let tolerances = Tolerances::new(&self.case.sidecar, self.settings.tolerance);
        let poison = poison::fields();
        let mut bench = Bench {
            pair,
            plans,
            case: self.case,
            layout,
            reference,
            subject,
            poison: &poison,
            lacking: modes::lacking(subject),
        };
        let mut prepared = false;
        self.each_mode(&self.case.schedule.modes, subject, |mode, known| {
            if mode != Mode::Compile
                && !std::mem::replace(&mut prepared, true)
                && let Err(stop) = self.set_options(&mut bench)
            {
                return ControlFlow::Break(self.stopped(self.record(mode), stop));
            }
            ControlFlow::Continue(self.mode(&mut bench, mode, &tolerances, known))
        })
    }

    /// Compares mode after mode, as far as the subject goes.
    pub(super) fn each_mode(
        &self,
        modes: &[Mode],
        subject: &Loaded,
        mut compare: impl FnMut(Mode, &mut KnownList) -> ControlFlow<Record, Record>,
    ) -> Vec<Record> {
        let mut known = KnownList::new(self.case, &self.settings.today);
        let mut records: Vec<Record> = Vec::new();
        let mut done = Vec::new();
        let mut broken: Option<String> = None;
        for &mode in modes {
            let start = Instant::now();
            let reason = broken.clone().or_else(|| inability(mode, subject));
            let compared = match reason {
                Some(reason) => ControlFlow::Continue(self.conclude(
                    self.record(mode),
                    Outcome::Unable,
                    Some(reason),
                )),
                None => compare(mode, &mut known),
            };
            let mut record = match compared {
                ControlFlow::Continue(record) => record,
                ControlFlow::Break(record) => {
                    records.push(record);
                    break;
                }
            };
            record.seconds = Number(start.elapsed().as_secs_f64());
            match record.outcome.verdict() {
                Verdict::Broken => {
                    broken = Some(format!("{} ended in {}", mode, record.outcome.name()));
                }
                _ if record.outcome != Outcome::Unable => done.push(mode),
                _ => {}
            }
            records.push(record);
        }
        let scheduled = self.case.sidecar.schedule.modes.as_deref();
        if let Some((mode, message)) = known.unseen(scheduled.unwrap_or(&Mode::ALL), &done)
            && let Some(at) = records.iter().position(|r| r.mode == mode && r.ok)
        {
            let record = records.remove(at);
            let record = self.conclude(record, Outcome::UnexpectedPass, Some(message));
            records.insert(at, record);
        }
        records
    }

    /// The model facts that states, names and masks need.
    fn layout(&self, pair: &mut Pair, reference: &Loaded) -> Result<Layout, Stop> {
        let wanted = Layout::indices(&reference.fields);
        let mut snapshot = Snapshot::default();
        pair.read(Role::Reference, &wanted, &mut snapshot)?;
        Ok(Layout::new(&snapshot))
    }

    /// Gives both sides the case's options; the layout follows.
    fn set_options(&self, bench: &mut Bench<'_>) -> Result<(), Stop> {
        let values = options::assignments(&self.case.options, &bench.layout);
        if values.is_empty() {
            return Ok(());
        }
        bench.pair.set_both(&values)?;
        bench.layout = self.layout(bench.pair, bench.reference)?;
        Ok(())
    }

    fn mode(
        &self,
        bench: &mut Bench<'_>,
        mode: Mode,
        tolerances: &Tolerances,
        known: &mut KnownList,
    ) -> Record {
        let purpose = Purpose::Compare(mode);
        let mut plan = bench.plans.take(purpose, bench.reference, bench.subject);
        let mut judge = Judge::new(mode, tolerances, known);
        if mode == Mode::Compile {
            judge.warn("reference", bench.reference.warnings.clone());
            judge.warn("subject", bench.subject.warnings.clone());
        }
        let ended = bench.run(mode, &mut plan, &mut judge);
        let mut record = self.record(mode);
        record.missing = plan.missing().map(str::to_owned).collect();
        record.extra.clone_from(&plan.extra);
        let outcome = judge.outcome(!record.missing.is_empty());
        let message = judge.message();
        judge.write(&self.case.path, &mut record);
        record.coverage.stages = plan.stages();
        bench.plans.put(purpose, plan);
        match ended {
            // A finding made before the end of the road is still the finding.
            Err(stop) if outcome != Outcome::Fail => self.stopped(record, stop),
            _ => self.conclude(record, outcome, message),
        }
    }

    /// Loading failed on one side at least, or should have.
    pub(super) fn refused(&self, reference: Option<Failure>, subject: Option<Failure>) -> Record {
        let record = self.record(Mode::Compile);
        for (role, failure) in [(Role::Reference, &reference), (Role::Subject, &subject)] {
            if let Some(failure) = failure
                && !matches!(failure, Failure::Rejected { .. })
            {
                let failure = failure.clone();
                return self.stopped(record, SideFailure { role, failure }.into());
            }
        }
        let expected = self.case.sidecar.expect == Expect::Reject;
        let (outcome, message) = match (reference, subject) {
            (Some(reference), Some(subject)) if expected => self.patterns(&reference, &subject),
            (Some(reference), None) => (
                Outcome::Fail,
                format!("the subject accepts what the reference rejects: {reference}"),
            ),
            (Some(reference), Some(subject)) => (
                Outcome::ReferenceError,
                format!("both reject the model; reference: {reference}; subject: {subject}"),
            ),
            (None, Some(subject)) if is_unsupported(&subject) => {
                (Outcome::Unsupported, subject.to_string())
            }
            (None, Some(subject)) if expected => (
                Outcome::Fail,
                format!("only the subject rejects the model: {subject}"),
            ),
            (None, Some(subject)) => (
                Outcome::Fail,
                format!("the subject rejects what the reference accepts: {subject}"),
            ),
            (None, None) => (
                Outcome::Fail,
                "both sides accept a model that they should reject".to_owned(),
            ),
        };
        self.conclude(record, outcome, Some(message))
    }

    /// Both sides reject the model as they should; do they say why?
    fn patterns(&self, reference: &Failure, subject: &Failure) -> (Outcome, String) {
        if is_unsupported(subject) {
            return (Outcome::Unsupported, subject.to_string());
        }
        let reject = self.case.sidecar.reject.as_ref().map(|r| r.get_ref());
        let checks = [
            (
                "reference",
                reject.and_then(|r| r.reference.as_ref()),
                reference,
            ),
            ("subject", reject.and_then(|r| r.subject.as_ref()), subject),
        ];
        for (side, pattern, failure) in checks {
            let message = failure.to_string();
            if let Some(pattern) = pattern
                && !WildMatch::new(&format!("*{pattern}*")).matches(&message)
            {
                let text = format!("the {side}'s message lacks \"{pattern}\": {message}");
                return (Outcome::Fail, text);
            }
        }
        (
            Outcome::Rejected,
            format!("reference: {reference}; subject: {subject}"),
        )
    }

    /// A mode that could not be finished.
    pub(super) fn stopped(&self, record: Record, stop: Stop) -> Record {
        let SideFailure { role, failure } = match stop {
            Stop::Sidecar(error) => {
                return self.conclude(record, Outcome::SidecarError, Some(error.to_string()));
            }
            Stop::Apart(apart) => {
                return self.conclude(record, Outcome::Fail, Some(apart.to_string()));
            }
            Stop::Side(failure) => failure,
        };
        let outcome = match (&failure, role) {
            (Failure::Crash { .. }, _) => Outcome::Crash,
            (Failure::Timeout { .. }, _) => Outcome::Timeout,
            (Failure::OutOfMemory { .. }, _) => Outcome::OutOfMemory,
            (Failure::Protocol { .. }, _) => Outcome::Garbage,
            (_, Role::Reference) => Outcome::ReferenceError,
            (Failure::Unable { .. }, Role::Subject) => Outcome::Unable,
            (_, Role::Subject) => Outcome::Fail,
        };
        let mut message = format!("{}: {failure}", role.name());
        if let Failure::Crash { output, .. } = &failure
            && !output.trim().is_empty()
        {
            message += &format!("; it said: {}", output.trim());
        }
        self.conclude(record, outcome, Some(message))
    }

    pub(super) fn conclude(
        &self,
        mut record: Record,
        outcome: Outcome,
        message: Option<String>,
    ) -> Record {
        record.outcome = outcome;
        record.message = message.or(record.message);
        if record.place.is_none() && outcome.verdict() >= Verdict::Partial {
            let message = record.message.as_deref();
            record.place = message.and_then(|text| Place::of_message(&self.case.path, text));
        }
        record.ok = match outcome.verdict() {
            Verdict::Ok | Verdict::Partial => !self.lacks_required(&record),
            _ => false,
        };
        record
    }

    /// Whether something is not covered that the sidecar or the flag requires.
    fn lacks_required(&self, record: &Record) -> bool {
        let selection = match &self.case.sidecar.require {
            _ if self.settings.strict => Selection::default(),
            Some(require)
                if require
                    .modes
                    .as_ref()
                    .is_none_or(|m| m.contains(&record.mode)) =>
            {
                Selection::new(require.fields.iter().map(|field| field.get_ref().as_str()))
            }
            _ => return false,
        };
        match record.outcome {
            Outcome::Unsupported | Outcome::Unable => true,
            _ => record.missing.iter().any(|field| selection.matches(field)),
        }
    }

    pub(super) fn record(&self, mode: Mode) -> Record {
        let acceptance = self.case.sidecar.acceptance.iter();
        Record {
            case: self.case.name.clone(),
            path: self.case.path.clone(),
            mode,
            outcome: Outcome::Pass,
            ok: true,
            acceptance: acceptance.map(|id| id.get_ref().clone()).collect(),
            message: None,
            coverage: Coverage::default(),
            finding: None,
            place: None,
            folded: Vec::new(),
            diverging: 0,
            differing: Vec::new(),
            bounds: Vec::new(),
            known: Vec::new(),
            missing: Vec::new(),
            extra: Vec::new(),
            curve: Default::default(),
            warnings: Vec::new(),
            seconds: Number(0.0),
            repeat: self.settings.repeat.command(self.case, mode),
        }
    }
}

fn is_unsupported(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Rejected {
            unsupported: true,
            ..
        }
    )
}

/// Why the subject cannot do a mode.
fn inability(mode: Mode, subject: &Loaded) -> Option<String> {
    let needed = match mode {
        Mode::Compile => return None,
        Mode::Forward => Ability::Forward,
        Mode::Inverse => Ability::Inverse,
        Mode::Forced | Mode::Free => Ability::Step,
    };
    let missing = !subject.abilities.contains(&needed);
    missing.then(|| match needed {
        Ability::Step => "the subject cannot step".to_owned(),
        Ability::Inverse => "the subject cannot run inverse dynamics".to_owned(),
        _ => "the subject cannot run forward".to_owned(),
    })
}
