//! A geom as the pair functions see it: where it stands and how large it is.

use crate::math::{Mat3, Vec3};

/// A geom's frame and size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid {
    pub pos: Vec3,
    pub mat: Mat3,
    pub size: Vec3,
}

impl Solid {
    /// The symmetry axis of capsules and cylinders, the normal of planes.
    #[inline]
    pub(crate) fn axis(&self) -> Vec3 {
        self.mat.column(2)
    }

    /// A point of the world in this frame.
    pub(crate) fn into_frame(self, point: &Vec3) -> Vec3 {
        // Plus zero: the sum in the reference starts from it.
        self.mat.tr_mul_vec(&(point - self.pos)) + Vec3::zeros()
    }

    /// A point or a sphere of this geom: `center` replaces its position, `radius` its size.
    #[inline]
    pub(crate) fn ball(&self, center: Vec3, radius: f64) -> Ball {
        Ball {
            center,
            radius,
            axis: self.axis(),
        }
    }
}

/// A sphere that stands for a geom, or for the part of it that is nearest to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub center: Vec3,
    pub radius: f64,
    /// Axis of the geom, which decides the normal when two centers coincide.
    pub axis: Vec3,
}
