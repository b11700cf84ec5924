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

const fn shape(kind: GeomType) -> (&'static str, Written) {
    (kind.name(), Written(Some(kind)))
}

pub(super) const SHAPES: &Keywords<Written> = &[
    shape(GeomType::Plane),
    shape(GeomType::Hfield),
    shape(GeomType::Sphere),
    shape(GeomType::Capsule),
    shape(GeomType::Ellipsoid),
    shape(GeomType::Cylinder),
    shape(GeomType::Box),
    shape(GeomType::Mesh),
    ("sdf", Written(None)),
];

impl Written {
    pub(super) fn name(self) -> &'static str {
        let found = SHAPES.iter().find(|(_, shape)| *shape == self);
        found.map_or("", |(name, _)| name)
    }
}
