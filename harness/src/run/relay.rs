//! Moments on their way through both simulators: asked of the reference, passed on to the subject,
//! compared.
//!
//! Several are on their way at a time, so that the simulators compute while the harness compares
//! and no process is woken up for a single step. What is compared, and in which order, does not
//! depend on it.

use std::collections::VecDeque;

use super::stop::{Apart, Stop};
use super::{Pair, Role, RoleFailure};
use crate::measure::Share;
use crate::simulator::{Action, Computed, Moment, Reset, cause};
use crate::snapshot::{Assignment, Snapshot};

/// Most moments that one side has been asked for ahead of time.
const AHEAD: usize = 8;
/// Requests that wait in a socket must fit into it: a simulator that cannot send its answers does
/// not read on.
const WAITING: usize = 32 << 10;
/// An upper bound of what a message takes besides its body.
const MESSAGE: usize = 1 << 10;

/// What both sides do at one moment.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// Number of the step or the point.
    pub number: u64,
    /// `None` goes on from the task before.
    pub reset: Option<Keyframe>,
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

    /// The moment as reports name it.
    fn label(&self, task: &Task) -> String;

    fn compare(&mut self, task: &Task, reference: &mut Snapshot, subject: &mut Snapshot);

    /// Both sides stop at a moment, with the same error.
    fn stop(&mut self, task: &Task, message: &str);
}

/// A moment that the subject is computing.
struct Passed {
    task: Task,
    /// What the reference has computed.
    left: Snapshot,
    /// The error that the reference has raised instead.
    stopped: Option<String>,
}

/// The moments on their way.
pub(super) struct Relay<'a> {
    pair: &'a mut Pair,
    course: &'a mut dyn Course,
    poison: &'a [String],
    /// Inputs that the subject does not have, which are set on neither side.
    lacking: &'a [&'static str],
    /// The reference is computing these.
    asked: VecDeque<Task>,
    /// The subject is computing these; the reference's results are here.
    passed: VecDeque<Passed>,
    /// The reference has stopped and no later moment can be computed.
    over: bool,
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
        lacking: &'a [&'static str],
    ) -> Relay<'a> {
        Relay {
            pair,
            course,
            poison,
            lacking,
            asked: VecDeque::new(),
            passed: VecDeque::new(),
            over: false,
            carried: Vec::new(),
            right: Snapshot::default(),
            spare: Vec::new(),
        }
    }

    /// Goes through the whole course, or as far as both sides go. What came before a failure is
    /// compared all the same.
    pub(super) fn finish(mut self) -> Result<(), Stop> {
        let ended = self.ask_all();
        let compared = self.compare_all();
        self.pair.abandon();
        compared.and(ended)
    }

    fn ask_all(&mut self) -> Result<(), Stop> {
        while let Some(mut task) = self.course.next() {
            self.leave_out(&mut task.set);
            let room = self.room(&task, Role::Reference, &task.set);
            while self.asked.len() > room {
                self.pass_on()?;
            }
            if self.over {
                break;
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
    fn pass_on(&mut self) -> Result<(), Stop> {
        let Some(task) = self.asked.pop_front() else {
            return Ok(());
        };
        let mut left = self.spare.pop().unwrap_or_default();
        let mut set = std::mem::take(&mut self.carried);
        let stopped = match self.pair.finish(Role::Reference, &mut left)? {
            Computed::Done(warnings) => {
                self.course.warn(Role::Reference, warnings);
                let mut carried = self.course.carry(&left);
                self.leave_out(&mut carried);
                self.carried = carried;
                None
            }
            Computed::Stopped(message) => {
                // A step continues from the one before; states are independent.
                if matches!(task.action, Action::Step { .. }) {
                    self.over = true;
                    self.asked.clear();
                }
                Some(message)
            }
        };
        set.extend_from_slice(&task.set);
        let room = self.room(&task, Role::Subject, &set);
        while self.passed.len() > room {
            self.compare()?;
        }
        self.begin(Role::Subject, &task, &set)?;
        self.passed.push_back(Passed {
            task,
            left,
            stopped,
        });
        Ok(())
    }

    fn compare_all(&mut self) -> Result<(), Stop> {
        while !self.passed.is_empty() {
            self.compare()?;
        }
        Ok(())
    }

    /// Receives the subject's oldest moment and compares it.
    fn compare(&mut self) -> Result<(), Stop> {
        let Some(mut passed) = self.passed.pop_front() else {
            return Ok(());
        };
        let compared = self.receive(&mut passed);
        match compared {
            Ok(()) => self.spare.push(passed.left),
            Err(_) => self.passed.clear(),
        }
        compared
    }

    /// Receives a moment from the subject, and compares what the sides have made of it.
    fn receive(&mut self, passed: &mut Passed) -> Result<(), Stop> {
        let Passed {
            task,
            left,
            stopped,
        } = passed;
        let computed = self.pair.finish(Role::Subject, &mut self.right)?;
        let (course, right) = (&mut *self.course, &mut self.right);
        let (reference, subject) = match (stopped.take(), computed) {
            (None, Computed::Done(warnings)) => {
                course.warn(Role::Subject, warnings);
                let clock = &mut self.pair.clock;
                clock.measure(Share::Compare, || course.compare(task, left, right));
                return Ok(());
            }
            (Some(reference), Computed::Stopped(subject)) if cause::agree(&reference, &subject) => {
                course.stop(task, &reference);
                return Ok(());
            }
            (reference, Computed::Done(_)) => (reference, None),
            (reference, Computed::Stopped(subject)) => (reference, Some(subject)),
        };
        Err(Stop::Apart(Apart {
            moment: course.label(task),
            reference,
            subject,
        }))
    }

    fn begin(&mut self, role: Role, task: &Task, set: &[Assignment]) -> Result<(), RoleFailure> {
        let reset = task.reset.map(|keyframe| Reset {
            keyframe,
            poison: self.poison,
        });
        let moment = Moment {
            reset,
            set,
            action: task.action,
            read: self.course.fields(task, role),
        };
        self.pair.begin(role, &moment)
    }

    fn leave_out(&self, set: &mut Vec<Assignment>) {
        set.retain(|assignment| !self.lacking.contains(&assignment.field.as_str()));
    }

    /// How many moments may be on their way to a side while another is asked for.
    fn room(&self, task: &Task, role: Role, set: &[Assignment]) -> usize {
        let values: usize = set.iter().map(|assignment| assignment.values.len()).sum();
        let indices = self.course.fields(task, role).len() + self.poison.len();
        let bytes = MESSAGE + 8 * values + 4 * indices;
        (WAITING / bytes).min(AHEAD)
    }
}
