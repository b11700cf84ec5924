//! Bodies and what is attached to them.

use std::sync::Arc;

use super::{
    Camera, ClassName, Compiler, Geom, Joint, Light, Orientation, PluginUse, SavedState, Site,
    Source,
};
use crate::math::Vec3;

/// A body with everything in it; the world is one too.
#[doc(alias = "mjsBody")]
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The element's name; empty for none.
    pub name: String,
    /// Where the body's frame is in the frame that it stands in, in m.
    pub pos: Vec3,
    /// How it is rotated in the frame that it stands in.
    pub orientation: Orientation,
    /// The author's inertia; without it MuJoCo infers one from the geoms.
    pub inertial: Option<Inertial>,
    /// Whether the user places the body (motion capture).
    pub mocap: bool,
    /// The part of the body's weight that is held up: 1 lets it float. Default 0.
    pub gravcomp: f64,
    /// The plugin that adds passive forces to it.
    pub plugin: Option<PluginUse>,
    /// Numbers of the author, which the engine does not read.
    pub user: Vec<f64>,
    /// States in keyframes of the model that this was attached from; read into keyframes of their
    /// own.
    pub saved: Vec<SavedState>,
    /// Joints that connect the body to its parent.
    pub joints: Vec<Joint>,
    /// Geoms of the body, in the order of their ids.
    pub geoms: Vec<Geom>,
    /// Sites on the body, in the order of their ids.
    pub sites: Vec<Site>,
    /// Cameras on the body, in the order of their ids.
    pub cameras: Vec<Camera>,
    /// Lights on the body, in the order of their ids.
    pub lights: Vec<Light>,
    /// Frames in the order in which they were opened: a parent stands before its children.
    pub frames: Vec<Frame>,
    /// Bodies that hang on this one.
    pub children: Vec<Body>,
    /// Frame that this body stands in: an index into its parent's frames.
    pub frame: Option<usize>,
    /// Compiler settings of the model that this body was attached from; `None` for the spec's own.
    /// They hold for all that the body carries, also for what a program adds to it later; in MuJoCo
    /// such additions are compiled with the spec's own.
    pub settings: Option<Arc<Compiler>>,
    /// The default class of what is in it, unless that has one itself; `None` for that of the body
    /// around it.
    pub class: ClassName,
    /// Where it was written.
    pub source: Source,
}

/// A change of coordinates for what stands in it; it leaves no trace of its own in the compiled
/// model.
#[doc(alias = "mjsFrame")]
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The element's name; empty for none.
    pub name: String,
    /// Where its origin is in the frame or body around it, in m.
    pub pos: Vec3,
    /// How it is rotated in the frame that it stands in.
    pub orientation: Orientation,
    /// The enclosing frame: an index into the frames of the same body.
    pub parent: Option<usize>,
    /// The default class of what is in it, unless that has one itself; `None` for that of the body.
    pub class: ClassName,
    /// Where it was written.
    pub source: Source,
}

/// Mass and inertia of a body.
#[derive(Clone, Debug, Default)]
pub struct Inertial {
    /// The centre of mass in the body's frame, in m.
    pub pos: Vec3,
    /// How the principal axes are rotated in the body's frame.
    pub orientation: Orientation,
    /// Mass, in kg.
    pub mass: f64,
    /// Principal moments; ignored when the full matrix is given.
    pub diagonal: Vec3,
    /// M(1,1), M(2,2), M(3,3), M(1,2), M(1,3), M(2,3).
    pub full: Option<[f64; 6]>,
    /// Where it was written.
    pub source: Source,
}
