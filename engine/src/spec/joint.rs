//! Joints.

use super::{Auto, DEFAULT_SOLIMP, DEFAULT_SOLREF, SavedState, Source};
use crate::math::Vec3;
use crate::model::codes::joint;
use crate::model::{NIMP, NREF};

/// How a joint moves, numbered as in MuJoCo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum JointType {
    Free = joint::FREE,
    Ball = joint::BALL,
    Slide = joint::SLIDE,
    #[default]
    Hinge = joint::HINGE,
}

impl JointType {
    /// Positions in qpos.
    pub fn positions(self) -> usize {
        joint::positions(self as i32)
    }

    /// Degrees of freedom.
    pub fn dofs(self) -> usize {
        joint::dofs(self as i32)
    }
}

/// MJCF's `joint` and `freejoint`.
#[derive(Clone, Debug)]
pub struct Joint {
    pub name: String,
    pub kind: JointType,
    /// The type of joints of its class, which MuJoCo takes for this one's until it compiles.
    pub class_kind: JointType,
    pub pos: Vec3,
    pub axis: Vec3,
    /// Value of the joint in the reference configuration.
    pub reference: f64,
    pub align: Auto,
    pub stiffness: f64,
    pub springref: f64,
    pub springdamper: [f64; 2],
    pub limited: Auto,
    pub range: [f64; 2],
    pub margin: f64,
    pub solref_limit: [f64; NREF],
    pub solimp_limit: [f64; NIMP],
    pub actfrclimited: Auto,
    pub actfrcrange: [f64; 2],
    pub armature: f64,
    pub damping: f64,
    pub frictionloss: f64,
    pub solref_friction: [f64; NREF],
    pub solimp_friction: [f64; NIMP],
    pub group: i32,
    pub actgravcomp: bool,
    pub user: Vec<f64>,
    /// States in keyframes of the model that this was attached from; read into keyframes of their
    /// own.
    pub saved: Vec<SavedState>,
    /// Frame that the joint stands in: an index into its body's frames.
    pub frame: Option<usize>,
    pub source: Source,
}

impl Default for Joint {
    fn default() -> Self {
        Joint {
            name: String::new(),
            kind: JointType::Hinge,
            class_kind: JointType::Hinge,
            pos: Vec3::zeros(),
            axis: Vec3::new(0.0, 0.0, 1.0),
            reference: 0.0,
            align: Auto::Auto,
            stiffness: 0.0,
            springref: 0.0,
            springdamper: [0.0; 2],
            limited: Auto::Auto,
            range: [0.0; 2],
            margin: 0.0,
            solref_limit: DEFAULT_SOLREF,
            solimp_limit: DEFAULT_SOLIMP,
            actfrclimited: Auto::Auto,
            actfrcrange: [0.0; 2],
            armature: 0.0,
            damping: 0.0,
            frictionloss: 0.0,
            solref_friction: DEFAULT_SOLREF,
            solimp_friction: DEFAULT_SOLIMP,
            group: 0,
            actgravcomp: false,
            user: Vec::new(),
            saved: Vec::new(),
            frame: None,
            source: None,
        }
    }
}
