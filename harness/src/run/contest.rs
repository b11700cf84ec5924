//! Two sides that a job compares case by case: two simulators, or a simulator and recorded values.

use super::{Clock, Pair, Record, Role, Settings, execute};
use crate::case::Case;
use crate::simulator::{Failure, Identity};

/// A subject and what it is held to.
pub trait Contest {
    fn identity(&self, role: Role) -> &Identity;

    /// Compares one case in all its modes.
    fn compare(&mut self, case: &Case, settings: &Settings) -> Vec<Record>;

    /// Where the time went.
    fn clock(&self) -> Clock;
}

/// A side that cannot be had.
#[derive(Clone, Debug)]
pub struct Unavailable {
    pub role: Role,
    pub failure: Failure,
}

impl Contest for Pair {
    fn identity(&self, role: Role) -> &Identity {
        Pair::identity(self, role)
    }

    fn compare(&mut self, case: &Case, settings: &Settings) -> Vec<Record> {
        execute::execute(self, case, settings)
    }

    fn clock(&self) -> Clock {
        self.clock
    }
}
