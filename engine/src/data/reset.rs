//! Bringing a simulation back to its start.

use super::WarningStat;
use super::scratch::ArenaFill;
use crate::{Data, Model};

impl Data {
    /// Back to the reference configuration; everything computed becomes zero except the sparsity
    /// patterns.
    pub fn reset(&mut self, model: &Model) {
        self.clear();
        self.scratch.arena = ArenaFill::default();
        self.set_defaults(model);
    }

    /// Back to keyframe `key`; to the reference configuration if the model has no such keyframe.
    pub fn reset_keyframe(&mut self, model: &Model, key: usize) {
        self.reset(model);
        if key >= model.nkey {
            return;
        }
        let copy = |to: &mut [f64], from: &[f64]| {
            let n = to.len();
            to.copy_from_slice(&from[key * n..][..n]);
        };
        self.time = model.key_time[key];
        copy(&mut self.qpos, &model.key_qpos);
        copy(&mut self.qvel, &model.key_qvel);
        copy(&mut self.act, &model.key_act);
        copy(
            bytemuck::cast_slice_mut(&mut self.mocap_pos),
            &model.key_mpos,
        );
        copy(
            bytemuck::cast_slice_mut(&mut self.mocap_quat),
            &model.key_mquat,
        );
        copy(&mut self.ctrl, &model.key_ctrl);
    }

    /// The parts of a fresh state that are not zero.
    pub(crate) fn set_defaults(&mut self, model: &Model) {
        self.nplugin = model.nplugin as i32;
        self.qpos.copy_from_slice(&model.qpos0);
        self.eq_active.copy_from_slice(&model.eq_active0);
        for (body, &mocap) in model.body_mocapid.iter().enumerate() {
            if let Ok(mocap) = usize::try_from(mocap) {
                self.mocap_pos[mocap] = model.body_pos[body];
                self.mocap_quat[mocap] = model.body_quat[body];
            }
        }
    }
}

impl WarningStat {
    /// Counts one more warning of this kind.
    pub(crate) fn raise(&mut self, info: i32) {
        self.lastinfo = info;
        self.number += 1;
    }
}
