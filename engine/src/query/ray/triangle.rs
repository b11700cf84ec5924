//! A ray against triangles: they are projected along the ray, where it is a point.
//!
//! With `p_k` the projected corners: `t0 p0 + t1 p1 + (1 - t0 - t1) p2 = 0`, and the ray meets the
//! triangle where all weights are at least 0.

use super::Ray;
use crate::math::{MINVAL, Vec3, vec3};

/// A ray with two directions across it.
pub(super) struct Beam {
    pub ray: Ray,
    pub across: [Vec3; 2],
}

impl Beam {
    pub(super) fn new(ray: Ray) -> Beam {
        let v = &ray.vector;
        let [x, y, z] = [v.x.abs(), v.y.abs(), v.z.abs()];
        // Anything that is not along the ray.
        let start = if x >= y && x >= z {
            Vec3::new(0.0, 1.0, 1.0)
        } else if y >= z {
            Vec3::new(1.0, 0.0, 1.0)
        } else {
            Vec3::new(1.0, 1.0, 0.0)
        };
        let second = vec3::normalized(start + v * (-v.dot(&start) / v.dot(v)));
        let first = vec3::normalized(second.cross(v));
        Beam {
            ray,
            across: [first, second],
        }
    }

    /// Where the ray passes a triangle, if it is ahead.
    #[doc(alias = "ray_triangle")]
    pub(super) fn triangle(&self, corner: &[Vec3; 3]) -> Option<f64> {
        let Ray { point, vector } = &self.ray;
        let [p0, p1, p2] = [0, 1, 2].map(|i| {
            let offset = corner[i] - point;
            [self.across[0].dot(&offset), self.across[1].dot(&offset)]
        });
        let beside = |k: usize| {
            (p0[k] > 0.0 && p1[k] > 0.0 && p2[k] > 0.0)
                || (p0[k] < 0.0 && p1[k] < 0.0 && p2[k] < 0.0)
        };
        if beside(0) || beside(1) {
            return None;
        }

        // Coordinates of the ray's point in the projected triangle.
        let (a, b) = (p0[0] - p2[0], p1[0] - p2[0]);
        let (c, d) = (p0[1] - p2[1], p1[1] - p2[1]);
        let det = a * d - b * c;
        if det.abs() < MINVAL {
            return None;
        }
        let t0 = (d * -p2[0] - b * -p2[1]) / det;
        let t1 = (-c * -p2[0] + a * -p2[1]) / det;
        if t0 < 0.0 || t1 < 0.0 || t0 + t1 > 1.0 {
            return None;
        }

        let normal = (corner[0] - corner[2]).cross(&(corner[1] - corner[2]));
        let slope = vector.dot(&normal);
        if slope.abs() < MINVAL {
            return None;
        }
        let x = -(point - corner[2]).dot(&normal) / slope;
        (x >= 0.0).then_some(x)
    }
}
