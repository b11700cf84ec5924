//! The modes that run a loaded model: at states, in forced steps, in free steps.

use super::calling::Caller;
use super::derivative::Derivation;
use super::edit::Editing;
use super::judge::Judge;
use super::plans::ModePlans;
use super::query::{Query, compare_calls};
use super::relay::{Course, Relay, Task};
use super::spread::{SpreadRun, unjudged};
use super::standard::{Judgement, Standard};
use super::stop::Stop;
use super::{Pair, Role, RoleFailure};
use crate::case::derivatives::Extent;
use crate::case::functions;
use crate::case::state::{self, ControlSequence, Point};
use crate::case::{Case, Layout, Mode, options};
use crate::catalogue::state::{self as state_fields, is_carried};
use crate::compare::{Grain, Plan};
use crate::measure::Share;
use crate::results::{Film, Poses, Scene};
use crate::simulator::{Action, Loaded};
use crate::snapshot::{Assignment, FieldDescription, Side, Snapshot};

/// A model that both sides have loaded.
pub(super) struct LoadedPair<'a> {
    pair: &'a mut Pair,
    case: &'a Case,
    layout: Layout,
    pub reference: &'a Loaded,
    pub subject: &'a Loaded,
    poison: &'a [String],
    /// Inputs that the subject does not have. They are set on neither side, so that what it does
    /// have can be compared.
    lacking: Vec<&'static str>,
    judgement: Judgement,
}

