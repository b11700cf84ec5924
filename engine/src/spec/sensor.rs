//! Sensors.

use super::{ObjectType, Source};
use crate::model::codes::{DataType, NeedStage, SensorType};

/// A sensor.
#[derive(Clone, Debug, Default)]
pub struct Sensor {
    pub name: String,
    pub kind: SensorType,
    pub objtype: ObjectType,
    /// Empty where nothing is referred to.
    pub objname: String,
    pub reftype: ObjectType,
    pub refname: String,
    /// Data type, stage and size of a user sensor; the other kinds have their own.
    pub datatype: DataType,
    pub needstage: NeedStage,
    pub dim: i32,
    pub cutoff: f64,
    pub noise: f64,
    pub user: Vec<f64>,
    pub source: Source,
}
