//! States that a model keeps: its keyframes.

use crate::{Data, Model};

/// A keyframe that the model does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no keyframe {key}; the model has {count}")]
#[non_exhaustive]
pub struct UnknownKeyframe {
    /// The id that was asked for.
    pub key: usize,
    /// How many keyframes there are.
    pub count: usize,
}

impl Model {
    fn require_keyframe(&self, key: usize) -> Result<(), UnknownKeyframe> {
        let count = self.nkey;
        if key < count {
            Ok(())
        } else {
            Err(UnknownKeyframe { key, count })
        }
    }

    /// Makes the current state keyframe `key`.
    #[doc(alias = "mj_setKeyframe")]
    pub fn set_keyframe(&mut self, data: &Data, key: usize) -> Result<(), UnknownKeyframe> {
        self.require_keyframe(key)?;
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
    pub fn reset_keyframe(&mut self, model: &Model, key: usize) -> Result<(), UnknownKeyframe> {
        model.require_keyframe(key)?;
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
