//! Sensors of positions.

use super::camera::project;
use super::distance::{range, read_distance};
use super::{constraint, finish, of_stage, put};
use crate::math::{Quat, dense};
use crate::model::codes::{need, sensor as kind};
use crate::query::object::Object;
use crate::{Data, Model};

/// Computes the readings that follow from positions.
#[doc(alias = "mj_sensorPos")]
pub(crate) fn position_sensors(model: &Model, data: &mut Data) {
    for i in of_stage(model, need::POSITION) {
        read(model, data, i);
    }
    finish(model, data, need::POSITION);
}

fn read(model: &Model, data: &mut Data, i: usize) {
    let id = model.sensor_objid[i].max(0) as usize;
    match model.sensor_type[i] {
        kind::MAGNETOMETER => {
            let mut field = [0.0; 3];
            let magnetic = model.opt.magnetic;
            dense::tr_mul_vec(&mut field, &data.site_xmat[id].0, magnetic.as_slice());
            put(model, data, i, &field);
        }
        kind::CAM_PROJECTION => {
            let camera = model.sensor_refid[i] as usize;
            let pixel = project(model, data, camera, &data.site_xpos[id]);
            put(model, data, i, &pixel);
        }
        kind::JOINT_POS => put(model, data, i, &[data.qpos[model.jnt_qposadr[id] as usize]]),
        kind::TENDON_POS => put(model, data, i, &[data.ten_length[id]]),
        kind::ACTUATOR_POS => put(model, data, i, &[data.actuator_length[id]]),
        kind::BALL_QUAT => {
            let quat = Quat::from_slice(&data.qpos[model.jnt_qposadr[id] as usize..]);
            put(model, data, i, &quat.normalized().0);
        }
        kind::JOINT_LIMIT_POS => {
            let beyond = constraint::limit_position(data, constraint::JOINT, id);
            put(model, data, i, &[beyond]);
        }
        kind::TENDON_LIMIT_POS => {
            let beyond = constraint::limit_position(data, constraint::TENDON, id);
            put(model, data, i, &[beyond]);
        }
        kind::SUBTREE_COM => {
            let com: [f64; 3] = data.subtree_com[id].into();
            put(model, data, i, &com);
        }
        kind::RANGEFINDER => {
            let distance = range(model, data, id);
            put(model, data, i, &[distance]);
        }
        kind::GEOM_DIST | kind::GEOM_NORMAL | kind::GEOM_FROM_TO => read_distance(model, data, i),
        kind::CLOCK => put(model, data, i, &[data.time]),
        _ => read_frame(model, data, i),
    }
}

/// Position, orientation or an axis of an object, in the world or in a reference frame.
fn read_frame(model: &Model, data: &mut Data, i: usize) {
    let Some(object) = Object::from_codes(model.sensor_objtype[i], model.sensor_objid[i]) else {
        return;
    };
    let reference = Object::from_codes(model.sensor_reftype[i], model.sensor_refid[i]);
    let vector = match model.sensor_type[i] {
        kind::FRAME_QUAT => {
            let quat = object.quat(model, data);
            let quat = match reference {
                Some(reference) => reference.quat(model, data).conjugate().mul(&quat),
                None => quat,
            };
            return put(model, data, i, &quat.0);
        }
        kind::FRAME_POS => match reference {
            Some(reference) => object.pos(data) - reference.pos(data),
            None => *object.pos(data),
        },
        axis @ kind::FRAME_X_AXIS..=kind::FRAME_Z_AXIS => object
            .mat(data)
            .column((axis - kind::FRAME_X_AXIS) as usize),
        _ => return,
    };
    let vector = match reference {
        Some(reference) => reference.mat(data).tr_mul_vec(&vector),
        None => vector,
    };
    put(model, data, i, vector.as_slice());
}
