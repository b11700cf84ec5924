//! Two sides that a job compares case by case: two simulators, or a simulator and recorded values.

use super::{Role, RoleFailure, Settings};
use crate::case::Case;
use crate::measure::Clock;
use crate::results::Record;
use crate::simulator::Identity;

/// A subject and what it is held to.
pub trait Contest {
    fn identity(&self, role: Role) -> &Identity;

    /// Compares one case in all its modes.
    fn compare_case(&mut self, case: &Case, settings: &Settings) -> Vec<Record>;

    /// Where the time went.
    fn clock(&self) -> Clock;
}

/// Makes the two sides of a job.
pub type MakeContest<'a> = dyn Fn() -> Result<Box<dyn Contest>, RoleFailure> + Sync + 'a;
