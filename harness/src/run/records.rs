//! The records of one case: how each begins, and what it says at its end.

use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

use wildmatch::WildMatch;

use super::judge::{Judged, KnownList};
use super::lines::Lines;
use super::stop::Stop;
use super::{Role, RoleFailure, Settings};
use crate::case::sidecar::Expect;
use crate::case::{Case, Mode};
use crate::compare::Selection;
use crate::number::Number;
use crate::results::{Coverage, Outcome, Place, Record, Verdict};
use crate::simulator::{Ability, Failure, Identity, Loaded};

/// Makes the records of a case.
pub(super) struct CaseRecords<'a> {
    pub case: &'a Case,
    pub settings: &'a Settings,
    lines: Lines<'a>,
}

impl<'a> CaseRecords<'a> {
    pub(super) fn new(case: &'a Case, settings: &'a Settings) -> CaseRecords<'a> {
        CaseRecords {
            case,
            settings,
            lines: Lines::new(&case.path),
        }
    }

    /// The record of a case whose files cannot be read.
    pub(super) fn unreadable(&self, error: &io::Error) -> Record {
        let message = format!("{}: {error}", self.case.path.display());
        let record = self.new_record(Mode::Compile);
        self.conclude(record, Outcome::ReferenceError, Some(message))
    }

    /// Compares mode after mode, as far as the subject goes.
    pub(super) fn each_mode(
        &self,
        subject: &Loaded,
        mut compare: impl FnMut(Mode, &mut KnownList) -> ControlFlow<Record, Record>,
    ) -> Vec<Record> {
        let mut known = KnownList::new(self.case, &self.settings.today);
        let mut records: Vec<Record> = Vec::new();
        let mut done = Vec::new();
        let mut broken: Option<String> = None;
        for &mode in &self.case.schedule.modes {
            let start = Instant::now();
            let reason = broken.clone().or_else(|| inability(mode, subject));
            let compared = match reason {
                Some(reason) => ControlFlow::Continue(self.conclude(
                    self.new_record(mode),
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
            if record.outcome.verdict() == Verdict::Broken {
                broken = Some(format!("{} ended in {}", mode, record.outcome.name()));
            } else if record.outcome != Outcome::Unable {
                done.push(mode);
            }
            records.push(record);
        }
        let scheduled = self.case.sidecar.schedule.modes.as_deref();
        if let Some((mode, message)) = known.unseen(scheduled.unwrap_or(Mode::all()), &done)
            && let Some(at) = records.iter().position(|r| r.mode == mode && r.ok)
        {
            let record = records.remove(at);
            let record = self.conclude(record, Outcome::UnexpectedPass, Some(message));
            records.insert(at, record);
        }
        records
    }

    /// Loading failed on one side at least, or should have.
    pub(super) fn refused(
        &self,
        who: &Identity,
        reference: Option<Failure>,
        subject: Option<Failure>,
    ) -> Record {
        let record = self.new_record(Mode::Compile);
        for (role, failure) in [(Role::Reference, &reference), (Role::Subject, &subject)] {
            if let Some(failure) = failure
                && !matches!(failure, Failure::Rejected { .. })
            {
                let failure = failure.clone();
                return self.cut_short(record, RoleFailure { role, failure }.into());
            }
        }
        let expected = self.case.sidecar.expect != Expect::Accept;
        let (outcome, message) = match (reference, subject) {
            (Some(reference), Some(subject)) if expected => {
                self.patterns(who, &reference, &subject)
            }
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
            (None, Some(subject)) if self.case.sidecar.expect == Expect::Reject => (
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
    fn patterns(
        &self,
        who: &Identity,
        reference: &Failure,
        subject: &Failure,
    ) -> (Outcome, String) {
        if is_unsupported(subject) {
            return (Outcome::Unsupported, subject.to_string());
        }
        let reject = self.case.sidecar.reject.as_ref().map(|r| r.get_ref());
        let engine = reject.filter(|_| who.kind == "engine");
        let checks = [
            (
                "reference",
                reject.and_then(|r| r.reference.as_ref()),
                reference,
            ),
            ("subject", reject.and_then(|r| r.subject.as_ref()), subject),
            ("engine", engine.and_then(|r| r.engine.as_ref()), subject),
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

    /// A mode that ended before its first moment.
    pub(super) fn stopped(&self, mode: Mode, stop: Stop) -> Record {
        self.cut_short(self.new_record(mode), stop)
    }

    /// A mode with what the judge has gathered, to its end or as far as it went.
    pub(super) fn finish(
        &self,
        mut record: Record,
        judged: Judged,
        ended: Result<(), Stop>,
    ) -> Record {
        let finding = record.finding.as_ref();
        record.place = finding.map(|finding| self.lines.of(finding.divergence.object.as_ref()));
        match ended {
            // A finding made before the early end is still the finding.
            Err(stop) if judged.outcome != Outcome::Fail => {
                let mut record = self.cut_short(record, stop);
                let said = record.message.into_iter().chain(judged.message);
                record.message = Some(said.collect::<Vec<_>>().join("; "));
                record
            }
            _ => self.conclude(record, judged.outcome, judged.message),
        }
    }

    /// A mode that could not be finished.
    fn cut_short(&self, record: Record, stop: Stop) -> Record {
        let RoleFailure { role, failure } = match stop {
            Stop::Sidecar(error) => {
                return self.conclude(record, Outcome::SidecarError, Some(error.to_string()));
            }
            Stop::Apart(apart) => {
                return self.conclude(record, Outcome::Fail, Some(apart.to_string()));
            }
            Stop::Untrue(reason) => {
                return self.conclude(record, Outcome::Fail, Some(reason));
            }
            Stop::LeftOut(reason) => {
                return self.conclude(record, Outcome::Unable, Some(reason));
            }
            Stop::Failed(failure) => failure,
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
        let mut record = self.conclude(record, outcome, Some(message));
        // What a model is too large for is not the subject's fault; what it gives up at is.
        record.ok &= outcome != Outcome::Unable || self.may_be_uncovered();
        record
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
        if outcome == Outcome::Empty && record.message.is_none() {
            record.message = Some("no value was compared".to_owned());
        }
        record.ok = match outcome.verdict() {
            Verdict::Mismatch if outcome == Outcome::Empty => self.settings.allow_empty,
            Verdict::Ok | Verdict::Partial => !self.lacks_required(&record),
            Verdict::Mismatch | Verdict::Usage | Verdict::Broken => false,
        };
        record
    }

    /// Whether something is not covered that must be.
    fn lacks_required(&self, record: &Record) -> bool {
        let uncovered = record.outcome == Outcome::Unsupported || !record.missing.is_empty();
        let unsupported = record.outcome == Outcome::Unsupported && self.case.required;
        uncovered && !self.may_be_uncovered() || unsupported || self.lacks_what_is_asked_for(record)
    }

    /// Whether the flags or the sidecar allow the subject to do less than the reference.
    fn may_be_uncovered(&self) -> bool {
        self.settings.allow_uncovered || self.case.sidecar.allow_uncovered.is_some()
    }

    /// Whether something is not covered that the sidecar or the flag asks for.
    fn lacks_what_is_asked_for(&self, record: &Record) -> bool {
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
            Outcome::Unsupported
            | Outcome::Unable
            | Outcome::SolverLimited
            | Outcome::Undecidable => true,
            _ => record.missing.iter().any(|field| selection.matches(field)),
        }
    }

    pub(super) fn new_record(&self, mode: Mode) -> Record {
        let acceptance = self.case.sidecar.acceptance.iter();
        Record {
            case: self.case.name.clone(),
            path: self.case.path.clone(),
            mode,
            outcome: Outcome::Pass,
            ok: true,
            accepted: false,
            acceptance: acceptance.map(|id| id.get_ref().clone()).collect(),
            message: None,
            coverage: Coverage::default(),
            finding: None,
            place: None,
            folded: Vec::new(),
            diverging: 0,
            differing: Vec::new(),
            rounding: None,
            bounds: Vec::new(),
            known: Vec::new(),
            missing: Vec::new(),
            extra: Vec::new(),
            curve: Default::default(),
            film: None,
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
    let (needed, what) = match mode {
        Mode::Compile => return None,
        Mode::Forward => (Ability::Forward, "run forward"),
        Mode::Inverse => (Ability::Inverse, "run inverse dynamics"),
        Mode::Forced | Mode::Free => (Ability::Step, "step"),
        Mode::Edit => (Ability::Edit, "change a model"),
        Mode::Save | Mode::Query | Mode::Derivative => (Ability::Call, "call functions"),
    };
    let missing = !subject.abilities.contains(&needed);
    missing.then(|| format!("the subject cannot {what}"))
}
