//! Where the last step of a world started that it took abreast with others: enough to make up for
//! everything else that the step computes.

use super::work::Work;
use crate::error::StepError;
use crate::{Data, Model};

/// The state and the inputs of one world before its last step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Before {
    /// Whether the data still has to be made up for.
    owed: bool,
    time: f64,
    qpos: Vec<f64>,
    qvel: Vec<f64>,
    ctrl: Vec<f64>,
    applied: Vec<f64>,
    warmstart: Vec<f64>,
    /// No forces on bodies: with some, a world does not go abreast.
    no_forces: Vec<[f64; 6]>,
}

impl Before {
    pub(crate) fn new(model: &Model) -> Before {
        Before {
            owed: false,
            time: 0.0,
            qpos: vec![0.0; model.nq],
            qvel: vec![0.0; model.nv],
            ctrl: vec![0.0; model.nu],
            applied: vec![0.0; model.nv],
            warmstart: vec![0.0; model.nv],
            no_forces: vec![[0.0; 6]; model.nbody],
        }
    }

    /// Notes where the last step of a lane started.
    pub(crate) fn note(&mut self, work: &Work, lane: usize) {
        self.owed = true;
        self.time = work.old_time[lane];
        let arrays = [
            (&mut self.qpos, &work.old_qpos),
            (&mut self.qvel, &work.old_qvel),
            (&mut self.ctrl, &work.ctrl),
            (&mut self.applied, &work.applied),
            (&mut self.warmstart, &work.old_qacc),
        ];
        let count = if work.rows { 5 } else { 4 };
        for (to, from) in arrays.into_iter().take(count) {
            for (to, from) in to.iter_mut().zip(from) {
                *to = from.as_array_ref()[lane];
            }
        }
    }

    /// Whether something has to be made up for.
    pub(crate) fn is_owed(&self) -> bool {
        self.owed
    }

    /// Nothing has to be made up for any more: a step or a reset has written everything.
    pub(crate) fn forget(&mut self) {
        self.owed = false;
    }

    /// Takes the last step once more, by the world alone. What the program has changed since then
    /// stays.
    pub(crate) fn make_up(&mut self, model: &Model, data: &mut Data) -> Result<(), StepError> {
        if !std::mem::take(&mut self.owed) {
            return Ok(());
        }
        self.exchange(data);
        let outcome = data.step(model);
        self.exchange(data);
        self.no_forces.fill([0.0; 6]);
        outcome
    }

    /// Exchanges what the data has with what it had before.
    fn exchange(&mut self, data: &mut Data) {
        std::mem::swap(&mut self.time, &mut data.time);
        for (own, other) in [
            (&mut self.qpos, &mut data.qpos),
            (&mut self.qvel, &mut data.qvel),
            (&mut self.ctrl, &mut data.ctrl),
            (&mut self.applied, &mut data.qfrc_applied),
            (&mut self.warmstart, &mut data.qacc_warmstart),
        ] {
            own.swap_with_slice(other);
        }
        self.no_forces.swap_with_slice(&mut data.xfrc_applied);
    }
}
