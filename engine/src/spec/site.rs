//! Sites.

use super::{Orientation, Source};
use crate::math::Vec3;
use crate::model::codes::GeomType;

impl GeomType {
    /// Whether a site can have this shape.
    pub(crate) fn is_for_sites(&self) -> bool {
        match self {
            GeomType::Sphere
            | GeomType::Capsule
            | GeomType::Ellipsoid
            | GeomType::Cylinder
            | GeomType::Box => true,
            GeomType::Plane | GeomType::Hfield | GeomType::Mesh => false,
        }
    }
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
    /// A sphere, capsule, ellipsoid, cylinder or box.
    pub shape: GeomType,
    pub group: i32,
    pub material: Option<String>,
    pub rgba: [f32; 4],
    pub user: Vec<f64>,
    /// Frame that the site stands in: an index into its body's frames.
    pub frame: Option<usize>,
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
            shape: GeomType::Sphere,
            group: 0,
            material: None,
            rgba: [0.5, 0.5, 0.5, 1.0],
            user: Vec::new(),
            frame: None,
            source: None,
        }
    }
}
