//! Both sides of a comparison, with the time they take.

use super::Unavailable;
use super::plans::Plans;
use crate::measure::{Clock, Total};
use crate::simulator::{Computed, Failure, Identity, Loaded, ModelSource, Moment, Pipelined};
use crate::snapshot::{Assignment, Snapshot};

/// Which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Subject,
    Reference,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Role::Subject => "subject",
            Role::Reference => "reference",
        }
    }
}

/// A failure and whose it is.
#[derive(Clone, Debug)]
pub struct SideFailure {
    pub role: Role,
    pub failure: Failure,
}

/// A subject and a reference, each with the same model.
#[expect(missing_debug_implementations, reason = "simulators are processes")]
pub struct Pair {
    subject: Side,
    reference: Side,
    /// Made for the first case.
    pub(super) plans: Option<Plans>,
    pub clock: Clock,
}

/// A simulator, and what it had spent when it was last asked.
pub(super) struct Side {
    pub simulator: Box<dyn Pipelined>,
    spent: Total,
}

impl Side {
    pub(super) fn start(
        role: Role,
        spawn: impl FnOnce() -> Result<Box<dyn Pipelined>, Failure>,
        clock: &mut Clock,
    ) -> Result<Side, Unavailable> {
        let simulator = spawn().map_err(|failure| Unavailable { role, failure })?;
        let mut side = Side {
            simulator,
            spent: Total::default(),
        };
        clock.book_start(side.spend());
        Ok(side)
    }

    /// What was spent since the last call; nothing if the simulator does not tell.
    pub(super) fn spend(&mut self) -> Total {
        let told = self.simulator.spent().ok().and_then(|spent| spent.total);
        let now = told.unwrap_or(self.spent);
        now.since(std::mem::replace(&mut self.spent, now))
    }
}

impl Pair {
    /// Starts both sides, the reference first.
    pub fn start(
        spawn: impl Fn(Role) -> Result<Box<dyn Pipelined>, Failure>,
    ) -> Result<Pair, Unavailable> {
        let mut clock = Clock::default();
        let mut side = |role| Side::start(role, || spawn(role), &mut clock);
        let reference = side(Role::Reference)?;
        let subject = side(Role::Subject)?;
        Ok(Pair {
            subject,
            reference,
            plans: None,
            clock,
        })
    }

    pub fn identity(&self, role: Role) -> &Identity {
        match role {
            Role::Subject => self.subject.simulator.identity(),
            Role::Reference => self.reference.simulator.identity(),
        }
    }

    pub fn load(&mut self, role: Role, source: &ModelSource) -> Result<Loaded, Failure> {
        self.side(role).load(source)
    }

    /// The same on both sides, the reference first.
    pub fn set_both(&mut self, values: &[Assignment]) -> Result<(), SideFailure> {
        self.on(Role::Reference, |side| side.set(values))?;
        self.on(Role::Subject, |side| side.set(values))
    }

    pub fn begin(&mut self, role: Role, moment: &Moment<'_>) -> Result<(), SideFailure> {
        self.on(role, |side| side.begin(moment))
    }

    /// Receives the oldest moment that was begun.
    pub fn finish(&mut self, role: Role, snapshot: &mut Snapshot) -> Result<Computed, SideFailure> {
        self.on(role, |side| side.finish(snapshot))
    }

    /// Gives up all moments that were begun.
    pub fn abandon(&mut self) {
        self.side(Role::Reference).abandon();
        self.side(Role::Subject).abandon();
    }

    pub fn read(
        &mut self,
        role: Role,
        fields: &[usize],
        snapshot: &mut Snapshot,
    ) -> Result<(), SideFailure> {
        self.on(role, |side| side.read(fields, snapshot))
    }

    /// Books what both simulators have spent since the last call.
    pub fn book(&mut self) {
        self.clock.subject.book(self.subject.spend());
        self.clock.reference.book(self.reference.spend());
    }

    fn side(&mut self, role: Role) -> &mut dyn Pipelined {
        match role {
            Role::Subject => self.subject.simulator.as_mut(),
            Role::Reference => self.reference.simulator.as_mut(),
        }
    }

    fn on<T>(
        &mut self,
        role: Role,
        work: impl FnOnce(&mut dyn Pipelined) -> Result<T, Failure>,
    ) -> Result<T, SideFailure> {
        work(self.side(role)).map_err(|failure| SideFailure { role, failure })
    }
}
