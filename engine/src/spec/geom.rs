//! Geoms.

use super::{DEFAULT_SOLIMP, DEFAULT_SOLREF, Orientation, Source};
use crate::math::Vec3;
use crate::model::codes::GeomType;
use crate::model::{NIMP, NREF};

/// A shape that collides, has mass and is drawn.
#[derive(Clone, Debug)]
pub struct Geom {
    pub name: String,
    pub kind: GeomType,
    pub pos: Vec3,
    pub orientation: Orientation,
    /// End points, for shapes with an axis; replaces position and orientation.
    pub fromto: Option<[f64; 6]>,
    pub size: Vec3,
    pub contype: i32,
    pub conaffinity: i32,
    pub condim: i32,
    pub priority: i32,
    pub friction: [f64; 3],
    pub solmix: f64,
    pub solref: [f64; NREF],
    pub solimp: [f64; NIMP],
    pub margin: f64,
    pub gap: f64,
    /// Replaces the mass that follows from the density.
    pub mass: Option<f64>,
    pub density: f64,
    /// Mass is on the surface, not in the volume.
    pub shell: bool,
    /// Use the ellipsoid model of fluid forces.
    pub fluid_ellipsoid: bool,
    /// Blunt drag, slender drag, angular drag, Kutta lift, Magnus lift.
    pub fluid_coefs: [f64; 5],
    pub material: Option<String>,
    /// The mesh that the geom shows, or that its shape is fitted to.
    pub mesh: Option<String>,
    pub hfield: Option<String>,
    /// Scales a shape that is fitted to a mesh.
    pub fitscale: f64,
    pub rgba: [f32; 4],
    pub group: i32,
    pub user: Vec<f64>,
    /// Frame that the geom stands in: an index into its body's frames.
    pub frame: Option<usize>,
    pub source: Source,
}

impl Default for Geom {
    fn default() -> Self {
        Geom {
            name: String::new(),
            kind: GeomType::Sphere,
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
            user: Vec::new(),
            frame: None,
            source: None,
        }
    }
}
