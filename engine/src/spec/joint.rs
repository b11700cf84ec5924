//! Joints.

use super::{Auto, ClassName, DEFAULT_SOLIMP, DEFAULT_SOLREF, SavedState, Source};
use crate::math::Vec3;
use crate::model::{JointType, NIMP, NREF};

/// MJCF's `joint` and `freejoint`.
#[doc(alias = "mjsJoint")]
#[derive(Clone, Debug)]
pub struct Joint {
    /// The element's name; empty for none.
    pub name: String,
    /// How it moves. Default hinge.
    pub kind: JointType,
    /// The type of joints of its class, which MuJoCo takes for this one's until it compiles.
    pub class_kind: JointType,
    /// The point that it turns about, in the body's frame, in m.
    pub pos: Vec3,
    /// The direction of a slide or the axis of a hinge, in the body's frame. Default z.
    pub axis: Vec3,
    /// Value of the joint in the reference configuration.
    pub reference: f64,
    /// Whether a free joint's body gets its frame at its centre of mass, along its principal axes.
    pub align: Auto,
    /// Stiffness of its spring, in N/m or N m/rad. Default 0.
    pub stiffness: f64,
    /// Where the spring is at rest: in m, or in degrees or radians as `Compiler::degree` says.
    /// Default 0.
    pub springref: f64,
    /// Time constant (s) and damping ratio of the spring; if both are positive, stiffness and
    /// damping follow from them.
    pub springdamper: [f64; 2],
    /// Whether `range` holds.
    pub limited: Auto,
    /// The lowest and the highest position: in m, or in degrees or radians as `Compiler::degree`
    /// says.
    pub range: [f64; 2],
    /// How far from its limit it already counts, in m or rad. Default 0.
    pub margin: f64,
    /// `solref` of the limit. Default 0.02, 1.
    pub solref_limit: [f64; NREF],
    /// `solimp` of the limit. Default 0.9, 0.95, 0.001, 0.5, 2.
    pub solimp_limit: [f64; NIMP],
    /// Whether `actfrcrange` holds.
    pub actfrclimited: Auto,
    /// The lowest and the highest force of all its actuators together, in N or N m.
    pub actfrcrange: [f64; 2],
    /// Inertia that moves with the joint alone, in kg or kg m^2. Default 0.
    pub armature: f64,
    /// Viscous damping, in N s/m or N m s/rad. Default 0.
    pub damping: f64,
    /// The largest force of dry friction, in N or N m. Default 0.
    pub frictionloss: f64,
    /// `solref` of dry friction. Default 0.02, 1.
    pub solref_friction: [f64; NREF],
    /// `solimp` of dry friction. Default 0.9, 0.95, 0.001, 0.5, 2.
    pub solimp_friction: [f64; NIMP],
    /// A group by which viewers show and hide it: 0 to 5. Default 0.
    pub group: i32,
    /// Whether gravity compensation counts as a force of actuators.
    pub actgravcomp: bool,
    /// Numbers of the author, which the engine does not read.
    pub user: Vec<f64>,
    /// States in keyframes of the model that this was attached from; read into keyframes of their
    /// own.
    pub saved: Vec<SavedState>,
    /// Frame that the joint stands in: an index into its body's frames.
    pub frame: Option<usize>,
    /// The default class that it belongs to; `None` for `main`.
    pub class: ClassName,
    /// Where it was written.
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
            class: None,
            source: None,
        }
    }
}
