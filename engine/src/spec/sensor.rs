//! Sensors.

use super::{ObjectType, PluginUse, Source};
use crate::model::codes::{DataType, NeedStage, SensorType};

/// A sensor.
#[doc(alias = "mjsSensor")]
#[derive(Clone, Debug, Default)]
pub struct Sensor {
    /// The element's name; empty for none.
    pub name: String,
    /// What it measures.
    pub kind: SensorType,
    /// The kind of what it is on.
    pub objtype: ObjectType,
    /// Empty where nothing is referred to.
    pub objname: String,
    /// The kind of the frame that it measures in.
    pub reftype: ObjectType,
    /// The frame that it measures in, by name; empty for the world.
    pub refname: String,
    /// Data type, stage and size of a user sensor; the other kinds have their own.
    pub datatype: DataType,
    /// What a user sensor needs to be computed first.
    pub needstage: NeedStage,
    /// How many numbers a user sensor has.
    pub dim: i32,
    /// The largest reading; 0 for no bound. Default 0.
    pub cutoff: f64,
    /// Standard deviation of the real sensor's noise; the engine adds none. Default 0.
    pub noise: f64,
    /// The plugin that reads a sensor of that kind.
    pub plugin: Option<PluginUse>,
    /// Numbers of the author, which the engine does not read.
    pub user: Vec<f64>,
    /// Where it was written.
    pub source: Source,
}
