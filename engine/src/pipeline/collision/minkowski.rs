//! Points of the Minkowski difference `A - B`, which contains the origin exactly when the geoms
//! overlap.
//!
//! Van den Bergen, Collision Detection in Interactive 3D Environments (2003), chapter 4.

use crate::math::Vec3;

/// A point of the difference, and the points of the two geoms that it is the difference of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Vertex {
    pub v: Vec3,
    pub first: Vec3,
    pub second: Vec3,
}

impl Vertex {
    #[inline]
    pub(super) fn new(first: Vec3, second: Vec3) -> Vertex {
        Vertex {
            v: first - second,
            first,
            second,
        }
    }
}
