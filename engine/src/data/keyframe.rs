//! States that a model keeps: its keyframes.

use crate::misuse::Misuse;
use crate::{Data, Model};

impl Model {
    /// Makes the current state keyframe `key`.
    #[doc(alias = "mj_setKeyframe")]
    pub fn set_keyframe(&mut self, data: &Data, key: usize) -> Result<(), Misuse> {
        data.check(self)?;
        Misuse::id("keyframe", key, self.nkey)?;
        let copy = |to: &mut [f64], from: &[f64]| {
            let n = from.len();
            to[key * n..][..n].copy_from_slice(from);
        };
        self.key_time[key] = data.time;
        copy(&mut self.key_qpos, &data.qpos);
        copy(&mut self.key_qvel, &data.qvel);
        copy(&mut self.key_act, &data.act);
        copy(&mut self.key_mpos, bytemuck::cast_slice(&data.mocap_pos));
        copy(&mut self.key_mquat, bytemuck::cast_slice(&data.mocap_quat));
        copy(&mut self.key_ctrl, &data.ctrl);
        Ok(())
    }
}

impl Data {
    /// Back to keyframe `key`, which [`Model::key`] finds by its name. Nothing is changed if the
    /// model has no such keyframe.
    #[doc(alias = "mj_resetDataKeyframe")]
    pub fn reset_keyframe(&mut self, model: &Model, key: usize) -> Result<(), Misuse> {
        Misuse::id("keyframe", key, model.nkey)?;
        self.reset(model);
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
        Ok(())
    }
}
