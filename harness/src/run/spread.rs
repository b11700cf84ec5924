//! The modes that are judged by rounding: each moment is computed by the reference, by the subject
//! and by copies of the reference that are disturbed within the subject's precision.

use super::judge::Judge;
use super::ratios::Ratios;
use super::repeats::Restless;
use super::stop::{Apart, Stop};
use super::{Pair, Role, RoleFailure};
use crate::case::sidecar::Convention;
use crate::case::state::{self, ControlSequence, Point};
use crate::case::{Case, Layout};
use crate::catalogue::state as state_fields;
use crate::compare::{Names, Plan, Tally};
use crate::measure::Share;
use crate::precision::Precision;
use crate::simulator::call::Call;
use crate::simulator::{Ability, Action, Computed, Failure, Loaded, Moment, Reset, cause};
use crate::snapshot::{Assignment, Side, Snapshot};
use crate::spread::{
    self, COPIES, Class, Constants, Cost, Judged, Material, Perturber, Rebased, View,
};

/// Both sides with a loaded model, and the disturbed constants of the copies.
pub(super) struct SpreadRun<'a, 'b> {
    pub pair: &'a mut Pair,
    pub case: &'a Case,
    pub layout: &'a Layout,
    pub reference: &'a Loaded,
    pub poison: &'a [String],
    pub lacking: &'a [&'static str],
    pub precision: Precision,
    pub plan: &'a mut Plan,
    pub judge: &'a mut Judge<'b>,
    pub ratios: Ratios,
    constants: Constants,
    copies: Vec<Disturbed>,
    pub(super) restless: Restless,
}

/// A disturbed copy of the reference.
struct Disturbed {
    perturber: Perturber,
    constants: Vec<Assignment>,
}

/// What an integrator takes of a forward computation.
const FORCES: [&str; 4] = ["qacc", "qfrc_smooth", "qfrc_constraint", "act_dot"];
const RUNGE_KUTTA: i64 = 1;

