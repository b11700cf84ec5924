//! Sensors of velocities.

use super::{constraint, finish, of_stage, put};
use crate::math::{Spatial, Vec3, spatial};
use crate::model::codes::{need, sensor as kind};
use crate::pipeline::velocity::com_vel::subtree_vel;
use crate::query::object::{Object, object_velocity};
use crate::{Data, Model};

/// Computes the readings that follow from positions and velocities.
#[doc(alias = "mj_sensorVel")]
pub(crate) fn velocity_sensors(model: &Model, data: &mut Data) {
    let of_subtree = |&i: &usize| {
        matches!(
            model.sensor_type[i],
            kind::SUBTREE_LIN_VEL | kind::SUBTREE_ANG_MOM | kind::USER
        )
    };
    if of_stage(model, need::VELOCITY).any(|i| of_subtree(&i)) {
        subtree_vel(model, data);
    }
    for i in of_stage(model, need::VELOCITY) {
        read(model, data, i);
    }
    finish(model, data, need::VELOCITY);
}

fn read(model: &Model, data: &mut Data, i: usize) {
    let id = model.sensor_objid[i].max(0) as usize;
    let vector = match model.sensor_type[i] {
        kind::VELOCIMETER => spatial::linear(&object_velocity(model, data, Object::Site(id), true)),
        kind::GYRO => spatial::rotational(&object_velocity(model, data, Object::Site(id), true)),
        kind::FRAME_LIN_VEL => match frame_velocity(model, data, i) {
            Some(velocity) => spatial::linear(&velocity),
            None => return,
        },
        kind::FRAME_ANG_VEL => match frame_velocity(model, data, i) {
            Some(velocity) => spatial::rotational(&velocity),
            None => return,
        },
        kind::BALL_ANG_VEL => {
            let qvel = &data.qvel[model.jnt_dofadr[id] as usize..];
            Vec3::new(qvel[0], qvel[1], qvel[2])
        }
        kind::SUBTREE_LIN_VEL => data.subtree_linvel[id],
        kind::SUBTREE_ANG_MOM => data.subtree_angmom[id],
        scalar => {
            let speed = |row: usize| data.efc_vel[row];
            let reading = match scalar {
                kind::JOINT_VEL => data.qvel[model.jnt_dofadr[id] as usize],
                kind::TENDON_VEL => data.ten_velocity[id],
                kind::ACTUATOR_VEL => data.actuator_velocity[id],
                kind::JOINT_LIMIT_VEL => constraint::limit(data, constraint::JOINT, id, speed),
                kind::TENDON_LIMIT_VEL => constraint::limit(data, constraint::TENDON, id, speed),
                _ => return,
            };
            return put(model, data, i, &[reading]);
        }
    };
    put(model, data, i, vector.as_slice());
}

/// Velocity of an object in the world, or as seen from a moving reference frame.
fn frame_velocity(model: &Model, data: &Data, i: usize) -> Option<Spatial> {
    let object = Object::from_codes(model.sensor_objtype[i], model.sensor_objid[i])?;
    let velocity = object_velocity(model, data, object, false);
    let Some(reference) = Object::from_codes(model.sensor_reftype[i], model.sensor_refid[i]) else {
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