impl<'a> LoadedPair<'a> {
    pub(super) fn new(
        pair: &'a mut Pair,
        case: &'a Case,
        layout: Layout,
        (reference, subject): (&'a Loaded, &'a Loaded),
        poison: &'a [String],
        judgement: Judgement,
    ) -> LoadedPair<'a> {
        let has = |name: &str| subject.fields.iter().any(|field| field.name == name);
        LoadedPair {
            pair,
            case,
            layout,
            reference,
            subject,
            poison,
            lacking: state_fields::names().filter(|name| !has(name)).collect(),
            judgement,
        }
    }

    /// Does something with outputs that keep what they had before a computation.
    pub(super) fn without_poison<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let poison = std::mem::take(&mut self.poison);
        let done = work(self);
        self.poison = poison;
        done
    }

    /// Gives both sides the case's options; the layout follows.
    pub(super) fn set_options(&mut self) -> Result<(), RoleFailure> {
        let values = options::assignments(&self.case.options, &self.layout);
        if !values.is_empty() {
            self.pair.set_both(&values)?;
            self.layout = self.pair.read_layout(self.reference)?;
        }
        Ok(())
    }

    /// Compares all moments of the judge's mode.
    pub(super) fn compare_moments(
        &mut self,
        plans: &mut ModePlans<'_>,
        judge: &mut Judge<'_>,
    ) -> Result<(), Stop> {
        if self.judgement.standard == Standard::Spread && judge.mode != Mode::Compile {
            return self.spread(plans.compare, judge);
        }
        match judge.mode {
            Mode::Compile => self.compile(plans.compare, judge),
            Mode::Save => self.save(plans.compare, judge),
            Mode::Forward => self.points(plans.compare, judge, Action::Forward),
            Mode::Inverse => self.points(plans.compare, judge, Action::Inverse),
            Mode::Forced => self.steps(plans, judge, true),
            Mode::Free => self.steps(plans, judge, false),
            Mode::Edit => self.edit(plans, judge),
            Mode::Query => self.query(plans.compare, judge),
            Mode::Derivative => self.derivative(plans.compare, judge),
        }
    }

    fn compile(&mut self, plan: &mut Plan, judge: &mut Judge<'_>) -> Result<(), Stop> {
        let (mut left, mut right) = (Snapshot::default(), Snapshot::default());
        self.pair
            .read(Role::Reference, &plan.reference, &mut left)?;
        self.pair.read(Role::Subject, &plan.subject, &mut right)?;
        let (clock, layout) = (&mut self.pair.clock, &self.layout);
        clock.measure(Share::Compare, || {
            judge.moment(plan, &left, &right, layout, ("", 0))
        });
        self.check_grain(plan, &left, &right)
    }

    /// A subject that declares a precision keeps its constants in it.
    fn check_grain(&self, plan: &mut Plan, left: &Snapshot, right: &Snapshot) -> Result<(), Stop> {
        let Judgement {
            precision,
            declared,
            standard,
        } = self.judgement;
        if !declared || standard != Standard::Spread {
            return Ok(());
        }
        let mut grain = Grain::default();
        plan.pair_up(left, right, &self.layout, |paired| {
            grain.look(precision.stored(), paired.reference, paired.subject);
        });
        if !grain.is_finer() {
            return Ok(());
        }
        let Grain { rounded, finer } = grain;
        let all = rounded + finer;
        Err(Stop::Untrue(format!(
            "the subject says that it computes in {precision}, but {finer} of {all} constants have more bits than that"
        )))
    }

    /// Modes that are judged by rounding.
    fn spread(&mut self, plan: &mut Plan, judge: &mut Judge<'_>) -> Result<(), Stop> {
        let mode = judge.mode;
        if !matches!(mode, Mode::Forward | Mode::Forced) {
            return Err(unjudged("only compile, forward and forced are"));
        }
        let run = SpreadRun::new(
            self.pair,
            self.case,
            &self.layout,
            self.reference,
            self.poison,
            &self.lacking,
            self.judgement.precision,
            plan,
            judge,
        )?;
        match mode {
            Mode::Forced => run.steps(),
            _ => run.points(),
        }
    }

    /// Compares what both sides write into files.
    fn save(&mut self, plan: &mut Plan, judge: &mut Judge<'_>) -> Result<(), Stop> {
        let [binary] = functions::saving();
        let [compiled, own] = functions::writing();
        let calls = [binary, compiled, own];
        compare_calls(&mut self.caller(plan, judge), &calls, ("", 0)).map(drop)
    }

    fn points(
        &mut self,
        plan: &mut Plan,
        judge: &mut Judge<'_>,
        action: Action,
    ) -> Result<(), Stop> {
        let schedule = &self.case.schedule;
        let mut points = state::points(&self.layout, schedule, &self.case.sidecar)?;
        if action == Action::Inverse {
            state::accelerate(&mut points, &self.layout, schedule.seed);
        }
        let mut course = Points {
            points: &points,
            action,
            asked: 0,
            plan,
            judge,
            layout: &self.layout,
        };
        Relay::new(self.pair, &mut course, self.poison, &self.lacking).finish()
    }

    fn edit(&mut self, plans: &mut ModePlans<'_>, judge: &mut Judge<'_>) -> Result<(), Stop> {
        let mut editing = Editing {
            pair: self.pair,
            case: self.case,
            layout: &self.layout,
            reference: self.reference,
            subject: self.subject,
            poison: self.poison,
            lacking: &self.lacking,
        };
        editing.rounds(plans, judge)
    }

    fn query(&mut self, plan: &mut Plan, judge: &mut Judge<'_>) -> Result<(), Stop> {
        let schedule = &self.case.schedule;
        let points = state::query_points(&self.layout, schedule);
        let mut query = Query {
            caller: self.caller(plan, judge),
            schedule,
        };
        query.states(&points)
    }

    fn derivative(&mut self, plan: &mut Plan, judge: &mut Judge<'_>) -> Result<(), Stop> {
        let extent = Extent::of(&self.layout);
        match (extent, extent.words()) {
            (Extent::Nothing, reason) => return Err(Stop::LeftOut(reason.unwrap_or_default())),
            (_, Some(bound)) => judge.tell(bound),
            (_, None) => {}
        }
        let points = state::derivative_points(&self.layout, &self.case.schedule);
        let reference = self.reference;
        let mut derivation = Derivation {
            caller: self.caller(plan, judge),
            reference,
            extent,
        };
        derivation.states(&points)
    }

    fn caller<'c, 'j>(
        &'c mut self,
        plan: &'c mut Plan,
        judge: &'c mut Judge<'j>,
    ) -> Caller<'c, 'j> {
        Caller {
            pair: self.pair,
            layout: &self.layout,
            poison: self.poison,
            lacking: &self.lacking,
            plan,
            judge,
        }
    }

    fn steps(
        &mut self,
        plans: &mut ModePlans<'_>,
        judge: &mut Judge<'_>,
        forced: bool,
    ) -> Result<(), Stop> {
        let schedule = &self.case.schedule;
        let start = state::start(&self.layout, schedule, &self.case.sidecar)?;
        let controls = ControlSequence::new(&self.layout, schedule, &self.case.sidecar)?;
        let ModePlans { compare, trace, .. } = plans;
        // A step that was requested in full before the sides diverged is treated like one that was
        // requested in brief.
        let [left, right] = [self.reference, self.subject].map(poses);
        let brief = [
            union(&trace.reference, &left),
            union(&trace.subject, &right),
        ];
        let reference = union(&compare.reference, &brief[0]);
        let subject = union(&compare.subject, &brief[1]);
        let mut course = Steps {
            start: &start,
            controls,
            asked: 0,
            last: schedule.steps,
            forced,
            parted: false,
            plan: compare,
            trace,
            reference,
            subject,
            brief,
            film: Film::default(),
            judge,
            layout: &self.layout,
        };
        let relay = Relay::new(self.pair, &mut course, self.poison, &self.lacking);
        let ended = relay.finish();
        let film = std::mem::take(&mut course.film);
        judge.film = self.develop(film);
        ended
    }

    /// Adds the shapes to a film. Without them, because the reference is gone, there is none.
    fn develop(&mut self, film: Film) -> Option<Film> {
        if film.is_empty() {
            return None;
        }
        let fields = &self.reference.fields;
        let scene = Scene::read(
            |name| -> Result<Vec<f64>, RoleFailure> {
                let named = |one: &FieldDescription| one.side == Side::Model && one.name == name;
                let Some(at) = fields.iter().position(named) else {
                    return Ok(Vec::new());
                };
                let mut snapshot = Snapshot::default();
                self.pair.read(Role::Reference, &[at], &mut snapshot)?;
                Ok(snapshot.at(0).map_or(Vec::new(), |view| view.numbers()))
            },
            false,
        );
        film.finish(scene.ok()?)
    }
}

