//! Sensors: what the model measures of itself, stage by stage.
//!
//! A sensor is computed as soon as its stage is: position, velocity or acceleration. Subtree momenta and the forces between
//! bodies are computed only where a sensor asks for them.

mod acceleration;
mod camera;
mod constraint;
mod distance;
mod position;
mod velocity;

pub(crate) use acceleration::acceleration_sensors;
pub(crate) use position::position_sensors;
pub(crate) use velocity::velocity_sensors;

use crate::math::scalar;
use crate::model::codes::{data_type, disable, sensor as kind};
use crate::{Data, Model};

/// The sensors that need exactly this stage; none where sensors are switched off.
fn of_stage(model: &Model, stage: i32) -> impl Iterator<Item = usize> + '_ {
    let disabled = model.disabled(disable::SENSOR);
    (0..if disabled { 0 } else { model.nsensor }).filter(move |&i| {
        model.sensor_needstage[i] == stage && model.sensor_type[i] != kind::PLUGIN
    })
}

/// Stores a sensor's reading.
fn put(model: &Model, data: &mut Data, i: usize, reading: &[f64]) {
    let adr = model.sensor_adr[i] as usize;
    data.sensordata[adr..adr + reading.len()].copy_from_slice(reading);
}

/// Has the user fill in his own sensors, then limits all readings of a stage that have a cutoff.
#[doc(alias = "apply_cutoff")]
fn finish(model: &Model, data: &mut Data, stage: i32) {
    if let Some(callback) = data.callbacks.sensor
        && of_stage(model, stage).any(|i| model.sensor_type[i] == kind::USER)
    {
        callback(model, data, stage);
    }
    for i in of_stage(model, stage) {
        let cutoff = model.sensor_cutoff[i];
        if cutoff > 0.0 && model.sensor_type[i] != kind::GEOM_FROM_TO {
            let adr = model.sensor_adr[i] as usize;
            for x in &mut data.sensordata[adr..adr + model.sensor_dim[i] as usize] {
                match model.sensor_datatype[i] {
                    data_type::REAL => *x = scalar::clip(*x, -cutoff, cutoff),
                    data_type::POSITIVE => *x = scalar::min(cutoff, *x),
                    _ => {}
                }
            }
        }
    }
}
