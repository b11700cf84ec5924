//! The plane through three points: n·x + d = 0 with n of length 1, pointing outwards.
//!
//! The normal is the cross product of two edges. Where rounding leaves a corner out of the plane,
//! the normal is found again by Gaussian elimination of the edges with row pivoting, and back
//! substitution.

use super::tolerance::{Divisor, Tolerance};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Plane {
    pub(super) normal: [f64; 3],
    pub(super) offset: f64,
}

impl Plane {
    /// How high a point is above the plane.
    #[inline]
    pub(super) fn distance(&self, p: &[f64; 3]) -> f64 {
        let n = &self.normal;
        self.offset + p[0] * n[0] + p[1] * n[1] + p[2] * n[2]
    }

    pub(super) fn flip(&mut self) {
        self.normal = self.normal.map(|x| -x);
        self.offset = -self.offset;
    }

    /// The plane through the corners, and whether they are too close to a line to say which side is
    /// up.
    pub(super) fn through(
        corners: [&[f64; 3]; 3],
        top: bool,
        tolerance: &Tolerance,
    ) -> (Plane, bool) {
        let plane = by_determinants(corners, top, tolerance);
        let n = &plane.normal;
        let off = |p: &[f64; 3]| {
            let distance = plane.offset + (p[0] * n[0] + p[1] * n[1] + p[2] * n[2]);
            distance > tolerance.round || distance < -tolerance.round
        };
        if off(corners[2]) || off(corners[1]) {
            by_elimination(corners, top, tolerance)
        } else {
            (plane, false)
        }
    }
}

#[inline]
pub(super) fn difference(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The cosine of the angle between normals.
pub(super) fn cosine(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    0.0 + a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The square of the distance between points.
pub(super) fn squared_distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    let d = difference(a, b);
    0.0 + d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
}

fn by_determinants(corners: [&[f64; 3]; 3], top: bool, tolerance: &Tolerance) -> Plane {
    let a = difference(corners[1], corners[0]);
    let b = difference(corners[2], corners[0]);
    let mut normal = [
        b[1] * a[2] - b[2] * a[1],
        a[0] * b[2] - a[2] * b[0],
        b[0] * a[1] - b[1] * a[0],
    ];
    normalize(&mut normal, top, &tolerance.divisor);
    let p = corners[0];
    let offset = -(p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2]);
    Plane { normal, offset }
}

fn by_elimination(corners: [&[f64; 3]; 3], top: bool, tolerance: &Tolerance) -> (Plane, bool) {
    let mut rows = [
        difference(corners[1], corners[0]),
        difference(corners[2], corners[0]),
    ];
    let mut sign = top;
    let mut uncertain = false;
    if rows[1][0].abs() > rows[0][0].abs() {
        rows.swap(0, 1);
        sign = !sign;
    }
    let pivot = rows[0][0].abs();
    uncertain |= pivot <= tolerance.near_zero[0];
    if pivot != 0.0 {
        let factor = rows[1][0] / rows[0][0];
        rows[1][1] -= factor * rows[0][1];
        rows[1][2] -= factor * rows[0][2];
    }
    uncertain |= rows[1][1].abs() <= tolerance.near_zero[1];
    for k in [1, 0] {
        sign ^= rows[k][k] < 0.0;
    }
    let (mut normal, singular) = back_substitute(&rows, sign, &tolerance.divisor);
    normalize(&mut normal, true, &tolerance.divisor);
    let p = corners[0];
    let mut offset = -(p[0] * normal[0]);
    offset -= p[1] * normal[1];
    offset -= p[2] * normal[2];
    (Plane { normal, offset }, uncertain || singular)
}

/// The normal to both rows, and whether a pivot was zero.
fn back_substitute(rows: &[[f64; 3]; 2], sign: bool, divisor: &Divisor) -> ([f64; 3], bool) {
    let last = if sign { -1.0 } else { 1.0 };
    let mut normal = [0.0, 0.0, last];
    let mut singular = false;
    for i in [1, 0] {
        let mut value = 0.0;
        for j in i + 1..3 {
            value -= rows[i][j] * normal[j];
        }
        let pivot = rows[i][i];
        if pivot.abs() > divisor.pivot {
            normal[i] = value / pivot;
        } else if let Some(quotient) = quotient(value, pivot, divisor.pivot_ratio) {
            normal[i] = quotient;
        } else {
            singular = true;
            normal[i] = last;
            normal[i + 1..].fill(0.0);
        }
    }
    (normal, singular)
}

/// Scales a normal to length 1, downwards unless `top`.
fn normalize(normal: &mut [f64; 3], top: bool, divisor: &Divisor) {
    let [x, y, z] = *normal;
    let norm = (x * x + y * y + z * z).sqrt();
    let signed = if top { norm } else { -norm };
    if norm > divisor.norm {
        *normal = normal.map(|x| x / signed);
    } else if norm == 0.0 {
        *normal = [(1.0_f64 / 3.0).sqrt(); 3];
    } else {
        for k in 0..3 {
            if let Some(quotient) = quotient(normal[k], signed, divisor.norm_ratio) {
                normal[k] = quotient;
            } else {
                let greatest = (1..3).fold(0, |g, k| {
                    if normal[k].abs() > normal[g].abs() {
                        k
                    } else {
                        g
                    }
                });
                let side = if normal[greatest] * signed >= 0.0 {
                    1.0
                } else {
                    -1.0
                };
                *normal = [0.0; 3];
                normal[greatest] = side;
                return;
            }
        }
    }
}

/// The quotient, unless it is too great.
fn quotient(dividend: f64, divisor: f64, ratio: f64) -> Option<f64> {
    if dividend < ratio && dividend > -ratio {
        return (dividend.abs() < divisor.abs()).then(|| dividend / divisor);
    }
    let inverse = divisor / dividend;
    (inverse > ratio || inverse < -ratio).then(|| dividend / divisor)
}