/// Where a simulator has the poses of bodies.
fn poses(loaded: &Loaded) -> Vec<usize> {
    let fields = loaded.fields.iter().enumerate();
    let is_pose = |field: &FieldDescription| {
        field.side == Side::Data && matches!(field.name.as_str(), "xpos" | "xquat")
    };
    let poses = fields.filter(|(_, field)| is_pose(field));
    poses.map(|(at, _)| at).collect()
}

/// Computations at independent states.
struct Points<'a, 'b> {
    points: &'a [Point],
    action: Action,
    asked: usize,
    plan: &'a mut Plan,
    judge: &'a mut Judge<'b>,
    layout: &'a Layout,
}

impl Course for Points<'_, '_> {
    fn next(&mut self) -> Option<Task> {
        let point = self.points.get(self.asked)?;
        self.asked += 1;
        Some(Task {
            number: self.asked as u64 - 1,
            reset: Some(point.keyframe),
            set: point.values.clone(),
            action: self.action,
            brief: false,
        })
    }

    fn fields(&self, _: &Task, role: Role) -> &[usize] {
        match role {
            Role::Reference => &self.plan.reference,
            Role::Subject => &self.plan.subject,
        }
    }

    fn carry(&self, _: &Snapshot) -> Vec<Assignment> {
        Vec::new()
    }

    fn warn(&mut self, role: Role, warnings: Vec<String>) {
        self.judge.warn(role.name(), warnings);
    }

    fn label(&self, task: &Task) -> String {
        self.points[task.number as usize].label.clone()
    }

    fn compare(&mut self, task: &Task, reference: &mut Snapshot, subject: &mut Snapshot) {
        let label = &self.points[task.number as usize].label;
        let moment = (label.as_str(), task.number);
        self.judge
            .moment(self.plan, reference, subject, self.layout, moment);
    }

    fn stop(&mut self, task: &Task, message: &str) {
        self.judge.stop(&self.label(task), message);
    }
}

/// Steps one after the other; in a forced run the subject takes each from the reference's state.
struct Steps<'a, 'b> {
    start: &'a Point,
    controls: ControlSequence,
    asked: u64,
    last: u64,
    forced: bool,
    /// The sides have diverged and are no longer compared in full.
    parted: bool,
    plan: &'a mut Plan,
    trace: &'a mut Plan,
    /// What is read in full: what is compared, and the state.
    reference: Vec<usize>,
    subject: Vec<usize>,
    /// What is read once a free run has diverged: the state, and the poses of bodies; of the
    /// reference and of the subject.
    brief: [Vec<usize>; 2],
    film: Film,
    judge: &'a mut Judge<'b>,
    layout: &'a Layout,
}

