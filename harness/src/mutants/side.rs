//! The engine as one side of a comparison within this process: with a fault, or without.

use std::collections::VecDeque;

use super::switch;
use crate::simulator::call::{Call, Called};
use crate::simulator::engine::Engine;
use crate::simulator::{
    Action, Computed, Failure, Identity, Loaded, ModelSource, Moment, Pipelined, Simulator,
};
use crate::snapshot::{Assignment, Snapshot};

/// An engine that has a number of the switch whenever it is asked to do something.
pub(super) struct Side {
    engine: Engine,
    number: u32,
    /// Moments that were computed and not yet received.
    done: VecDeque<(Result<Computed, Failure>, Snapshot)>,
}

impl Side {
    pub(super) fn new(number: u32) -> Side {
        Side {
            engine: Engine::default(),
            number,
            done: VecDeque::new(),
        }
    }

    fn with<T>(&mut self, work: impl FnOnce(&mut Engine) -> T) -> T {
        switch::set(self.number);
        let made = work(&mut self.engine);
        switch::set(0);
        made
    }

    /// One moment, read into `snapshot` if it was computed.
    fn compute(
        &mut self,
        moment: &Moment<'_>,
        snapshot: &mut Snapshot,
    ) -> Result<Computed, Failure> {
        self.with(|engine| {
            if let Some(reset) = &moment.reset {
                engine.reset(reset.keyframe)?;
                engine.poison(reset.poison)?;
            }
            engine.set(moment.set)?;
            let warnings = match engine.run(moment.action) {
                Ok(warnings) => warnings,
                Err(Failure::Error { message }) => return Ok(Computed::Stopped(message)),
                Err(failure) => return Err(failure),
            };
            engine.read(moment.read, snapshot)?;
            Ok(Computed::Done(warnings))
        })
    }
}

impl Simulator for Side {
    fn identity(&self) -> &Identity {
        self.engine.identity()
    }

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        self.with(|engine| engine.load(source))
    }

    fn reset(&mut self, keyframe: Option<usize>) -> Result<(), Failure> {
        self.with(|engine| engine.reset(keyframe))
    }

    fn poison(&mut self, fields: &[String]) -> Result<(), Failure> {
        self.with(|engine| engine.poison(fields))
    }

    fn set(&mut self, values: &[Assignment]) -> Result<(), Failure> {
        self.with(|engine| engine.set(values))
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        self.with(|engine| engine.run(action))
    }

    fn call(&mut self, call: &Call) -> Called {
        self.with(|engine| engine.call(call))
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        self.with(|engine| engine.read(fields, snapshot))
    }
}

impl Pipelined for Side {
    fn begin(&mut self, moment: &Moment<'_>) -> Result<(), Failure> {
        let mut snapshot = Snapshot::default();
        let computed = self.compute(moment, &mut snapshot);
        self.done.push_back((computed, snapshot));
        Ok(())
    }

    fn finish(&mut self, snapshot: &mut Snapshot) -> Result<Computed, Failure> {
        let Some((computed, read)) = self.done.pop_front() else {
            let detail = "no moment was begun".to_owned();
            return Err(Failure::Protocol { detail });
        };
        *snapshot = read;
        computed
    }

    fn abandon(&mut self) {
        self.done.clear();
    }
}
