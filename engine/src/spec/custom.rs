//! Custom numbers, texts and tuples, and keyframes.

use std::sync::Arc;

use super::{ObjectType, Source};

/// An array of numbers.
#[derive(Clone, Debug, Default)]
pub struct Numeric {
    pub name: String,
    /// Padded with zeros to the size that the author gave.
    pub data: Vec<f64>,
    pub source: Source,
}

/// A text.
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub name: String,
    pub data: String,
    pub source: Source,
}

/// A list of references to other elements.
#[derive(Clone, Debug, Default)]
pub struct Tuple {
    pub name: String,
    pub elements: Vec<TupleElement>,
    pub source: Source,
}

/// One reference of a tuple, with a number of the author's choice.
#[derive(Clone, Debug, Default)]
pub struct TupleElement {
    pub objtype: ObjectType,
    pub objname: String,
    pub prm: f64,
}

/// What an attached element has in a keyframe of the model that it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedState {
    /// The keyframe's name, in the model that the element was attached to.
    pub key: Arc<str>,
    /// Of a joint: positions and velocities. Of an actuator: activations and control. Of a mocap
    /// body: position and quaternion.
    pub values: [Vec<f64>; 2],
}

/// A stored state; an empty array means the default one.
#[derive(Clone, Debug, Default)]
pub struct Keyframe {
    pub name: String,
    pub time: f64,
    pub qpos: Vec<f64>,
    pub qvel: Vec<f64>,
    pub act: Vec<f64>,
    pub mpos: Vec<f64>,
    pub mquat: Vec<f64>,
    pub ctrl: Vec<f64>,
    /// Where the first value of a joint or mocap body is NaN, all of its values are those of the
    /// reference configuration.
    pub partial: bool,
    pub source: Source,
}
