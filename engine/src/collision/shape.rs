//! The kinds of geom that collide, in the order of MuJoCo's type numbers.

/// A primitive geom type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    Plane,
    Sphere,
    Capsule,
    Ellipsoid,
    Cylinder,
    Box,
}

impl Shape {
    /// The shape of a geom type number; none for types that are not primitive.
    pub(crate) fn from_type(number: i32) -> Option<Shape> {
        Some(match number {
            0 => Shape::Plane,
            2 => Shape::Sphere,
            3 => Shape::Capsule,
            4 => Shape::Ellipsoid,
            5 => Shape::Cylinder,
            6 => Shape::Box,
            _ => return None,
        })
    }
}
