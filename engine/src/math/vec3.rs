//! 3-vector operations with MuJoCo's thresholds. Sums, differences, dot and cross products are
//! nalgebra's: it has the same order.

use super::{MINVAL, Vec3};

/// Makes `v` a unit vector and returns its former norm. A vector shorter than `MINVAL` becomes the
/// x axis.
#[doc(alias = "mju_normalize3")]
#[inline]
pub fn normalize(v: &mut Vec3) -> f64 {
    let norm = norm(v);
    if norm < MINVAL {
        *v = Vec3::new(1.0, 0.0, 0.0);
    } else {
        *v *= 1.0 / norm;
    }
    norm
}

/// The unit vector along `v`; the x axis for a vector shorter than `MINVAL`.
#[inline]
pub fn normalized(mut v: Vec3) -> Vec3 {
    normalize(&mut v);
    v
}

/// Whether all components are zeros of either sign.
#[inline]
pub(crate) fn is_zero(v: &Vec3) -> bool {
    (v.x.to_bits() | v.y.to_bits() | v.z.to_bits()) << 1 == 0
}

/// Euclidean length.
#[doc(alias = "mju_norm3")]
#[inline]
pub fn norm(v: &Vec3) -> f64 {
    (v.x * v.x + v.y * v.y + v.z * v.z).sqrt()
}

/// Distance between two points.
#[doc(alias = "mju_dist3")]
#[inline]
pub fn distance(a: &Vec3, b: &Vec3) -> f64 {
    norm(&(a - b))
}

/// Whether each component agrees within `MINVAL`.
#[doc(alias = "mju_equal3")]
#[inline]
pub(crate) fn nearly_equal(a: &Vec3, b: &Vec3) -> bool {
    (a - b).iter().all(|d| d.abs() < MINVAL)
}
