//! Sensors against what they measure.

mod force;
mod motion;
mod reading;

use plumbline::internal::codes::SensorType;
use plumbline::{Data, Model};

/// The readings of sensor `i`.
fn reading(model: &Model, data: &Data, i: usize) -> Vec<f64> {
    let start = model.sensor_adr[i] as usize;
    data.sensordata[start..start + model.sensor_dim[i] as usize].to_vec()
}

/// The sensors of a type.
fn of_type(model: &Model, kind: SensorType) -> Vec<usize> {
    let found: Vec<usize> = (0..model.nsensor)
        .filter(|&i| model.sensor_type[i] == kind as i32)
        .collect();
    assert!(!found.is_empty(), "no sensor of type {kind:?}");
    found
}

/// The reading of the only sensor of a type.
fn only(model: &Model, data: &Data, kind: SensorType) -> Vec<f64> {
    let [i] = of_type(model, kind)[..] else {
        panic!("several sensors of type {kind:?}");
    };
    reading(model, data, i)
}
