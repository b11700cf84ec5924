//! Shapes of geoms and sites, as written: some are not for sites, some not supported.

use crate::mjcf::attribute::Keywords;
use crate::spec::{GeomType, SiteShape};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    Plane,
    Hfield,
    #[default]
    Sphere,
    Capsule,
    Ellipsoid,
    Cylinder,
    Box,
    Mesh,
    Sdf,
}

pub(super) const SHAPES: &Keywords<Shape> = &[
    ("plane", Shape::Plane),
    ("hfield", Shape::Hfield),
    ("sphere", Shape::Sphere),
    ("capsule", Shape::Capsule),
    ("ellipsoid", Shape::Ellipsoid),
    ("cylinder", Shape::Cylinder),
    ("box", Shape::Box),
    ("mesh", Shape::Mesh),
    ("sdf", Shape::Sdf),
];

impl Shape {
    pub(super) fn name(self) -> &'static str {
        let found = SHAPES.iter().find(|(_, shape)| *shape == self);
        found.map_or("", |(name, _)| name)
    }

    /// As a geom's; `None` if it is not supported.
    pub(super) fn of_geom(self) -> Option<GeomType> {
        Some(match self {
            Shape::Plane => GeomType::Plane,
            Shape::Sphere => GeomType::Sphere,
            Shape::Capsule => GeomType::Capsule,
            Shape::Ellipsoid => GeomType::Ellipsoid,
            Shape::Cylinder => GeomType::Cylinder,
            Shape::Box => GeomType::Box,
            Shape::Hfield => GeomType::Hfield,
            Shape::Mesh => GeomType::Mesh,
            Shape::Sdf => return None,
        })
    }

    /// As a site's; `None` if no site can have it.
    pub(super) fn of_site(self) -> Option<SiteShape> {
        Some(match self {
            Shape::Sphere => SiteShape::Sphere,
            Shape::Capsule => SiteShape::Capsule,
            Shape::Ellipsoid => SiteShape::Ellipsoid,
            Shape::Cylinder => SiteShape::Cylinder,
            Shape::Box => SiteShape::Box,
            Shape::Plane | Shape::Hfield | Shape::Mesh | Shape::Sdf => return None,
        })
    }
}
