//! Both sides of a comparison, with the time they take.

use super::{Clock, Share, Unavailable};
use crate::simulator::{Action, Assignment, Failure, Identity, Loaded, ModelSource, Simulator};
use crate::snapshot::Snapshot;

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
    subject: Box<dyn Simulator>,
    reference: Box<dyn Simulator>,
    pub clock: Clock,
}

impl Pair {
    /// Starts both sides, the reference first.
    pub fn start(
        spawn: impl Fn(Role) -> Result<Box<dyn Simulator>, Failure>,
    ) -> Result<Pair, Unavailable> {
        let mut clock = Clock::default();
        let mut side = |role| {
            let side = clock.measure(Share::Start, || spawn(role));
            side.map_err(|failure| Unavailable { role, failure })
        };
        let reference = side(Role::Reference)?;
        let subject = side(Role::Subject)?;
        Ok(Pair {
            subject,
            reference,
            clock,
        })
    }

    pub fn identity(&self, role: Role) -> &Identity {
        match role {
            Role::Subject => self.subject.identity(),
            Role::Reference => self.reference.identity(),
        }
    }

    pub fn load(&mut self, role: Role, source: &ModelSource) -> Result<Loaded, Failure> {
        self.on(role, share(role), |side| side.load(source))
    }

    /// The same on both sides, the reference first.
    pub fn both(
        &mut self,
        share: Option<Share>,
        work: impl Fn(&mut dyn Simulator) -> Result<(), Failure>,
    ) -> Result<(), SideFailure> {
        for role in [Role::Reference, Role::Subject] {
            let share = share.unwrap_or(self::share(role));
            let done = self.on(role, share, |side| work(side));
            done.map_err(|failure| SideFailure { role, failure })?;
        }
        Ok(())
    }

    /// Computes on one side, where `fields` will be read next; returns its warnings.
    pub fn run(
        &mut self,
        role: Role,
        action: Action,
        fields: &[usize],
    ) -> Result<Vec<String>, SideFailure> {
        self.on(role, share(role), |side| {
            side.will_read(fields);
            side.run(action)
        })
        .map_err(|failure| SideFailure { role, failure })
    }

    pub fn set(&mut self, role: Role, values: &[Assignment]) -> Result<(), SideFailure> {
        self.on(role, Share::Transfer, |side| side.set(values))
            .map_err(|failure| SideFailure { role, failure })
    }

    pub fn read(
        &mut self,
        role: Role,
        fields: &[usize],
        snapshot: &mut Snapshot,
    ) -> Result<(), SideFailure> {
        self.on(role, Share::Transfer, |side| side.read(fields, snapshot))
            .map_err(|failure| SideFailure { role, failure })
    }

    fn on<T>(&mut self, role: Role, share: Share, work: impl FnOnce(&mut dyn Simulator) -> T) -> T {
        let side = match role {
            Role::Subject => &mut self.subject,
            Role::Reference => &mut self.reference,
        };
        self.clock.measure(share, || work(side.as_mut()))
    }
}

fn share(role: Role) -> Share {
    match role {
        Role::Subject => Share::Subject,
        Role::Reference => Share::Reference,
    }
}
