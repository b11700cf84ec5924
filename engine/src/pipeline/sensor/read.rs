//! What each kind of sensor reads.

use super::acceleration::interaction;
use super::camera::project;
use super::constraint::{limit, limit_position, touch};
use super::distance::{nearest, normal, range};
use super::objects;
use super::position::{frame_axis, frame_pos, frame_quat};
use super::velocity::frame_velocity;
use crate::math::{Quat, Vec3, dense, spatial};
use crate::model::codes::{SensorType, row};
use crate::query::object::{Object, object_acceleration, object_velocity};
use crate::{Data, Model};

/// As many numbers as a sensor has, at most six.
pub(super) struct Reading {
    values: [f64; 6],
    count: usize,
}

impl Reading {
    pub(super) fn as_slice(&self) -> &[f64] {
        &self.values[..self.count]
    }
}

impl<const N: usize> From<[f64; N]> for Reading {
    fn from(numbers: [f64; N]) -> Reading {
        let mut values = [0.0; 6];
        values[..N].copy_from_slice(&numbers);
        Reading { values, count: N }
    }
}

impl From<f64> for Reading {
    fn from(number: f64) -> Reading {
        Reading::from([number])
    }
}

impl From<Vec3> for Reading {
    fn from(v: Vec3) -> Reading {
        Reading::from([v.x, v.y, v.z])
    }
}

/// The reading of sensor `i`, whose stage is computed; none for a sensor of a plugin or of
/// the user.
pub(super) fn read(model: &Model, data: &mut Data, i: usize, kind: SensorType) -> Option<Reading> {
    use SensorType::*;
    let id = model.sensor_objid[i].max(0) as usize;
    let speed = |data: &Data, row: usize| data.efc_vel[row];
    let force = |data: &Data, row: usize| data.efc_force[row];
    Some(match kind {
        // From positions.
        Magnetometer => magnetometer(model, data, id).into(),
        CamProjection => {
            let camera = model.sensor_refid[i] as usize;
            project(model, data, camera, &data.site_xpos[id]).into()
        }
        Rangefinder => range(model, data, id).into(),
        JointPos => data.qpos[model.jnt_qposadr[id] as usize].into(),
        TendonPos => data.ten_length[id].into(),
        ActuatorPos => data.actuator_length[id].into(),
        BallQuat => {
            let quat = Quat::from_slice(&data.qpos[model.jnt_qposadr[id] as usize..]);
            quat.normalized().0.into()
        }
        JointLimitPos => limit_position(data, row::LIMIT_JOINT, id).into(),
        TendonLimitPos => limit_position(data, row::LIMIT_TENDON, id).into(),
        FramePos => frame_pos(model, data, i)?.into(),
        FrameQuat => frame_quat(model, data, i)?.0.into(),
        FrameXAxis => frame_axis(model, data, i, 0)?.into(),
        FrameYAxis => frame_axis(model, data, i, 1)?.into(),
        FrameZAxis => frame_axis(model, data, i, 2)?.into(),
        SubtreeCom => data.subtree_com[id].into(),
        GeomDist => nearest(model, data, i).dist.into(),
        GeomNormal => normal(&nearest(model, data, i)).into(),
        GeomFromTo => {
            let [from, to] = nearest(model, data, i).fromto;
            [from.x, from.y, from.z, to.x, to.y, to.z].into()
        }
        Clock => data.time.into(),
        // From velocities.
        Velocimeter => {
            spatial::linear(&object_velocity(model, data, Object::Site(id), true)).into()
        }
        Gyro => spatial::rotational(&object_velocity(model, data, Object::Site(id), true)).into(),
        JointVel => data.qvel[model.jnt_dofadr[id] as usize].into(),
        TendonVel => data.ten_velocity[id].into(),
        ActuatorVel => data.actuator_velocity[id].into(),
        BallAngVel => {
            let qvel = &data.qvel[model.jnt_dofadr[id] as usize..];
            [qvel[0], qvel[1], qvel[2]].into()
        }
        JointLimitVel => limit(data, row::LIMIT_JOINT, id, speed).into(),
        TendonLimitVel => limit(data, row::LIMIT_TENDON, id, speed).into(),
        FrameLinVel => spatial::linear(&frame_velocity(model, data, i)?).into(),
        FrameAngVel => spatial::rotational(&frame_velocity(model, data, i)?).into(),
        SubtreeLinVel => data.subtree_linvel[id].into(),
        SubtreeAngMom => data.subtree_angmom[id].into(),
        // From accelerations and forces.
        Touch => touch(model, data, id).into(),
        Accelerometer => {
            spatial::linear(&object_acceleration(model, data, Object::Site(id), true)).into()
        }
        Force => spatial::linear(&interaction(model, data, id)).into(),
        Torque => spatial::rotational(&interaction(model, data, id)).into(),
        ActuatorFrc => data.actuator_force[id].into(),
        JointActFrc => data.qfrc_actuator[model.jnt_dofadr[id] as usize].into(),
        JointLimitFrc => limit(data, row::LIMIT_JOINT, id, force).into(),
        TendonLimitFrc => limit(data, row::LIMIT_TENDON, id, force).into(),
        FrameLinAcc => {
            let (object, _) = objects(model, i)?;
            spatial::linear(&object_acceleration(model, data, object, false)).into()
        }
        FrameAngAcc => {
            let (object, _) = objects(model, i)?;
            spatial::rotational(&object_acceleration(model, data, object, false)).into()
        }
        // From a plugin or from the user.
        Plugin | User => return None,
    })
}

/// The magnetic field in a site's frame.
fn magnetometer(model: &Model, data: &Data, site: usize) -> [f64; 3] {
    let mut field = [0.0; 3];
    let magnetic = model.opt.magnetic;
    dense::tr_mul_vec(&mut field, &data.site_xmat[site].0, magnetic.as_slice());
    field
}
