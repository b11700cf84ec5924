//! Sensors of accelerations and forces.

use super::{constraint, finish, of_stage, put};
use crate::math::{Spatial, spatial};
use crate::model::codes::{need, sensor as kind};
use crate::pipeline::acceleration::rne_post::rne_post;
use crate::query::object::{Object, object_acceleration};
use crate::{Data, Model};

/// Computes the readings that follow from accelerations and forces.
#[doc(alias = "mj_sensorAcc")]
pub(crate) fn acceleration_sensors(model: &Model, data: &mut Data) {
    let of_bodies = |&i: &usize| {
        matches!(
            model.sensor_type[i],
            kind::ACCELEROMETER
                | kind::FORCE
                | kind::TORQUE
                | kind::FRAME_LIN_ACC
                | kind::FRAME_ANG_ACC
                | kind::USER
        )
    };
    if of_stage(model, need::ACCELERATION).any(|i| of_bodies(&i)) {
        rne_post(model, data);
    }
    for i in of_stage(model, need::ACCELERATION) {
        read(model, data, i);
    }
    finish(model, data, need::ACCELERATION);
}

fn read(model: &Model, data: &mut Data, i: usize) {
    let id = model.sensor_objid[i].max(0) as usize;
    let site = Object::Site(id);
    let frame = Object::from_codes(model.sensor_objtype[i], model.sensor_objid[i]);
    let vector = match (model.sensor_type[i], frame) {
        (kind::ACCELEROMETER, _) => spatial::linear(&object_acceleration(model, data, site, true)),
        (kind::FORCE, _) => spatial::linear(&interaction(model, data, id)),
        (kind::TORQUE, _) => spatial::rotational(&interaction(model, data, id)),
        (kind::FRAME_LIN_ACC, Some(object)) => {
            spatial::linear(&object_acceleration(model, data, object, false))
        }
        (kind::FRAME_ANG_ACC, Some(object)) => {
            spatial::rotational(&object_acceleration(model, data, object, false))
        }
        (scalar, _) => {
            let force = |row: usize| data.efc_force[row];
            let reading = match scalar {
                kind::ACTUATOR_FRC => data.actuator_force[id],
                kind::JOINT_ACT_FRC => data.qfrc_actuator[model.jnt_dofadr[id] as usize],
                kind::JOINT_LIMIT_FRC => constraint::limit(data, constraint::JOINT, id, force),
                kind::TENDON_LIMIT_FRC => constraint::limit(data, constraint::TENDON, id, force),
                kind::TOUCH => constraint::touch(model, data, id),
                _ => return,
            };
            return put(model, data, i, &[reading]);
        }
    };
    put(model, data, i, vector.as_slice());
}

/// The force between a site's body and its parent, in the site's frame.
fn interaction(model: &Model, data: &Data, site: usize) -> Spatial {
    let body = model.site_bodyid[site] as usize;
    let com = &data.subtree_com[model.body_rootid[body] as usize];
    spatial::transform_force(
        &data.cfrc_int[body],
        &data.site_xpos[site],
        com,
        Some(&data.site_xmat[site]),
    )
}
