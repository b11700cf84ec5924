//! Whole trajectories from given states under given controls, and derivatives at given states.

use super::shard::{Job, Shard, World};
use super::{Batch, BatchError, SHARD, each_mut};
use crate::Model;
use crate::data::State;
use crate::misuse::Misuse;
use crate::pipeline::abreast::Work;
use crate::pipeline::difference::Transition;

/// Trajectories of all worlds, as `mujoco.rollout` returns them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rollout {
    /// The states after each step, [`State::FULL_PHYSICS`]: for each world its steps one after the
    /// other.
    pub states: Vec<f64>,
    /// The readings of sensors in each step, in the same order.
    pub sensordata: Vec<f64>,
}

/// The trajectories of a shard's worlds.
#[derive(Clone, Debug, Default)]
pub(super) struct Trajectories {
    pub(super) starts: Vec<f64>,
    controls: Vec<f64>,
    states: Vec<f64>,
    sensordata: Vec<f64>,
}

impl Batch {
    /// Rolls out one trajectory in each world, from a state ([`State::FULL_PHYSICS`]) under controls
    /// for each of `nstep` steps, as `mujoco.rollout` does: applied forces are zero, equalities and
    /// mocap bodies as in the model, and the solver starts from zero. After a warning, as of an
    /// unstable state, the rest of a trajectory repeats what there is.
    ///
    /// `states` has a row for each world, `controls` a row of `nu` for each step of each world.
    ///
    /// # Errors
    ///
    /// As for [`step`](Batch::step).
    pub fn rollout(
        &mut self,
        states: &[f64],
        controls: &[f64],
        nstep: usize,
    ) -> Result<Rollout, BatchError> {
        let size = self.model.state_size(State::FULL_PHYSICS);
        let (nu, readings) = (self.model.nu, self.model.nsensordata);
        Misuse::length("states", self.len * size, states.len())?;
        Misuse::length("controls", self.len * nstep * nu, controls.len())?;
        self.choose(super::Worlds::All)?;
        for shard in &mut self.shards {
            let (first, count) = (shard.first, shard.worlds.len());
            let part =
                |values: &[f64], width: usize| values[first * width..][..count * width].to_vec();
            shard.trajectories = Trajectories {
                starts: part(states, size),
                controls: part(controls, nstep * nu),
                states: vec![0.0; count * nstep * size],
                sensordata: vec![0.0; count * nstep * readings],
            };
        }
        let outcome = self.run(Job::Rollout(nstep));
        let mut rollout = Rollout {
            states: Vec::with_capacity(self.len * nstep * size),
            sensordata: Vec::with_capacity(self.len * nstep * readings),
        };
        for shard in &mut self.shards {
            let made = std::mem::take(&mut shard.trajectories);
            rollout.states.extend_from_slice(&made.states);
            rollout.sensordata.extend_from_slice(&made.sensordata);
        }
        outcome.map(|()| rollout)
    }

    /// Derivatives of a step by finite differences in each world, at its own state
    /// ([`State::FULL_PHYSICS`]) and with the controls and forces that it has:
    /// [`Data::transition_fd`](crate::Data::transition_fd) of each.
    #[doc(alias = "mjd_transitionFD")]
    pub fn transition_fd(
        &mut self,
        states: &[f64],
        eps: f64,
        centered: bool,
    ) -> Result<Vec<Transition>, BatchError> {
        let size = self.model.state_size(State::FULL_PHYSICS);
        Misuse::length("states", self.len * size, states.len())?;
        self.choose(super::Worlds::All)?;
        for shard in &mut self.shards {
            let part = &states[shard.first * size..][..shard.worlds.len() * size];
            shard.trajectories.starts = part.to_vec();
        }
        let outcome = self.run(Job::Transition { eps, centered });
        let found = each_mut(&mut self.shards).filter_map(|world| world.transition.take());
        let found = found.collect();
        outcome.map(|()| found)
    }
}

impl Shard {
    /// Advances all worlds along their trajectories, and writes these down.
    pub(super) fn roll_out(&mut self, times: usize, memory: &mut Work) {
        let mut made = std::mem::take(&mut self.trajectories);
        let size = self.model.state_size(State::FULL_PHYSICS);
        let (nu, readings) = (self.model.nu, self.model.nsensordata);
        for (place, world) in self.worlds.iter_mut().enumerate() {
            world.begin(&self.model, &made.starts[place * size..][..size]);
        }
        let mut stopped = [false; SHARD];
        for step in 0..times {
            for (place, world) in self.worlds.iter_mut().enumerate() {
                stopped[place] |= world.data.warning.iter().any(|warning| warning.number > 0);
                world.chosen = !stopped[place];
                let control = &made.controls[(place * times + step) * nu..][..nu];
                if world.is_going() {
                    world.data.ctrl.copy_from_slice(control);
                }
            }
            self.step_from(step, 1, memory);
            for (place, world) in self.worlds.iter_mut().enumerate() {
                if readings > 0 {
                    world.settle(&self.model);
                }
                let model = world.own_model.as_deref().unwrap_or(&self.model);
                let row = place * times + step;
                let state = &mut made.states[row * size..][..size];
                // The sizes are those of the model.
                let _ = world.data.state_into(model, State::FULL_PHYSICS, state);
                let reading = &mut made.sensordata[row * readings..][..readings];
                reading.copy_from_slice(&world.data.sensordata);
            }
        }
        for world in &mut self.worlds {
            world.chosen = true;
        }
        self.trajectories = made;
    }
}

impl World {
    /// Sets the start of a trajectory; what is not given has its default.
    fn begin(&mut self, shared: &Model, start: &[f64]) {
        self.settle(shared);
        let World {
            data, own_model, ..
        } = self;
        let model = own_model.as_deref().unwrap_or(shared);
        data.ctrl.fill(0.0);
        data.qfrc_applied.fill(0.0);
        data.xfrc_applied.fill([0.0; 6]);
        data.eq_active.copy_from_slice(&model.eq_active0);
        for (body, &mocap) in model.body_mocapid.iter().enumerate() {
            if let Ok(mocap) = usize::try_from(mocap) {
                data.mocap_pos[mocap] = model.body_pos[body];
                data.mocap_quat[mocap] = model.body_quat[body];
            }
        }
        let outcome = data.set_state_from(model, State::FULL_PHYSICS, start);
        data.qacc_warmstart.fill(0.0);
        for warning in &mut data.warning {
            warning.number = 0;
        }
        self.note(0, outcome.map_err(Into::into));
    }
}
