//! Bringing a simulation back to its start.

use super::WarningStat;
use super::scratch::ArenaFill;
use crate::{Data, Model};

impl Data {
    /// Back to the reference configuration; everything computed becomes zero except the sparsity
    /// patterns. Data of another model becomes data of this one, and keeps its callbacks.
    #[doc(alias = "mj_resetData")]
    pub fn reset(&mut self, model: &Model) {
        if self.check(model).is_err() {
            let callbacks = std::mem::take(&mut self.callbacks);
            *self = Data::new(model);
            self.callbacks = callbacks;
            return;
        }
        let states = std::mem::take(&mut self.plugin_state);
        self.clear();
        self.plugin_state = states;
        self.scratch.arena = ArenaFill::default();
        self.set_defaults(model);
        self.reset_plugins(model);
    }

    /// The parts of a fresh state that are not zero.
    pub(crate) fn set_defaults(&mut self, model: &Model) {
        self.nplugin = model.nplugin as i32;
        self.plugin.copy_from_slice(&model.plugin);
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
    #[doc(alias = "mj_warning")]
    pub(crate) fn raise(&mut self, info: i32) {
        self.lastinfo = info;
        self.number += 1;
    }
}
