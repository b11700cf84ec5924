//! How often the parts of the pipeline ran and, where there is a clock, for how long.

use crate::Data;

/// How often a part of the pipeline ran since the last reset, and for how long.
#[doc(alias = "mjTimerStat")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct TimerStat {
    /// The sum of what [`Callbacks::time`](super::callbacks::Callbacks::time) said afterwards less
    /// what it said before; 0 without it.
    pub duration: f64,
    /// How often it ran.
    pub number: i32,
}

/// The parts of the pipeline that have a timer, in the order of [`Data::timer`].
#[doc(alias = "mjtTimer")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Timer {
    /// A whole step, or both halves of one.
    Step,
    /// The forward dynamics.
    Forward,
    /// The inverse dynamics.
    Inverse,
    /// What follows from positions.
    Position,
    /// What follows from velocities.
    Velocity,
    /// Forces of actuators.
    Actuation,
    /// Forces of constraints.
    Constraint,
    /// The integrator, but for that of Runge and Kutta.
    Advance,
    /// Poses, tendons and transmissions.
    Kinematics,
    /// The inertia matrix and its factors.
    Inertia,
    /// Contacts.
    Collision,
    /// Rows of constraints, and islands.
    Make,
    /// The inverse inertia as constraints see it.
    Project,
    /// Pairs of bodies that may touch.
    BroadPhase,
    /// The contacts of these pairs.
    NarrowPhase,
}

/// How many timers there are.
pub const NTIMER: usize = Timer::NarrowPhase as usize + 1;

impl Data {
    /// The time by the user's clock, or 0.
    #[inline]
    pub(crate) fn now(&self) -> f64 {
        self.callbacks.time.map_or(0.0, ask)
    }

    /// Adds the time that has passed since `begin` to a part's.
    #[inline]
    pub(crate) fn add_time(&mut self, part: Timer, begin: f64) {
        if let Some(clock) = self.callbacks.time {
            self.timer[part as usize].duration += ask(clock) - begin;
        }
    }

    /// The same where the part has ended.
    #[inline]
    pub(crate) fn end(&mut self, part: Timer, begin: f64) {
        self.add_time(part, begin);
        let number = &mut self.timer[part as usize].number;
        *number = number.wrapping_add(1);
    }
}

/// Apart from the pipeline, in which few have a clock.
#[cold]
fn ask(clock: fn() -> f64) -> f64 {
    clock()
}

/// Does a part's work, and counts it.
#[inline(always)]
pub(crate) fn timed<R>(data: &mut Data, part: Timer, work: impl FnOnce(&mut Data) -> R) -> R {
    let begin = data.now();
    let result = work(data);
    data.end(part, begin);
    result
}

/// Does more of a part's work, which was counted before.
#[inline(always)]
pub(crate) fn more<R>(data: &mut Data, part: Timer, work: impl FnOnce(&mut Data) -> R) -> R {
    let begin = data.now();
    let result = work(data);
    data.add_time(part, begin);
    result
}
