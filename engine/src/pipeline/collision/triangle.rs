//! The point of a triangle or segment that is nearest to the origin, with libccd's thresholds.
//!
//! A point of the triangle is `x0 + s d1 + t d2`; its squared norm is least where both derivatives
//! vanish. Where that point is outside, the nearest one is on a side.
//!
//! Compare Ericson, Real-Time Collision Detection (2005), section 5.1.5.

use super::mpr::{is_zero, nearly_equal};
use crate::math::Vec3;

/// Squared distance to the nearest point of a triangle, and that point.
pub(super) fn nearest_to_origin(x0: &Vec3, b: &Vec3, c: &Vec3) -> (f64, Vec3) {
    let d1 = b - x0;
    let d2 = c - x0;
    let v = d1.dot(&d1);
    let w = d2.dot(&d2);
    let p = x0.dot(&d1);
    let q = x0.dot(&d2);
    let r = d1.dot(&d2);

    let area_sqr = w * v - r * r;
    if !is_zero(area_sqr) {
        let s = (q * r - w * p) / area_sqr;
        let t = (-s * r - q) / w;
        if within_unit(s) && within_unit(t) && at_most_one(t + s) {
            let nearest = x0 + d1 * s + d2 * t;
            return (nearest.dot(&nearest), nearest);
        }
    }

    let mut best = nearest_on_segment(x0, b);
    for candidate in [nearest_on_segment(x0, c), nearest_on_segment(b, c)] {
        if candidate.0 < best.0 {
            best = candidate;
        }
    }
    best
}

fn at_most_one(x: f64) -> bool {
    nearly_equal(x, 1.0) || x < 1.0
}

fn within_unit(x: f64) -> bool {
    (is_zero(x) || x > 0.0) && at_most_one(x)
}

fn nearest_on_segment(x0: &Vec3, b: &Vec3) -> (f64, Vec3) {
    let d = b - x0;
    let t = -x0.dot(&d) / d.dot(&d);
    let nearest = if t < 0.0 || is_zero(t) {
        *x0
    } else if t > 1.0 || nearly_equal(t, 1.0) {
        *b
    } else {
        d * t + x0
    };
    (nearest.dot(&nearest), nearest)
}
