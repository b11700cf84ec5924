//! Sensors.

use super::{ObjectType, Source};
use crate::model::codes::data_type;

/// What a sensor measures, numbered as in MuJoCo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum SensorType {
    #[default]
    Touch = 0,
    Accelerometer,
    Velocimeter,
    Gyro,
    Force,
    Torque,
    Magnetometer,
    Rangefinder,
    CamProjection,
    JointPos,
    JointVel,
    TendonPos,
    TendonVel,
    ActuatorPos,
    ActuatorVel,
    ActuatorFrc,
    JointActFrc,
    BallQuat,
    BallAngVel,
    JointLimitPos,
    JointLimitVel,
    JointLimitFrc,
    TendonLimitPos,
    TendonLimitVel,
    TendonLimitFrc,
    FramePos,
    FrameQuat,
    FrameXAxis,
    FrameYAxis,
    FrameZAxis,
    FrameLinVel,
    FrameAngVel,
    FrameLinAcc,
    FrameAngAcc,
    SubtreeCom,
    SubtreeLinVel,
    SubtreeAngMom,
    GeomDist,
    GeomNormal,
    GeomFromTo,
    Clock,
    User = 42,
}

/// What kind of number a user sensor yields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum DataType {
    #[default]
    Real = data_type::REAL,
    Positive = data_type::POSITIVE,
    Axis = data_type::AXIS,
    Quaternion = data_type::QUATERNION,
}

/// The pipeline stage that a user sensor needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum NeedStage {
    None,
    Pos,
    Vel,
    #[default]
    Acc,
}

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
