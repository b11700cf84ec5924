//! Custom numbers, texts and tuples, and keyframes.

use std::sync::Arc;

use super::{ObjectType, Source};

/// An array of numbers.
#[doc(alias = "mjsNumeric")]
#[derive(Clone, Debug, Default)]
pub struct Numeric {
    /// The element's name; empty for none.
    pub name: String,
    /// Padded with zeros to the size that the author gave.
    pub data: Vec<f64>,
    /// Where it was written.
    pub source: Source,
}

/// A text.
#[doc(alias = "mjsText")]
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// The element's name; empty for none.
    pub name: String,
    /// The text itself.
    pub data: String,
    /// Where it was written.
    pub source: Source,
}

/// A list of references to other elements.
#[doc(alias = "mjsTuple")]
#[derive(Clone, Debug, Default)]
pub struct Tuple {
    /// The element's name; empty for none.
    pub name: String,
    /// What it refers to, in order.
    pub elements: Vec<TupleElement>,
    /// Where it was written.
    pub source: Source,
}

/// One reference of a tuple, with a number of the author's choice.
#[derive(Clone, Debug, Default)]
pub struct TupleElement {
    /// The kind of the element.
    pub objtype: ObjectType,
    /// The element, by name.
    pub objname: String,
    /// A number of the author's. Default 0.
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

impl SavedState {
    /// The name under which the state of a simulation is kept; no keyframe has it.
    pub(crate) const KEPT: &'static str = "\0state";

    /// Whether it is the state of a simulation, which is no keyframe's.
    pub(crate) fn is_kept(&self) -> bool {
        &*self.key == SavedState::KEPT
    }
}

/// A stored state; an empty array means the default one.
#[doc(alias = "mjsKey")]
#[derive(Clone, Debug, Default)]
pub struct Keyframe {
    /// The element's name; empty for none.
    pub name: String,
    /// Time, in s.
    pub time: f64,
    /// Positions of the joints, in m, rad and quaternions.
    pub qpos: Vec<f64>,
    /// Velocities of the dofs, in m/s and rad/s.
    pub qvel: Vec<f64>,
    /// Activations of the actuators.
    pub act: Vec<f64>,
    /// Positions of the bodies of motion capture, 3 numbers each, in m.
    pub mpos: Vec<f64>,
    /// Quaternions of the bodies of motion capture, 4 numbers each.
    pub mquat: Vec<f64>,
    /// Controls of the actuators.
    pub ctrl: Vec<f64>,
    /// Where the first value of a joint or mocap body is NaN, all of its values are those of the
    /// reference configuration.
    pub partial: bool,
    /// Where it was written.
    pub source: Source,
}
