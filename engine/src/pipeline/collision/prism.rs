//! A prism of a height field: a triangle of its surface and the one below it in its base.

use super::support::Convex;
use crate::math::Vec3;

/// Three corners of the base, then the three above them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prism {
    corner: [Vec3; 6],
}

impl Prism {
    /// A prism without extent, at the height of the base.
    pub(super) fn at_base(z: f64) -> Prism {
        Prism {
            corner: [Vec3::new(0.0, 0.0, z); 6],
        }
    }

    /// Drops the oldest edge and adds one upwards from the base.
    #[inline]
    pub(super) fn advance(&mut self, x: f64, y: f64, z: f64) {
        let c = &mut self.corner;
        (c[0], c[1], c[3], c[4]) = (c[1], c[2], c[4], c[5]);
        c[2] = Vec3::new(x, y, c[2].z);
        c[5] = Vec3::new(x, y, z);
    }

    /// Whether the surface is below a height.
    #[inline]
    pub(super) fn is_below(&self, z: f64) -> bool {
        self.corner[3..].iter().all(|corner| corner.z < z)
    }

    /// The farthest corner, in the base for directions that point down, else in the surface.
    #[doc(alias("mjc_prism_support", "mjccd_prism_support"))]
    #[inline]
    fn farthest(&self, dir: &Vec3) -> Vec3 {
        let start = if dir.z < 0.0 { 0 } else { 3 };
        let mut best = self.corner[start];
        let mut height = best.dot(dir);
        for corner in &self.corner[start + 1..start + 3] {
            let rise = corner.dot(dir);
            if rise > height {
                best = *corner;
                height = rise;
            }
        }
        best
    }
}

impl Convex for Prism {
    fn support(&self, dir: &Vec3) -> Vec3 {
        self.farthest(dir)
    }

    fn native_support(&self, dir: &Vec3) -> Vec3 {
        self.farthest(dir)
    }

    #[doc(alias("mjc_prism_center", "mjccd_prism_center"))]
    fn center(&self) -> Vec3 {
        let sum = self.corner.iter().fold(Vec3::zeros(), |sum, c| sum + c);
        sum * (1.0 / 6.0)
    }

    fn is_discrete(&self) -> bool {
        true
    }
}
