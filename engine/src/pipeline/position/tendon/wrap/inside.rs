//! A tendon kept inside of a circle touches it in one point.
//!
//! With `z` the sine of the angle of incidence, equal angles mean
//! `asin(a z) + asin(b z) - 2 asin(z) + g = 0`, for ends at distances `radius / a` and `radius / b`
//! with the angle `g` between them.

use super::{Point2, normalized, sub};
use crate::math::{MINVAL, dense, scalar};

/// The point where a tendon kept inside the circle touches it; the arc has no length.
pub(super) fn wrap_inside(ends: &[Point2; 2], radius: f64) -> Option<Point2> {
    let lengths = [dense::norm(&ends[0]), dense::norm(&ends[1])];
    let segment = sub(&ends[1], &ends[0]);
    let square_length = segment[0] * segment[0] + segment[1] * segment[1];
    if lengths
        .iter()
        .any(|&length| length <= radius || length < MINVAL)
        || radius < MINVAL
    {
        return None;
    }
    if square_length > MINVAL {
        let along = -(segment[0] * ends[0][0] + segment[1] * ends[0][1]) / square_length;
        if along > 0.0 && along < 1.0 {
            let nearest = [
                ends[0][0] + segment[0] * along,
                ends[0][1] + segment[1] * along,
            ];
            if dense::norm(&nearest) <= radius {
                return None;
            }
        }
    }
    let cosine = (lengths[0] * lengths[0] + lengths[1] * lengths[1] - square_length)
        / (2.0 * lengths[0] * lengths[1]);
    if cosine < -1.0 + MINVAL {
        return None;
    }
    let touching = if cosine > 1.0 - MINVAL {
        None
    } else {
        inside_angle(ends, lengths.map(|length| radius / length), cosine.acos())
    };
    let point = match touching {
        Some((from, angle)) => {
            let v = normalized(ends[from]);
            [
                radius * (angle.cos() * v[0] - angle.sin() * v[1]),
                radius * (angle.sin() * v[0] + angle.cos() * v[1]),
            ]
        }
        // Without a solution the touching point is halfway between the ends.
        None => {
            let middle = [
                0.5 * (ends[0][0] + ends[1][0]),
                0.5 * (ends[0][1] + ends[1][1]),
            ];
            let mut point = normalized(middle);
            dense::scale(&mut point, radius);
            point
        }
    };
    Some(point)
}

/// The touching point as a rotation from one of the ends, where incidence and reflection are equal:
/// the root of `asin(a z) + asin(b z) - 2 asin(z) + g`. `None` where Newton's method fails.
fn inside_angle(ends: &[Point2; 2], [a, b]: [f64; 2], g: f64) -> Option<(usize, f64)> {
    const MAX_ITERATIONS: usize = 20;
    const TOLERANCE: f64 = 1e-6;
    let value = |z: f64| (a * z).asin() + (b * z).asin() - 2.0 * z.asin() + g;
    let slope_of = |c: f64, z: f64| scalar::max(MINVAL, (1.0 - z * z * c * c).sqrt());
    let mut z = 1.0 - 1e-7;
    let mut f = value(z);
    if f > 0.0 {
        return None;
    }
    let mut iterations = 0;
    while iterations < MAX_ITERATIONS && f.abs() > TOLERANCE {
        let slope = a / slope_of(a, z) + b / slope_of(b, z)
            - 2.0 / scalar::max(MINVAL, (1.0 - z * z).sqrt());
        if slope > -MINVAL {
            return None;
        }
        let next = z - f / slope;
        if next > z {
            return None;
        }
        z = next;
        f = value(z);
        if f > TOLERANCE {
            return None;
        }
        iterations += 1;
    }
    if iterations >= MAX_ITERATIONS {
        return None;
    }
    if ends[0][0] * ends[1][1] - ends[0][1] * ends[1][0] > 0.0 {
        Some((0, z.asin() - (a * z).asin()))
    } else {
        Some((1, z.asin() - (b * z).asin()))
    }
}
