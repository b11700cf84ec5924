//! A subject against a reference that runs beside it: one case from loading to its records.
//!
//! The walk of a case is a straight line: [`run_cases`](super::run_cases) hands cases to jobs,
//! `compare_case` loads the model on both sides, `compare_modes` goes through the modes of its
//! schedule, `compare_mode` makes the record of one, [`LoadedPair`] states its moments, the relay
//! passes each through both simulators, and the judge weighs what differs.

use std::ops::ControlFlow;
use std::time::Instant;

use super::judge::Judge;
use super::modes::LoadedPair;
use super::plans::{ModePlans, Plans};
use super::records::CaseRecords;
use super::standard::Judgement;
use super::{Contest, Pair, Role, RoleFailure, Settings};
use crate::case::sidecar::Expect;
use crate::case::{Case, Mode};
use crate::compare::{Tolerances, poison};
use crate::measure::Clock;
use crate::number::Number;
use crate::results::Record;
use crate::simulator::{Failure, Identity, Loaded, Pipelined};

/// The version of MuJoCo that the catalogue of fields describes.
const KNOWN: &str = "3.2.6";

/// Two simulators, and what is made once for all their cases.
#[expect(missing_debug_implementations, reason = "simulators are processes")]
pub struct Live {
    pair: Pair,
    plans: Plans,
    poison: Poison,
}

/// When outputs are overwritten before a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Poison {
    /// Unless both sides are MuJoCo and one is not of the version whose outputs are known. Others
    /// keep in some of those fields what they go on from, so that poison would reach the motion.
    WhereKnown,
    Always,
}

impl Live {
    /// Starts both simulators, the reference first.
    pub fn start(
        spawn: impl Fn(Role) -> Result<Box<dyn Pipelined>, Failure>,
    ) -> Result<Live, RoleFailure> {
        Ok(Live {
            pair: Pair::start(spawn)?,
            plans: Plans::default(),
            poison: Poison::WhereKnown,
        })
    }

    /// Overwrites outputs of every version, to learn which of them it does not write.
    pub fn poisoning(mut self) -> Live {
        self.poison = Poison::Always;
        self
    }

    /// The fields to overwrite before a computation.
    fn poisoned(&self) -> Vec<String> {
        let sides = [Role::Reference, Role::Subject];
        let kinds = sides.map(|role| self.pair.identity(role).kind.as_str());
        let versions = kinds.map(|kind| kind.strip_prefix("mujoco@"));
        let known = match versions {
            [Some(reference), Some(subject)] => reference == KNOWN && subject == KNOWN,
            _ => true,
        };
        match known || self.poison == Poison::Always {
            true => poison::fields(),
            false => Vec::new(),
        }
    }

    /// Compares mode after mode of a model that both sides accept.
    fn compare_modes(
        &mut self,
        records: &CaseRecords<'_>,
        reference: &Loaded,
        subject: &Loaded,
    ) -> Vec<Record> {
        let CaseRecords { case, settings, .. } = *records;
        let layout = match self.pair.read_layout(reference) {
            Ok(layout) => layout,
            Err(stop) => return vec![records.stopped(Mode::Compile, stop.into())],
        };
        let tolerances = Tolerances::new(&case.sidecar, settings.tolerance);
        let poison = self.poisoned();
        let filled = self.pair.identity(Role::Reference).fills_memory();
        let judgement = Judgement::new(
            self.pair.identity(Role::Subject),
            settings.precision,
            settings.standard,
        );
        let mut model = LoadedPair::new(
            &mut self.pair,
            case,
            layout,
            (reference, subject),
            &poison,
            judgement,
        );
        let leniency = judgement.leniency();
        self.plans
            .fit(reference, subject, &settings.selection, leniency, filled);
        let mut options_are_set = false;
        records.each_mode(subject, |mode, known| {
            // The compiled model is compared as it is.
            if !matches!(mode, Mode::Compile | Mode::Save)
                && !std::mem::replace(&mut options_are_set, true)
                && let Err(failure) = model.set_options()
            {
                return ControlFlow::Break(records.stopped(mode, failure.into()));
            }
            let mut compare = |model: &mut LoadedPair<'_>| {
                let judge = Judge::new(mode, &tolerances, known);
                compare_mode(records, model, self.plans.of_mode(mode), judge)
            };
            let (mut record, poisoned) = compare(&mut model);
            if poisoned {
                // Something computes with what nobody wrote in this call. What it finds there
                // without our doing is what counts.
                (record, _) = model.without_poison(compare);
            }
            ControlFlow::Continue(record)
        })
    }
}

impl Contest for Live {
    fn identity(&self, role: Role) -> &Identity {
        self.pair.identity(role)
    }

    fn compare_case(&mut self, case: &Case, settings: &Settings) -> Vec<Record> {
        let start = Instant::now();
        let records = CaseRecords::new(case, settings);
        let source = match settings.source(case) {
            Ok(source) => source,
            Err(error) => return vec![records.unreadable(&error)],
        };
        let reference = self.pair.load(Role::Reference, &source);
        let subject = self.pair.load(Role::Subject, &source);
        let mut made = match (reference, subject) {
            (Ok(reference), Ok(subject)) if case.sidecar.expect != Expect::Reject => {
                self.compare_modes(&records, &reference, &subject)
            }
            (reference, subject) => {
                let who = self.pair.identity(Role::Subject);
                vec![records.refused(who, reference.err(), subject.err())]
            }
        };
        if let [only] = made.as_mut_slice() {
            only.seconds = Number(start.elapsed().as_secs_f64());
        }
        self.pair.book();
        made
    }

    fn clock(&self) -> Clock {
        self.pair.clock
    }
}

/// The record of one mode, and whether poison came through to the motion.
fn compare_mode(
    records: &CaseRecords<'_>,
    model: &mut LoadedPair<'_>,
    mut plans: ModePlans<'_>,
    mut judge: Judge<'_>,
) -> (Record, bool) {
    if judge.mode == Mode::Compile {
        judge.warn("reference", model.reference.warnings.clone());
        judge.warn("subject", model.subject.warnings.clone());
    }
    let ended = model.compare_moments(&mut plans, &mut judge);
    let plan = plans.compare;
    let mut record = records.new_record(judge.mode);
    if !matches!(judge.mode, Mode::Save | Mode::Query | Mode::Derivative) {
        // Files have no fields, and between stages fields come and go; what is missing for good
        // shows in the other modes.
        record.missing = plan.missing().map(str::to_owned).collect();
    }
    record.extra.clone_from(&plan.extra);
    let poisoned = judge.poisoned;
    let judged = judge.write(&mut record);
    record.coverage.stages = plan.stages();
    (records.finish(record, judged, ended), poisoned)
}
