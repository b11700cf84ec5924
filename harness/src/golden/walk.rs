//! Takes one simulator through a case: the moments that a run compares, on one side alone.

use crate::case::state::{self, ControlSequence};
use crate::case::{Case, Layout, Mode, SidecarError, options};
use crate::compare::{MASK_INPUTS, Plan, Selection, poison};
use crate::simulator::{Action, Computed, Failure, Loaded, Moment, Pipelined, Reset};
use crate::snapshot::{Assignment, Side, Snapshot};

/// Why a walk ended early.
#[derive(Debug, thiserror::Error)]
pub enum Halt {
    #[error("{0}")]
    Simulator(#[from] Failure),
    #[error("{0}")]
    Sidecar(#[from] SidecarError),
    /// The mode is not for this model.
    #[error("{0}")]
    LeftOut(String),
}

/// One moment, as it was just read.
#[derive(Debug)]
pub struct Visit<'a> {
    /// The state's label, or the step.
    pub label: &'a str,
    /// From 0.
    pub number: usize,
    pub is_last: bool,
    pub plan: &'a mut Plan,
    pub snapshot: &'a Snapshot,
    pub layout: &'a Layout,
}

/// A simulator with the case's model loaded.
#[expect(missing_debug_implementations, reason = "simulators are processes")]
pub struct Walker<'a> {
    pub(super) simulator: &'a mut dyn Pipelined,
    pub(super) case: &'a Case,
    pub(super) loaded: &'a Loaded,
    pub(super) layout: Layout,
    pub(super) snapshot: Snapshot,
    options_are_set: bool,
}

impl<'a> Walker<'a> {
    pub fn new(
        simulator: &'a mut dyn Pipelined,
        case: &'a Case,
        loaded: &'a Loaded,
    ) -> Result<Walker<'a>, Failure> {
        let mut walker = Walker {
            simulator,
            case,
            loaded,
            layout: Layout::default(),
            snapshot: Snapshot::default(),
            options_are_set: false,
        };
        walker.read_layout()?;
        Ok(walker)
    }

    /// Goes through all moments of one mode.
    pub fn walk(&mut self, mode: Mode, visit: &mut dyn FnMut(Visit<'_>)) -> Result<(), Halt> {
        // The compiled model is recorded as it is.
        if !matches!(mode, Mode::Compile | Mode::Save) {
            self.set_options()?;
        }
        match mode {
            Mode::Compile => self.compile(visit),
            Mode::Forward => self.points(mode, Action::Forward, visit),
            Mode::Inverse => self.points(mode, Action::Inverse, visit),
            // A forced run is a free one as long as nothing differs, and then the finding is made.
            Mode::Forced | Mode::Free => self.steps(visit),
            Mode::Save => self.save(visit),
            Mode::Query => self.query(visit),
            Mode::Derivative => self.derivative(visit),
            Mode::Edit => self.edit(visit),
        }
    }

    fn read_layout(&mut self) -> Result<(), Failure> {
        let wanted = Layout::indices(&self.loaded.fields);
        self.simulator.read(&wanted, &mut self.snapshot)?;
        self.layout = Layout::new(&self.snapshot);
        Ok(())
    }

    fn set_options(&mut self) -> Result<(), Failure> {
        if std::mem::replace(&mut self.options_are_set, true) {
            return Ok(());
        }
        let values = options::assignments(&self.case.options, &self.layout);
        if !values.is_empty() {
            self.simulator.set(&values)?;
            self.read_layout()?;
        }
        Ok(())
    }

    fn plan(&self, side: Side, mode: Mode) -> Plan {
        let fields = &self.loaded.fields;
        let also = |field: &str| MASK_INPUTS.contains(&field);
        Plan::new(side, mode, fields, fields, &Selection::default(), also)
    }

    fn compile(&mut self, visit: &mut dyn FnMut(Visit<'_>)) -> Result<(), Halt> {
        let mut plan = self.plan(Side::Model, Mode::Compile);
        self.simulator.read(&plan.reference, &mut self.snapshot)?;
        self.show(&mut plan, ("model", 0, true), visit);
        Ok(())
    }

    fn points(
        &mut self,
        mode: Mode,
        action: Action,
        visit: &mut dyn FnMut(Visit<'_>),
    ) -> Result<(), Halt> {
        let mut plan = self.plan(Side::Data, mode);
        let schedule = &self.case.schedule;
        let mut points = state::points(&self.layout, schedule, &self.case.sidecar)?;
        if action == Action::Inverse {
            state::accelerate(&mut points, &self.layout, schedule.seed);
        }
        for (number, point) in points.iter().enumerate() {
            let keyframe = Some(point.keyframe);
            self.compute(keyframe, &point.values, action, &plan)?;
            let is_last = number + 1 == points.len();
            self.show(&mut plan, (&point.label, number, is_last), visit);
        }
        Ok(())
    }

    fn steps(&mut self, visit: &mut dyn FnMut(Visit<'_>)) -> Result<(), Halt> {
        let mut plan = self.plan(Side::Data, Mode::Free);
        let schedule = &self.case.schedule;
        let start = state::start(&self.layout, schedule, &self.case.sidecar)?;
        let mut controls = ControlSequence::new(&self.layout, schedule, &self.case.sidecar)?;
        let (mut keyframe, mut set) = (Some(start.keyframe), start.values);
        for step in 1..=schedule.steps {
            set.extend(controls.at(&self.layout, step));
            self.compute(keyframe.take(), &set, Action::Step { count: 1 }, &plan)?;
            set.clear();
            let label = format!("step {step}");
            let number = usize::try_from(step - 1).unwrap_or(usize::MAX);
            self.show(&mut plan, (&label, number, step == schedule.steps), visit);
        }
        Ok(())
    }

    /// Computes one moment; one with a keyframe starts from there, or from the initial state.
    pub(super) fn compute(
        &mut self,
        keyframe: Option<Option<usize>>,
        set: &[Assignment],
        action: Action,
        plan: &Plan,
    ) -> Result<(), Failure> {
        let poison = &poison::fields();
        self.simulator.begin(&Moment {
            reset: keyframe.map(|keyframe| Reset { keyframe, poison }),
            set,
            action,
            read: &plan.reference,
        })?;
        match self.simulator.finish(&mut self.snapshot)? {
            Computed::Done(_) => Ok(()),
            Computed::Stopped(message) => Err(Failure::Error { message }),
        }
    }

    fn show(
        &mut self,
        plan: &mut Plan,
        (label, number, is_last): (&str, usize, bool),
        visit: &mut dyn FnMut(Visit<'_>),
    ) {
        visit(Visit {
            label,
            number,
            is_last,
            plan,
            snapshot: &self.snapshot,
            layout: &self.layout,
        });
    }
}
