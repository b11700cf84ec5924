//! Sensors of positions.

use super::{compute, objects};
use crate::math::{Quat, Vec3};
use crate::model::codes::NeedStage;
use crate::query::object::Object;
use crate::{Data, Model};

/// Computes the readings that follow from positions.
#[doc(alias = "mj_sensorPos")]
pub(crate) fn position_sensors(model: &Model, data: &mut Data) {
    compute(model, data, NeedStage::Pos);
}

/// Orientation of an object, in the world or in a reference frame.
pub(super) fn frame_quat(model: &Model, data: &Data, i: usize) -> Option<Quat> {
    let (object, reference) = objects(model, i)?;
    let quat = object.quat(model, data);
    Some(match reference {
        Some(reference) => reference.quat(model, data).conjugate().mul(&quat),
        None => quat,
    })
}

/// Position of an object, in the world or in a reference frame.
pub(super) fn frame_pos(model: &Model, data: &Data, i: usize) -> Option<Vec3> {
    let (object, reference) = objects(model, i)?;
    let pos = match reference {
        Some(reference) => object.pos(data) - reference.pos(data),
        None => *object.pos(data),
    };
    Some(in_frame(data, reference, pos))
}

/// An axis of an object, in the world or in a reference frame.
pub(super) fn frame_axis(model: &Model, data: &Data, i: usize, axis: usize) -> Option<Vec3> {
    let (object, reference) = objects(model, i)?;
    Some(in_frame(data, reference, object.mat(data).column(axis)))
}

fn in_frame(data: &Data, reference: Option<Object>, vector: Vec3) -> Vec3 {
    match reference {
        Some(reference) => reference.mat(data).tr_mul_vec(&vector),
        None => vector,
    }
}
