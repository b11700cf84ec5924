//! Both sides of a comparison, with the time they take.

use crate::case::Layout;
use crate::measure::{Clock, Total};
use crate::provision::ProvisionOptions;
use crate::simulator::call::{Call, Called, Output};
use crate::simulator::{Computed, Failure, Identity, Loaded, ModelSource, Moment, Pipelined};
use crate::snapshot::{Assignment, FILLS, Snapshot};

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

    /// The same options, with scratch memory filled in this side's way: what nobody writes differs
    /// between the sides, so that it cannot pass as equal.
    pub fn filled(self, options: &ProvisionOptions) -> ProvisionOptions {
        let fill = match self {
            Role::Reference => FILLS[0],
            Role::Subject => FILLS[1],
        };
        ProvisionOptions {
            fill,
            ..options.clone()
        }
    }
}

/// A failure and whose it is.
#[derive(Clone, Debug)]
pub struct RoleFailure {
    pub role: Role,
    pub failure: Failure,
}

/// A subject and a reference, each with the same model.
#[expect(missing_debug_implementations, reason = "simulators are processes")]
pub struct Pair {
    subject: Contestant,
    reference: Contestant,
    pub clock: Clock,
}

/// A simulator, and what it had spent when it was last asked.
pub(super) struct Contestant {
    pub simulator: Box<dyn Pipelined>,
    spent: Total,
}

impl Contestant {
    pub(super) fn start(
        role: Role,
        spawn: impl FnOnce() -> Result<Box<dyn Pipelined>, Failure>,
        clock: &mut Clock,
    ) -> Result<Contestant, RoleFailure> {
        let simulator = spawn().map_err(|failure| RoleFailure { role, failure })?;
        let mut contestant = Contestant {
            simulator,
            spent: Total::default(),
        };
        clock.book_start(contestant.spend());
        Ok(contestant)
    }

    /// What was spent since the last call; nothing if the simulator does not report it.
    pub(super) fn spend(&mut self) -> Total {
        let reported = self.simulator.spent().ok().and_then(|spent| spent.total);
        let now = reported.unwrap_or(self.spent);
        now.since(std::mem::replace(&mut self.spent, now))
    }
}

impl Pair {
    /// Starts both sides, the reference first.
    pub fn start(
        spawn: impl Fn(Role) -> Result<Box<dyn Pipelined>, Failure>,
    ) -> Result<Pair, RoleFailure> {
        let mut clock = Clock::default();
        let mut contestant = |role| Contestant::start(role, || spawn(role), &mut clock);
        let reference = contestant(Role::Reference)?;
        let subject = contestant(Role::Subject)?;
        Ok(Pair {
            subject,
            reference,
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
        self.simulator(role).load(source)
    }

    /// The same on both sides, the reference first.
    pub fn set_both(&mut self, values: &[Assignment]) -> Result<(), RoleFailure> {
        self.on(Role::Reference, |simulator| simulator.set(values))?;
        self.on(Role::Subject, |simulator| simulator.set(values))
    }

    /// Sets values on one side.
    pub fn set(&mut self, role: Role, values: &[Assignment]) -> Result<(), RoleFailure> {
        self.on(role, |simulator| simulator.set(values))
    }

    pub fn reset(&mut self, role: Role, keyframe: Option<usize>) -> Result<(), RoleFailure> {
        self.on(role, |simulator| simulator.reset(keyframe))
    }

    /// Calls a function on one side.
    pub fn call(&mut self, role: Role, call: &Call) -> Result<Vec<Output>, RoleFailure> {
        self.on(role, |simulator| simulator.call(call))
    }

    pub fn begin(&mut self, role: Role, moment: &Moment<'_>) -> Result<(), RoleFailure> {
        self.on(role, |simulator| simulator.begin(moment))
    }

    /// Receives the oldest moment that was begun.
    pub fn finish(&mut self, role: Role, snapshot: &mut Snapshot) -> Result<Computed, RoleFailure> {
        self.on(role, |simulator| simulator.finish(snapshot))
    }

    /// Gives up all moments that were begun.
    pub fn abandon(&mut self) {
        self.simulator(Role::Reference).abandon();
        self.simulator(Role::Subject).abandon();
    }

    /// Calls functions one after the other, as far as the simulator lives.
    pub fn call_all(&mut self, role: Role, calls: &[Call]) -> Vec<Called> {
        self.simulator(role).call_all(calls)
    }

    pub fn read(
        &mut self,
        role: Role,
        fields: &[usize],
        snapshot: &mut Snapshot,
    ) -> Result<(), RoleFailure> {
        self.on(role, |simulator| simulator.read(fields, snapshot))
    }

    /// The model facts that states, names and masks need.
    pub fn read_layout(&mut self, reference: &Loaded) -> Result<Layout, RoleFailure> {
        let mut snapshot = Snapshot::default();
        let wanted = Layout::indices(&reference.fields);
        self.read(Role::Reference, &wanted, &mut snapshot)?;
        Ok(Layout::new(&snapshot))
    }

    /// Books what both simulators have spent since the last call.
    pub fn book(&mut self) {
        self.clock.subject.book(self.subject.spend());
        self.clock.reference.book(self.reference.spend());
    }

    fn simulator(&mut self, role: Role) -> &mut dyn Pipelined {
        match role {
            Role::Subject => self.subject.simulator.as_mut(),
            Role::Reference => self.reference.simulator.as_mut(),
        }
    }

    fn on<T>(
        &mut self,
        role: Role,
        work: impl FnOnce(&mut dyn Pipelined) -> Result<T, Failure>,
    ) -> Result<T, RoleFailure> {
        work(self.simulator(role)).map_err(|failure| RoleFailure { role, failure })
    }
}
