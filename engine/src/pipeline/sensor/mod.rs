//! Sensors: what the model measures of itself, stage by stage.
//!
//! A sensor is computed as soon as its stage is: position, velocity or acceleration ([`read`] has
//! what each kind reads). Subtree momenta and the forces between bodies are computed only where a
//! sensor asks for them. Readings beyond a sensor's cutoff are clamped.

mod acceleration;
mod camera;
mod constraint;
mod distance;
mod position;
mod read;
mod velocity;

pub(crate) use acceleration::acceleration_sensors;
pub(crate) use position::position_sensors;
pub(crate) use velocity::velocity_sensors;

use crate::math::scalar;
use crate::model::codes::{DataType, NeedStage, SensorType, disable};
use crate::query::object::Object;
use crate::{Data, Model};

/// The sensors that need exactly this stage; none where sensors are switched off.
fn of_stage(model: &Model, stage: NeedStage) -> impl Iterator<Item = (usize, SensorType)> + '_ {
    let disabled = model.disabled(disable::SENSOR);
    (0..if disabled { 0 } else { model.nsensor })
        .filter(move |&i| model.sensor_needstage[i] == stage as i32)
        .filter_map(|i| Some((i, SensorType::from_code(model.sensor_type[i])?)))
}

/// Computes the readings of a stage, lets the user fill in user sensors, then clamps readings that
/// have a cutoff.
#[doc(alias = "apply_cutoff")]
fn compute(model: &Model, data: &mut Data, stage: NeedStage) {
    for (i, kind) in of_stage(model, stage) {
        if let Some(reading) = read::read(model, data, i, kind) {
            let values = reading.as_slice();
            let adr = model.sensor_adr[i] as usize;
            data.sensordata[adr..adr + values.len()].copy_from_slice(values);
        }
    }
    if let Some(callback) = data.callbacks.sensor.clone()
        && of_stage(model, stage).any(|(_, kind)| kind == SensorType::User)
    {
        callback(model, data, stage);
    }
    if !model.disabled(disable::SENSOR) {
        data.read_plugin_sensors(model, stage);
    }
    for (i, kind) in of_stage(model, stage) {
        let cutoff = model.sensor_cutoff[i];
        if cutoff > 0.0 && kind != SensorType::GeomFromTo {
            let adr = model.sensor_adr[i] as usize;
            for x in &mut data.sensordata[adr..adr + model.sensor_dim[i] as usize] {
                match DataType::from_code(model.sensor_datatype[i]) {
                    Some(DataType::Real) => *x = scalar::clip(*x, -cutoff, cutoff),
                    Some(DataType::Positive) => *x = scalar::min(cutoff, *x),
                    Some(DataType::Axis | DataType::Quaternion) | None => {}
                }
            }
        }
    }
}

/// The object that a sensor is on and the one that its reading is relative to, if there is one.
fn objects(model: &Model, i: usize) -> Option<(Object, Option<Object>)> {
    let object = Object::from_codes(model.sensor_objtype[i], model.sensor_objid[i])?;
    let reference = Object::from_codes(model.sensor_reftype[i], model.sensor_refid[i]);
    Some((object, reference))
}
