//! Sites.

use super::{ClassName, Orientation, Source};
use crate::math::Vec3;
use crate::model::codes::GeomType;

impl GeomType {
    /// Whether a site can have this shape: as MuJoCo sees it, even one that it has no size for.
    pub(crate) fn is_for_sites(&self) -> bool {
        match self {
            GeomType::Sphere
            | GeomType::Capsule
            | GeomType::Ellipsoid
            | GeomType::Cylinder
            | GeomType::Box
            | GeomType::Sdf => true,
            GeomType::Plane | GeomType::Hfield | GeomType::Mesh => false,
        }
    }
}

/// A named frame on a body.
#[doc(alias = "mjsSite")]
#[derive(Clone, Debug)]
pub struct Site {
    /// The element's name; empty for none.
    pub name: String,
    /// Where its frame is in the frame that it stands in, in m.
    pub pos: Vec3,
    /// How it is rotated in the frame that it stands in.
    pub orientation: Orientation,
    /// End points, for shapes with an axis; replaces position and orientation.
    pub fromto: Option<[f64; 6]>,
    /// What the shape needs, in m, as of a geom. Default 0.005 each.
    pub size: Vec3,
    /// A sphere, capsule, ellipsoid, cylinder or box.
    pub shape: GeomType,
    /// A group by which viewers show and hide it: 0 to 5. Default 0.
    pub group: i32,
    /// The material that it is drawn with, by name; `rgba` counts where there is none.
    pub material: Option<String>,
    /// Colour: red, green, blue, opacity, each from 0 to 1. Default half grey.
    pub rgba: [f32; 4],
    /// Numbers of the author, which the engine does not read.
    pub user: Vec<f64>,
    /// Frame that the site stands in: an index into its body's frames.
    pub frame: Option<usize>,
    /// The default class that it belongs to; `None` for `main`.
    pub class: ClassName,
    /// Where it was written.
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
            class: None,
            source: None,
        }
    }
}
