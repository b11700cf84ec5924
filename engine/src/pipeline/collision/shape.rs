//! The kinds of geom that collide, in the order of MuJoCo's type numbers.

/// A geom type that collides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    Plane,
    HField,
    Sphere,
    Capsule,
    Ellipsoid,
    Cylinder,
    Box,
    Mesh,
}

impl Shape {
    /// The shape of a geom type number; none for types that do not collide.
    pub(crate) fn from_type(number: i32) -> Option<Shape> {
        Some(match number {
            0 => Shape::Plane,
            1 => Shape::HField,
            2 => Shape::Sphere,
            3 => Shape::Capsule,
            4 => Shape::Ellipsoid,
            5 => Shape::Cylinder,
            6 => Shape::Box,
            7 => Shape::Mesh,
            _ => return None,
        })
    }
}