impl<'a, 'b> SpreadRun<'a, 'b> {
    /// Rounds the reference's constants to the subject's precision, and disturbs those of the
    /// copies.
    #[expect(clippy::too_many_arguments, reason = "all that a mode has")]
    pub(super) fn new(
        pair: &'a mut Pair,
        case: &'a Case,
        layout: &'a Layout,
        reference: &'a Loaded,
        poison: &'a [String],
        lacking: &'a [&'static str],
        precision: Precision,
        plan: &'a mut Plan,
        judge: &'a mut Judge<'b>,
    ) -> Result<SpreadRun<'a, 'b>, Stop> {
        for ability in [Ability::Stages, Ability::Edit] {
            if !reference.abilities.contains(&ability) {
                return Err(unjudged("the reference cannot be disturbed"));
            }
        }
        let wanted = Constants::wanted(&reference.fields);
        let mut snapshot = Snapshot::default();
        pair.read(Role::Reference, &wanted, &mut snapshot)?;
        let constants = Constants::new(&snapshot, precision);
        pair.set(Role::Reference, &constants.rounded())?;
        let copy = |number: usize| {
            let mut perturber = Perturber::new(precision, 1 + number as u32);
            let constants = perturber.constants(&constants);
            Disturbed {
                perturber,
                constants,
            }
        };
        Ok(SpreadRun {
            ratios: Ratios::new(judge.mode, precision, COPIES),
            copies: (0..COPIES).map(copy).collect(),
            pair,
            case,
            layout,
            reference,
            poison,
            lacking,
            precision,
            plan,
            judge,
            constants,
            restless: Restless::Untried,
        })
    }

    /// Forward computations at independent states.
    pub(super) fn points(mut self) -> Result<(), Stop> {
        let points = state::points(self.layout, &self.case.schedule, &self.case.sidecar)?;
        let mut ended = Ok(());
        for (number, point) in points.iter().enumerate() {
            let inputs = self.inputs(point)?;
            let moment = (point.label.as_str(), number as u64);
            ended = self.moment(&inputs, Action::Forward, moment).map(drop);
            if ended.is_err() {
                break;
            }
        }
        self.judge.measured(self.ratios);
        ended
    }

    /// Steps that each start from the reference's state.
    pub(super) fn steps(mut self) -> Result<(), Stop> {
        let schedule = &self.case.schedule;
        if self.layout.size("npluginstate") > 0 {
            return Err(unjudged(
                "the state of plugins cannot be given to a subject",
            ));
        }
        let start = state::start(self.layout, schedule, &self.case.sidecar)?;
        let mut controls = ControlSequence::new(self.layout, schedule, &self.case.sidecar)?;
        let mut inputs = self.inputs(&start)?;
        let mut ended = Ok(());
        for step in 1..=schedule.steps {
            let mut given: Vec<Assignment> = controls.at(self.layout, step).into_iter().collect();
            self.leave_out(&mut given);
            self.replace(&mut inputs, given);
            let label = format!("step {step}");
            let action = Action::Step { count: 1 };
            match self.moment(&inputs, action, (&label, step)) {
                Ok(Some(mut reached)) => {
                    self.leave_out(&mut reached);
                    self.replace(&mut inputs, reached);
                }
                Ok(None) => break,
                Err(stop) => {
                    ended = Err(stop);
                    break;
                }
            }
        }
        self.judge.measured(self.ratios);
        ended
    }

    /// What both sides are given at a state: all inputs, rounded.
    fn inputs(&mut self, point: &Point) -> Result<Vec<Assignment>, Stop> {
        self.pair.reset(Role::Reference, point.keyframe)?;
        let mut set = point.values.clone();
        self.leave_out(&mut set);
        self.pair.set(Role::Reference, &set)?;
        let fields = self.reference.fields.iter().enumerate();
        let inputs = fields.filter(|(_, field)| {
            field.side == Side::Data
                && state_fields::find(&field.name).is_some()
                && !self.lacking.contains(&field.name.as_str())
        });
        let inputs: Vec<usize> = inputs.map(|(at, _)| at).collect();
        let mut snapshot = Snapshot::default();
        self.pair.read(Role::Reference, &inputs, &mut snapshot)?;
        let mut values = Vec::new();
        let read = snapshot.iter().map(|view| Assignment {
            field: view.description.name.clone(),
            values: view.numbers(),
        });
        self.replace(&mut values, read.collect());
        Ok(values)
    }

    /// Replaces inputs by others, rounded.
    fn replace(&self, inputs: &mut Vec<Assignment>, by: Vec<Assignment>) {
        for mut given in by.into_iter().filter(|given| !given.values.is_empty()) {
            for value in &mut given.values {
                *value = self.precision.round(*value);
            }
            match inputs.iter_mut().find(|known| known.field == given.field) {
                Some(known) => *known = given,
                None => inputs.push(given),
            }
        }
    }

    fn leave_out(&self, set: &mut Vec<Assignment>) {
        set.retain(|assignment| !self.lacking.contains(&assignment.field.as_str()));
    }

    /// One moment. Returns the state that the reference reached, or nothing if both sides stop.
    fn moment(
        &mut self,
        inputs: &[Assignment],
        action: Action,
        (label, step): (&str, u64),
    ) -> Result<Option<Vec<Assignment>>, Stop> {
        let (mut left, mut right) = (Snapshot::default(), Snapshot::default());
        let stopped = [
            self.compute(Role::Reference, inputs, action, &mut left)?,
            self.compute(Role::Subject, inputs, action, &mut right)?,
        ];
        match stopped {
            [None, None] => {}
            [Some(reference), Some(subject)] if cause::agree(&reference, &subject) => {
                self.judge.stop(label, &reference);
                return Ok(None);
            }
            [reference, subject] => {
                return Err(Stop::Apart(Apart {
                    moment: label.to_owned(),
                    reference,
                    subject,
                }));
            }
        }
        let forces = match action {
            Action::Step { .. } => forces(&right),
            _ => Vec::new(),
        };
        let integrator = self.integrator();
        let state_only = matches!(action, Action::Step { .. }) && integrator.is_none();
        let mut copies = vec![Snapshot::default(); COPIES];
        let outcome = if state_only {
            self.run_copies(inputs, action, &mut copies)
        } else {
            let integrate = integrator.filter(|_| matches!(action, Action::Step { .. }));
            self.stage_copies(inputs, &forces, integrate, &mut copies)
        };
        self.pair.set(Role::Reference, &self.constants.rounded())?;
        if let Err(stop) = outcome {
            return self.undecided(stop, &left);
        }
        let (cost, rebased) = if state_only {
            (None, None)
        } else {
            let integrate = integrator.filter(|_| matches!(action, Action::Step { .. }));
            self.once_more(inputs, &forces, integrate, (&left, &right, &copies))?
        };
        let repeated = self.repeated(inputs, action, &right)?;
        let again;
        let mut material = Material {
            reference: &left,
            subject: &right,
            copies: &copies,
            repeated: &repeated,
            rebased: match (&rebased, state_only) {
                (Some(reference), _) => Some(Rebased {
                    reference,
                    copies: &copies,
                }),
                (None, true) => Some(Rebased {
                    reference: &left,
                    copies: &copies,
                }),
                (None, false) => None,
            },
            cost,
            state_only,
            normalized: self
                .case
                .sidecar
                .conventions
                .contains(&Convention::NormalizesQpos),
            unit: self.precision.unit(),
            layout: self.layout,
        };
        let mut found = self.weigh(&material);
        if self.restless == Restless::No && found.1.iter().any(|j| j.class == Class::Beyond) {
            // What looks like a fault may be another answer of a subject that has several.
            self.restless = Restless::Untried;
            again = self.repeated(inputs, action, &right)?;
            material.repeated = &again;
            if self.restless == Restless::Yes {
                found = self.weigh(&material);
            }
        }
        let names = Names {
            layout: self.layout,
            data: Some(&left),
        };
        let (tally, found) = found;
        let values = self.ratios.take(found, (&names, &left), (label, step));
        self.judge.count(tally.fields, values);
        Ok(Some(reached(&left, self.plan)))
    }

    fn weigh(&mut self, material: &Material<'_>) -> (Tally, Vec<Judged>) {
        let plan = &mut *self.plan;
        let judge = || spread::judge(plan, material);
        self.pair.clock.measure(Share::Compare, judge)
    }

    /// A copy raises an error where the reference does not: nothing can be said of this moment.
    fn undecided(&mut self, stop: Stop, left: &Snapshot) -> Result<Option<Vec<Assignment>>, Stop> {
        match stop {
            Stop::Failed(RoleFailure {
                failure: Failure::Error { .. },
                ..
            }) => {
                self.ratios.undecided();
                self.judge.count(0, 0);
                Ok(Some(reached(left, self.plan)))
            }
            other => Err(other),
        }
    }

    /// A computation from these inputs; the error that it raises, if any.
    pub(super) fn compute(
        &mut self,
        role: Role,
        inputs: &[Assignment],
        action: Action,
        snapshot: &mut Snapshot,
    ) -> Result<Option<String>, RoleFailure> {
        let moment = Moment {
            reset: Some(Reset {
                keyframe: None,
                poison: self.poison,
            }),
            set: inputs,
            action,
            read: match role {
                Role::Reference => &self.plan.reference,
                Role::Subject => &self.plan.subject,
            },
        };
        self.pair.begin(role, &moment)?;
        match self.pair.finish(role, snapshot)? {
            Computed::Done(warnings) => {
                self.judge.warn(role.name(), warnings);
                Ok(None)
            }
            Computed::Stopped(message) => Ok(Some(message)),
        }
    }

    /// The function that advances the state by the forces of a forward computation; none for
    /// Runge-Kutta, which computes forward itself.
    fn integrator(&self) -> Option<&'static str> {
        match self.layout.integers("opt.integrator").first() {
            Some(&RUNGE_KUTTA) => None,
            Some(2 | 3) => Some("mj_implicit"),
            _ => Some("mj_Euler"),
        }
    }

    /// Computes the copies stage by stage, then steps with the subject's forces if there is an
    /// integrator.
    fn stage_copies(
        &mut self,
        inputs: &[Assignment],
        forces: &[Assignment],
        integrate: Option<&str>,
        snapshots: &mut [Snapshot],
    ) -> Result<(), Stop> {
        for (copy, snapshot) in self.copies.iter_mut().zip(snapshots) {
            let pair = &mut *self.pair;
            pair.set(Role::Reference, &copy.constants)?;
            pair.reset(Role::Reference, None)?;
            let state = copy.perturber.state(inputs, self.layout);
            pair.set(Role::Reference, &state)?;
            pair.call(Role::Reference, &copy.perturber.noise.call())?;
            if let Some(function) = integrate {
                let forces = copy.perturber.state(forces, self.layout);
                pair.set(Role::Reference, &forces)?;
                pair.call(Role::Reference, &named(function, Vec::new()))?;
            }
            pair.read(Role::Reference, &self.plan.reference, snapshot)?;
        }
        Ok(())
    }

    /// Steps the copies as a whole.
    fn run_copies(
        &mut self,
        inputs: &[Assignment],
        action: Action,
        snapshots: &mut [Snapshot],
    ) -> Result<(), Stop> {
        for (at, snapshot) in snapshots.iter_mut().enumerate() {
            let copy = &mut self.copies[at];
            self.pair.set(Role::Reference, &copy.constants)?;
            let state = copy.perturber.state(inputs, self.layout);
            if let Some(message) = self.compute(Role::Reference, &state, action, snapshot)? {
                return Err(Stop::Failed(RoleFailure {
                    role: Role::Reference,
                    failure: Failure::Error { message },
                }));
            }
        }
        Ok(())
    }

    /// The reference once more at the moment: the cost of everybody's accelerations, and a step
    /// with the subject's forces.
    fn once_more(
        &mut self,
        inputs: &[Assignment],
        forces: &[Assignment],
        integrate: Option<&str>,
        (left, right, copies): (&Snapshot, &Snapshot, &[Snapshot]),
    ) -> Result<(Option<Cost>, Option<Snapshot>), Stop> {
        let rows = View::new(left).integers("nefc").unwrap_or_default();
        let constrained = rows.first().is_some_and(|rows| *rows > 0);
        let finite = forces
            .iter()
            .all(|f| f.values.iter().all(|v| v.is_finite()));
        let integrate = integrate.filter(|_| finite);
        if !constrained && integrate.is_none() {
            return Ok((None, None));
        }
        let pair = &mut *self.pair;
        pair.reset(Role::Reference, None)?;
        pair.set(Role::Reference, inputs)?;
        pair.call(Role::Reference, &named("mj_forward", Vec::new()))?;
        let cost = match constrained {
            true => self.cost(left, right, copies)?,
            false => None,
        };
        let Some(function) = integrate else {
            return Ok((cost, None));
        };
        let mut rebased = Snapshot::default();
        let pair = &mut *self.pair;
        pair.set(Role::Reference, forces)?;
        pair.call(Role::Reference, &named(function, Vec::new()))?;
        pair.read(Role::Reference, &self.plan.reference, &mut rebased)?;
        Ok((cost, Some(rebased)))
    }

    /// The reference's cost of the accelerations of all sides: half of the squared distance to the
    /// acceleration without constraints, in the norm of the inertia, and the cost of the rows.
    fn cost(
        &mut self,
        left: &Snapshot,
        right: &Snapshot,
        copies: &[Snapshot],
    ) -> Result<Option<Cost>, Stop> {
        let view = View::new(left);
        let fields = ["qacc", "qacc_smooth", "qfrc_smooth", "efc_aref"];
        let [Some(own), Some(smooth), Some(force), Some(aref)] =
            fields.map(|field| view.numbers(field))
        else {
            return Ok(None);
        };
        let Some(subject) = View::new(right).numbers("qacc") else {
            return Ok(None);
        };
        if subject.len() != own.len() {
            return Ok(None);
        }
        let mut cost = |qacc: &[f64]| -> Result<f64, Stop> {
            if !qacc.iter().all(|value| value.is_finite()) {
                return Ok(f64::NAN);
            }
            let away: Vec<f64> = qacc.iter().zip(&smooth).map(|(a, b)| a - b).collect();
            let inertial = self.result("mj_mulM", vec![away.clone()])?;
            let half: f64 = away.iter().zip(&inertial).map(|(a, b)| a * b).sum::<f64>() / 2.0;
            let rows = self.result("mj_mulJacVec", vec![qacc.to_vec()])?;
            let residual = rows.iter().zip(&aref).map(|(a, b)| a - b).collect();
            let rows = self.result("mj_constraintUpdate", vec![residual, vec![0.0]])?;
            Ok(half + rows.first().copied().unwrap_or(f64::NAN))
        };
        let work: f64 = force.iter().zip(&smooth).map(|(f, a)| f * a).sum();
        let mut others = Vec::new();
        for copy in copies {
            others.push(cost(&View::new(copy).numbers("qacc").unwrap_or_default())?);
        }
        Ok(Some(Cost {
            reference: cost(&own)?,
            subject: cost(&subject)?,
            copies: others,
            floor: work.abs() / 2.0,
        }))
    }

    fn result(&mut self, function: &str, arguments: Vec<Vec<f64>>) -> Result<Vec<f64>, Stop> {
        let made = self
            .pair
            .call(Role::Reference, &named(function, arguments))?;
        Ok(made.first().map(|output| output.f64s()).unwrap_or_default())
    }
}

fn named(function: &str, arguments: Vec<Vec<f64>>) -> Call {
    Call {
        function: function.to_owned(),
        arguments,
    }
}

/// Why a mode is not judged by rounding.
pub(super) fn unjudged(reason: &str) -> Stop {
    Stop::LeftOut(format!("not judged by rounding: {reason}"))
}

/// What a subject has computed for its integrator.
fn forces(subject: &Snapshot) -> Vec<Assignment> {
    let view = View::new(subject);
    let force = |field: &&str| {
        let values = view.numbers(field).filter(|values| !values.is_empty())?;
        let field = (*field).to_owned();
        Some(Assignment { field, values })
    };
    FORCES.iter().filter_map(force).collect()
}

/// The state after a step, from which the next one starts.
fn reached(reference: &Snapshot, plan: &Plan) -> Vec<Assignment> {
    let carried = state_fields::names().filter(|field| state_fields::is_carried(field));
    let value = |field: &'static str| {
        let view = reference.at(plan.position(field)?)?;
        let (field, values) = (field.to_owned(), view.f64s()?);
        Some(Assignment { field, values })
    };
    carried.filter_map(value).collect()
}
