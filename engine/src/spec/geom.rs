//! Geoms.

use super::{ClassName, DEFAULT_SOLIMP, DEFAULT_SOLREF, Orientation, PluginUse, Source};
use crate::math::Vec3;
use crate::model::codes::GeomType;
use crate::model::{NIMP, NREF};

/// A shape that collides, has mass and is drawn.
#[doc(alias = "mjsGeom")]
#[derive(Clone, Debug)]
pub struct Geom {
    /// The element's name; empty for none.
    pub name: String,
    /// Its shape. Default sphere.
    pub kind: GeomType,
    /// The type of geoms of its class, which MuJoCo takes for this one's until it compiles.
    pub class_kind: GeomType,
    /// Where its frame is in the frame that it stands in, in m.
    pub pos: Vec3,
    /// How it is rotated in the frame that it stands in.
    pub orientation: Orientation,
    /// End points, for shapes with an axis; replaces position and orientation.
    pub fromto: Option<[f64; 6]>,
    /// What the shape needs, in m: radius; radius and half length; three half sizes.
    pub size: Vec3,
    /// Bits of what it is: two geoms can touch if one's bits meet the other's `conaffinity`.
    /// Default 1.
    pub contype: i32,
    /// Bits of what it touches. Default 1.
    pub conaffinity: i32,
    /// Dimensions in which its contacts push: 1, 3, 4 or 6. Default 3.
    pub condim: i32,
    /// Whose parameters count where two geoms touch: those of the higher one. Default 0.
    pub priority: i32,
    /// Friction coefficients: sliding, spinning (m), rolling (m). Default 1, 0.005, 0.0001.
    pub friction: [f64; 3],
    /// The weight of its `solref` and `solimp` where those of two are mixed. Default 1.
    pub solmix: f64,
    /// How a violation is corrected: time constant (s) and damping ratio, or negative stiffness and
    /// damping. Default 0.02, 1.
    pub solref: [f64; NREF],
    /// How hard it is: impedance at the start, at full width, width (m or rad), midpoint, power.
    /// Default 0.9, 0.95, 0.001, 0.5, 2.
    pub solimp: [f64; NIMP],
    /// The distance below which contacts are made, in m. Default 0.
    pub margin: f64,
    /// How much of the margin a contact can be within without force, in m. Default 0.
    pub gap: f64,
    /// Replaces the mass that follows from the density.
    pub mass: Option<f64>,
    /// Density, in kg/m^3, or in kg/m^2 of a shell. Default 1000.
    pub density: f64,
    /// Mass is on the surface, not in the volume.
    pub shell: bool,
    /// Use the ellipsoid model of fluid forces.
    pub fluid_ellipsoid: bool,
    /// Blunt drag, slender drag, angular drag, Kutta lift, Magnus lift.
    pub fluid_coefs: [f64; 5],
    /// The material that it is drawn with, by name; `rgba` counts where there is none.
    pub material: Option<String>,
    /// The mesh that the geom shows, or that its shape is fitted to.
    pub mesh: Option<String>,
    /// The height field that gives its shape, by name.
    pub hfield: Option<String>,
    /// Scales a shape that is fitted to a mesh.
    pub fitscale: f64,
    /// Colour: red, green, blue, opacity, each from 0 to 1. Default half grey.
    pub rgba: [f32; 4],
    /// A group by which viewers show and hide it: 0 to 5. Default 0.
    pub group: i32,
    /// The plugin that gives its shape as a distance.
    pub plugin: Option<PluginUse>,
    /// Numbers of the author, which the engine does not read.
    pub user: Vec<f64>,
    /// Frame that the geom stands in: an index into its body's frames.
    pub frame: Option<usize>,
    /// The default class that it belongs to; `None` for `main`.
    pub class: ClassName,
    /// Where it was written.
    pub source: Source,
}

impl Default for Geom {
    fn default() -> Self {
        Geom {
            name: String::new(),
            kind: GeomType::Sphere,
            class_kind: GeomType::Sphere,
            pos: Vec3::zeros(),
            orientation: Orientation::default(),
            fromto: None,
            size: Vec3::zeros(),
            contype: 1,
            conaffinity: 1,
            condim: 3,
            priority: 0,
            friction: [1.0, 0.005, 0.0001],
            solmix: 1.0,
            solref: DEFAULT_SOLREF,
            solimp: DEFAULT_SOLIMP,
            margin: 0.0,
            gap: 0.0,
            mass: None,
            density: 1000.0,
            shell: false,
            fluid_ellipsoid: false,
            fluid_coefs: [0.5, 0.25, 1.5, 1.0, 1.0],
            material: None,
            mesh: None,
            hfield: None,
            fitscale: 1.0,
            rgba: [0.5, 0.5, 0.5, 1.0],
            group: 0,
            plugin: None,
            user: Vec::new(),
            frame: None,
            class: None,
            source: None,
        }
    }
}
