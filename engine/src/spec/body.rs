//! Bodies and what is attached to them.

use std::sync::Arc;

use super::{Camera, Compiler, Geom, Joint, Light, Orientation, SavedState, Site, Source};
use crate::math::Vec3;

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
    /// States in keyframes of the model that this was attached from; read into keyframes of their
    /// own.
    pub saved: Vec<SavedState>,
    pub joints: Vec<Joint>,
    pub geoms: Vec<Geom>,
    pub sites: Vec<Site>,
    pub cameras: Vec<Camera>,
    pub lights: Vec<Light>,
    /// Frames in the order in which they were opened: a parent stands before its children.
    pub frames: Vec<Frame>,
    pub children: Vec<Body>,
    /// Frame that this body stands in: an index into its parent's frames.
    pub frame: Option<usize>,
    /// Compiler settings of the model that this body was attached from; `None` for the spec's own.
    pub settings: Option<Arc<Compiler>>,
    pub source: Source,
}

/// A change of coordinates for what stands in it; it leaves no trace of its own in the compiled
/// model.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub name: String,
    pub pos: Vec3,
    pub orientation: Orientation,
    /// The enclosing frame: an index into the frames of the same body.
    pub parent: Option<usize>,
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
