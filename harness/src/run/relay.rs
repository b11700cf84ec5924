//! Moments on their way through both simulators: asked of the reference, passed on to the subject, compared.
//!
//! Several are on their way at a time, so that the simulators compute while the harness compares and nobody is woken up for a
//! single step. What is compared, and in which order, does not depend on it.

use std::collections::VecDeque;

use super::pair::SideFailure;
use super::{Pair, Role, Share};
use crate::simulator::{Action, Assignment, Moment, Start};
use crate::snapshot::Snapshot;

/// Most moments that one side has been asked for ahead of time.
const AHEAD: usize = 8;
/// Requests that wait in a socket must fit into it: a simulator that cannot get rid of its answers does not read on.
const WAITING: usize = 32 << 10;
/// What a message takes besides its body, and more.
const MESSAGE: usize = 1 << 10;

/// What both sides do at one moment.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// Number of the step or the point.
    pub number: u64,
    pub start: Option<Keyframe>,
    pub set: Vec<Assignment>,
    pub action: Action,
    /// Whether only the state is of interest.
    pub brief: bool,
}

/// The initial state, or a keyframe.
pub(super) type Keyframe = Option<usize>;

/// What a mode makes of its moments.
pub(super) trait Course {
    fn next(&mut self) -> Option<Task>;

    /// What to read of a side.
    fn fields(&self, task: &Task, role: Role) -> &[usize];

    /// What the subject is given of the reference's moment before its own.
    fn carry(&self, reference: &Snapshot) -> Vec<Assignment>;

    fn warn(&mut self, role: Role, warnings: Vec<String>);

    fn compare(&mut self, task: &Task, reference: &mut Snapshot, subject: &mut Snapshot);
}

/// The moments on their way.
pub(super) struct Relay<'a> {
    pair: &'a mut Pair,
    course: &'a mut dyn Course,
    poison: &'a [String],
    /// The reference is computing these.
    asked: VecDeque<Task>,
    /// The subject is computing these; the reference's results are here.
    passed: VecDeque<(Task, Snapshot)>,
    carried: Vec<Assignment>,
    right: Snapshot,
    /// Snapshots to use again.
    spare: Vec<Snapshot>,
}

impl<'a> Relay<'a> {
    pub(super) fn new(
        pair: &'a mut Pair,
        course: &'a mut dyn Course,
        poison: &'a [String],
    ) -> Relay<'a> {
        Relay {
            pair,
            course,
            poison,
            asked: VecDeque::new(),
            passed: VecDeque::new(),
            carried: Vec::new(),
            right: Snapshot::default(),
            spare: Vec::new(),
        }
    }

    /// Runs the whole course. What came before a failure is compared all the same.
    pub(super) fn run(mut self) -> Result<(), SideFailure> {
        let ended = self.ask_all();
        let compared = self.compare_all();
        self.pair.abandon();
        compared.and(ended)
    }

    fn ask_all(&mut self) -> Result<(), SideFailure> {
        while let Some(task) = self.course.next() {
            let room = self.room(&task, Role::Reference, &task.set);
            while self.asked.len() > room {
                self.pass_on()?;
            }
            self.begin(Role::Reference, &task, &task.set)?;
            self.asked.push_back(task);
        }
        while !self.asked.is_empty() {
            self.pass_on()?;
        }
        Ok(())
    }

    /// Receives the reference's oldest moment and asks the subject for the same.
    fn pass_on(&mut self) -> Result<(), SideFailure> {
        let Some(task) = self.asked.pop_front() else {
            return Ok(());
        };
        let mut left = self.spare.pop().unwrap_or_default();
        let warnings = self.pair.finish(Role::Reference, &mut left)?;
        self.course.warn(Role::Reference, warnings);
        let mut set = std::mem::replace(&mut self.carried, self.course.carry(&left));
        set.extend_from_slice(&task.set);
        let room = self.room(&task, Role::Subject, &set);
        while self.passed.len() > room {
            self.compare()?;
        }
        self.begin(Role::Subject, &task, &set)?;
        self.passed.push_back((task, left));
        Ok(())
    }

    fn compare_all(&mut self) -> Result<(), SideFailure> {
        while !self.passed.is_empty() {
            self.compare()?;
        }
        Ok(())
    }

    /// Receives the subject's oldest moment and compares it.
    fn compare(&mut self) -> Result<(), SideFailure> {
        let Some((task, mut left)) = self.passed.pop_front() else {
            return Ok(());
        };
        match self.pair.finish(Role::Subject, &mut self.right) {
            Ok(warnings) => self.course.warn(Role::Subject, warnings),
            Err(failure) => {
                self.passed.clear();
                return Err(failure);
            }
        }
        let (course, right) = (&mut *self.course, &mut self.right);
        let clock = &mut self.pair.clock;
        clock.measure(Share::Compare, || course.compare(&task, &mut left, right));
        self.spare.push(left);
        Ok(())
    }

    fn begin(&mut self, role: Role, task: &Task, set: &[Assignment]) -> Result<(), SideFailure> {
        let start = task.start.map(|keyframe| Start {
            keyframe,
            poison: self.poison,
        });
        let moment = Moment {
            start,
            set,
            action: task.action,
            read: self.course.fields(task, role),
        };
        self.pair.begin(role, &moment)
    }

    /// How many moments may be on their way to a side while another is asked for.
    fn room(&self, task: &Task, role: Role, set: &[Assignment]) -> usize {
        let values: usize = set.iter().map(|assignment| assignment.values.len()).sum();
        let indices = self.course.fields(task, role).len() + self.poison.len();
        let bytes = MESSAGE + 8 * values + 4 * indices;
        (WAITING / bytes).min(AHEAD)
    }
}
