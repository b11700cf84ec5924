//! Bodies and what is attached to them.

use super::{Auto, Orientation, Source};
use crate::fields::{NIMP, NREF};
use crate::math::Vec3;

pub(crate) const DEFAULT_SOLREF: [f64; NREF] = [0.02, 1.0];
pub(crate) const DEFAULT_SOLIMP: [f64; NIMP] = [0.9, 0.95, 0.001, 0.5, 2.0];

/// A body with everything in it; the world is one too.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub name: String,
    pub pos: Vec3,
    pub orientation: Orientation,
    /// The author's inertia; without it MuJoCo infers one from the geoms.
    pub inertial: Option<Inertial>,
    pub mocap: bool,
    pub gravcomp: f64,
    pub user: Vec<f64>,
    pub joints: Vec<Joint>,
    pub sites: Vec<Site>,
    pub children: Vec<Body>,
    pub source: Source,
}

/// Mass and inertia of a body.
#[derive(Clone, Debug, Default)]
pub struct Inertial {
    pub pos: Vec3,
    pub orientation: Orientation,
    pub mass: f64,
    /// Principal moments; ignored when the full matrix is given.
    pub diagonal: Vec3,
    /// M(1,1), M(2,2), M(3,3), M(1,2), M(1,3), M(2,3).
    pub full: Option<[f64; 6]>,
    pub source: Source,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JointType {
    Free,
    Ball,
    Slide,
    #[default]
    Hinge,
}

/// MJCF's `joint` and `freejoint`.
#[derive(Clone, Debug)]
pub struct Joint {
    pub name: String,
    pub kind: JointType,
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
    pub source: Source,
}

impl Default for Joint {
    fn default() -> Self {
        Joint {
            name: String::new(),
            kind: JointType::Hinge,
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
            source: None,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SiteShape {
    #[default]
    Sphere,
    Capsule,
    Ellipsoid,
    Cylinder,
    Box,
}

/// A named frame on a body.
#[derive(Clone, Debug)]
pub struct Site {
    pub name: String,
    pub pos: Vec3,
    pub orientation: Orientation,
    /// End points, for shapes with an axis; replaces position and orientation.
    pub fromto: Option<[f64; 6]>,
    pub size: Vec3,
    pub shape: SiteShape,
    pub group: i32,
    pub rgba: [f32; 4],
    pub user: Vec<f64>,
    pub source: Source,
}

impl Default for Site {
    fn default() -> Self {
        Site {
            name: String::new(),
            pos: Vec3::zeros(),
            orientation: Orientation::default(),
            fromto: None,
            size: Vec3::new(0.005, 0.005, 0.005),
            shape: SiteShape::Sphere,
            group: 0,
            rgba: [0.5, 0.5, 0.5, 1.0],
            user: Vec::new(),
            source: None,
        }
    }
}
