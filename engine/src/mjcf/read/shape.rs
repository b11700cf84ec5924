//! Shapes of geoms and sites, as written: some are not for sites, one is not supported.

use crate::mjcf::attribute::Keywords;
use crate::spec::GeomType;

/// A shape by its word; none for the one that is not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written(pub(super) Option<GeomType>);

impl Default for Written {
    fn default() -> Self {
        Written(Some(GeomType::default()))
    }
}

pub(super) const SHAPES: &Keywords<Written> = &[
    ("plane", Written(Some(GeomType::Plane))),
    ("hfield", Written(Some(GeomType::Hfield))),
    ("sphere", Written(Some(GeomType::Sphere))),
    ("capsule", Written(Some(GeomType::Capsule))),
    ("ellipsoid", Written(Some(GeomType::Ellipsoid))),
    ("cylinder", Written(Some(GeomType::Cylinder))),
    ("box", Written(Some(GeomType::Box))),
    ("mesh", Written(Some(GeomType::Mesh))),
    ("sdf", Written(None)),
];

impl Written {
    pub(super) fn name(self) -> &'static str {
        let found = SHAPES.iter().find(|(_, shape)| *shape == self);
        found.map_or("", |(name, _)| name)
    }
}
