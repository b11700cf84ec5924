//! Sensors of velocities.

use super::{compute, objects, of_stage};
use crate::math::{Spatial, spatial};
use crate::model::codes::{NeedStage, SensorType, disable};
use crate::pipeline::velocity::com_vel::subtree_vel;
use crate::query::object::object_velocity;
use crate::{Data, Model};

/// Computes the readings that follow from positions and velocities.
#[doc(alias = "mj_sensorVel")]
pub(crate) fn velocity_sensors(model: &Model, data: &mut Data) {
    use SensorType::{SubtreeAngMom, SubtreeLinVel, User};
    let of_subtree = |kind| matches!(kind, SubtreeLinVel | SubtreeAngMom | User);
    let enabled = !model.disabled(disable::SENSOR);
    if of_stage(model, NeedStage::Vel).any(|(_, kind)| of_subtree(kind))
        || enabled && data.has_plugin_sensors(NeedStage::Vel)
    {
        subtree_vel(model, data);
    }
    compute(model, data, NeedStage::Vel);
}

/// Velocity of an object in the world, or as seen from a moving reference frame.
pub(super) fn frame_velocity(model: &Model, data: &Data, i: usize) -> Option<Spatial> {
    let (object, reference) = objects(model, i)?;
    let velocity = object_velocity(model, data, object, false);
    let Some(reference) = reference else {
        return Some(velocity);
    };
    let of_reference = object_velocity(model, data, reference, false);
    let relative = spatial::sub(&velocity, &of_reference);
    // The reference frame's own turning moves what stands still in the world.
    let offset = object.pos(data) - reference.pos(data);
    let linear = spatial::linear(&relative) + offset.cross(&spatial::rotational(&of_reference));
    let frame = reference.mat(data);
    Some(spatial::join(
        &frame.tr_mul_vec(&spatial::rotational(&relative)),
        &frame.tr_mul_vec(&linear),
    ))
}
