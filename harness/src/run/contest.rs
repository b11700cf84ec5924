//! Two sides that a job compares case by case: two simulators, or a simulator and recorded values.

use super::plans::Plans;
use super::{Pair, Role, Settings, execute};
use crate::case::Case;
use crate::measure::Clock;
use crate::results::Record;
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
        let plans = self.plans.take();
        let mut plans = plans.unwrap_or_else(|| Plans::new(&settings.selection));
        let records = execute::execute(self, &mut plans, case, settings);
        self.plans = Some(plans);
        records
    }

    fn clock(&self) -> Clock {
        self.clock
    }
}