impl Steps<'_, '_> {
    /// Takes a picture of both sides.
    fn photograph(&mut self, step: u64, reference: &Snapshot, subject: &Snapshot) {
        let numbers = |snapshot: &Snapshot, name: &str| {
            let view = snapshot.get(Side::Data, name)?;
            view.f64s()
        };
        let both = |snapshot| Some((numbers(snapshot, "xpos")?, numbers(snapshot, "xquat")?));
        if let (Some(left), Some(right)) = (both(reference), both(subject)) {
            let [old, new] = [&left, &right].map(|(places, turns)| Poses { places, turns });
            self.film.take(step, &old, &new);
        }
    }
}

impl Course for Steps<'_, '_> {
    fn next(&mut self) -> Option<Task> {
        if self.asked == self.last {
            return None;
        }
        self.asked += 1;
        let first = self.asked == 1;
        let mut set = Vec::new();
        if first {
            set.extend_from_slice(&self.start.values);
        }
        set.extend(self.controls.at(self.layout, self.asked));
        Some(Task {
            number: self.asked,
            reset: first.then_some(self.start.keyframe),
            set,
            action: Action::Step { count: 1 },
            brief: self.parted,
        })
    }

    fn fields(&self, task: &Task, role: Role) -> &[usize] {
        match (role, task.brief) {
            (Role::Reference, true) => &self.brief[0],
            (Role::Subject, true) => &self.brief[1],
            (Role::Reference, false) => &self.reference,
            (Role::Subject, false) => &self.subject,
        }
    }

    /// The reference's state, for a forced run.
    fn carry(&self, reference: &Snapshot) -> Vec<Assignment> {
        let values = |field: &'static str| {
            let view = reference.at(self.plan.position(field)?)?;
            let values = view.f64s().filter(|values| !values.is_empty())?;
            let field = field.to_owned();
            Some(Assignment { field, values })
        };
        let carried = state_fields::names().filter(|field| self.forced && is_carried(field));
        carried.filter_map(values).collect()
    }

    fn warn(&mut self, role: Role, warnings: Vec<String>) {
        self.judge.warn(role.name(), warnings);
    }

    fn label(&self, task: &Task) -> String {
        format!("step {}", task.number)
    }

    fn stop(&mut self, task: &Task, message: &str) {
        self.judge.stop(&self.label(task), message);
    }

    fn compare(&mut self, task: &Task, reference: &mut Snapshot, subject: &mut Snapshot) {
        let step = task.number;
        if self.parted {
            // Everything follows from the first difference now: only the state's error is of
            // interest.
            self.photograph(step, reference, subject);
            if !task.brief {
                reference.keep(&positions(&self.trace.reference, &self.reference));
                subject.keep(&positions(&self.trace.subject, &self.subject));
            }
            let error = state_error(self.trace, reference, subject, self.layout);
            self.judge.trace(error, step);
            return;
        }
        let label = self.label(task);
        let moment = (label.as_str(), step);
        let failed = self
            .judge
            .moment(self.plan, reference, subject, self.layout, moment);
        self.parted = failed && !self.forced;
        if self.parted {
            self.photograph(step, reference, subject);
        }
    }
}

fn union(first: &[usize], second: &[usize]) -> Vec<usize> {
    let further = second.iter().filter(|at| !first.contains(at));
    first.iter().chain(further).copied().collect()
}

/// Where the wanted fields are among those that were read.
fn positions(wanted: &[usize], read: &[usize]) -> Vec<usize> {
    let position = |field| read.iter().position(|other| other == field);
    wanted.iter().filter_map(position).collect()
}

fn state_error(trace: &mut Plan, reference: &Snapshot, subject: &Snapshot, layout: &Layout) -> f64 {
    let mut error = 0.0f64;
    trace.compare(reference, subject, layout, |divergence| {
        error = error.max(divergence.disagreement.size());
    });
    error
}
