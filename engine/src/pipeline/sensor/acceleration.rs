//! Sensors of accelerations and forces.

use super::{compute, of_stage};
use crate::math::{Spatial, spatial};
use crate::model::codes::{NeedStage, SensorType, disable};
use crate::pipeline::acceleration::rne_post::rne_post;
use crate::query::jacobian::com;
use crate::{Data, Model};

/// Computes the readings that follow from accelerations and forces.
#[doc(alias = "mj_sensorAcc")]
pub(crate) fn acceleration_sensors(model: &Model, data: &mut Data) {
    use SensorType::{Accelerometer, Force, FrameAngAcc, FrameLinAcc, Torque, User};
    let of_bodies = |kind| {
        matches!(
            kind,
            Accelerometer | Force | Torque | FrameLinAcc | FrameAngAcc | User
        )
    };
    let enabled = !model.disabled(disable::SENSOR);
    if of_stage(model, NeedStage::Acc).any(|(_, kind)| of_bodies(kind))
        || enabled && data.has_plugin_sensors(NeedStage::Acc)
    {
        rne_post(model, data);
    }
    compute(model, data, NeedStage::Acc);
}

/// The force between a site's body and its parent, in the site's frame.
pub(super) fn interaction(model: &Model, data: &Data, site: usize) -> Spatial {
    let body = model.site_bodyid[site] as usize;
    let com = com(model, data, body);
    spatial::transform_force(
        &data.cfrc_int[body],
        &data.site_xpos[site],
        com,
        Some(&data.site_xmat[site]),
    )
}
