//! Vectors, quaternions, matrices and spatial algebra of eight worlds abreast: lane `k` of every
//! number belongs to world `k`.
//!
//! Each operation is that of the plain types, in their order, so that a lane has the bits that its
//! world would have alone. Where those take a short cut that depends on the numbers, the lanes for
//! which they would take it are chosen.

mod eight;

pub(crate) use eight::Eight;

use super::lanes;
use super::{MINVAL, Mat3, Quat, Vec3};

/// How many worlds go abreast.
pub(crate) const WIDTH: usize = 8;

/// A vector of each world.
pub(crate) type Vec3s = [Eight; 3];
/// A quaternion of each world.
pub(crate) type Quats = [Eight; 4];
/// A matrix of each world, row by row.
pub(crate) type Mat3s = [Eight; 9];
/// A spatial motion or force of each world.
pub(crate) type Spatials = [Eight; 6];
/// An inertia of each world.
pub(crate) type Inertias = [Eight; 10];

/// The same number in each world.
#[inline(always)]
pub(crate) fn all(x: f64) -> Eight {
    Eight::splat(x)
}

/// The same vector in each world.
#[inline(always)]
pub(crate) fn all3(v: &Vec3) -> Vec3s {
    [all(v.x), all(v.y), all(v.z)]
}

/// The same quaternion in each world.
#[inline(always)]
pub(crate) fn all_quat(q: &Quat) -> Quats {
    q.0.map(all)
}

/// `a + b`
#[inline(always)]
pub(crate) fn add<const N: usize>(a: &[Eight; N], b: &[Eight; N]) -> [Eight; N] {
    std::array::from_fn(|i| a[i] + b[i])
}

/// `a - b`
#[inline(always)]
pub(crate) fn sub<const N: usize>(a: &[Eight; N], b: &[Eight; N]) -> [Eight; N] {
    std::array::from_fn(|i| a[i] - b[i])
}

/// `a s`
#[inline(always)]
pub(crate) fn scale<const N: usize>(a: &[Eight; N], s: Eight) -> [Eight; N] {
    a.map(|x| x * s)
}

/// `a x b`
#[inline(always)]
pub(crate) fn cross(a: &Vec3s, b: &Vec3s) -> Vec3s {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Dot product of 3-vectors.
#[inline(always)]
pub(crate) fn dot3(a: &Vec3s, b: &Vec3s) -> Eight {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The lanes in which a quaternion is the identity, if there are any.
#[inline(always)]
fn identities(q: &Quats) -> Option<Eight> {
    let unit = q[0].cmp_eq(Eight::ONE);
    if unit.none() {
        return None;
    }
    let zero = |x: Eight| x.cmp_eq(Eight::ZERO);
    Some(unit & zero(q[1]) & zero(q[2]) & zero(q[3]))
}

/// Rotation by angles about an axis that all worlds share.
#[inline(always)]
pub(crate) fn axis_angle(axis: &Vec3, angle: Eight) -> Quats {
    let half = (angle * Eight::HALF).to_array();
    let (sin, cos) = (half.map(f64::sin), half.map(f64::cos));
    let sin = Eight::from(sin);
    let turned = all3(axis).map(|x| x * sin);
    let still = angle.cmp_eq(Eight::ZERO);
    let [x, y, z] = if still.any() {
        turned.map(|x| still.blend(Eight::ZERO, x))
    } else {
        turned
    };
    [Eight::from(cos), x, y, z]
}

/// The product of quaternions.
#[inline(always)]
pub(crate) fn mul_quat(a: &Quats, b: &Quats) -> Quats {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// The product with a rotation that all worlds share, and that is often the identity.
#[inline(always)]
pub(crate) fn then_fixed(a: &Quats, fixed: &Quat) -> Quats {
    // Products with zeros change nothing but the sign of a zero.
    if fixed.0.map(f64::to_bits) == Quat::IDENTITY.0.map(f64::to_bits) {
        let some = |x: Eight| x.abs().cmp_gt(Eight::ZERO);
        if (some(a[0]) & some(a[1]) & some(a[2]) & some(a[3])).all() {
            return *a;
        }
    }
    mul_quat(a, &all_quat(fixed))
}

/// A vector other than zero that all worlds share, rotated.
#[inline(always)]
pub(crate) fn rotate_vector(q: &Quats, v: &Vec3) -> Vec3s {
    let [w, x, y, z] = *q;
    let v = all3(v);
    let t = [
        w * v[0] + y * v[2] - z * v[1],
        w * v[1] + z * v[0] - x * v[2],
        w * v[2] + x * v[1] - y * v[0],
    ];
    let two = all(2.0);
    let rotated = [
        v[0] + two * (y * t[2] - z * t[1]),
        v[1] + two * (z * t[0] - x * t[2]),
        v[2] + two * (x * t[1] - y * t[0]),
    ];
    match identities(q) {
        None => rotated,
        Some(still) => std::array::from_fn(|i| still.blend(v[i], rotated[i])),
    }
}

/// Quaternions of norm 1, by the thresholds of [`Quat::normalize`].
#[inline(always)]
pub(crate) fn normalized(q: &Quats) -> Quats {
    let [w, x, y, z] = *q;
    let norm = (w * w + x * x + y * y + z * z).sqrt();
    let far = (norm - Eight::ONE).abs().cmp_gt(all(MINVAL));
    let inverse = far.blend(Eight::ONE / norm, Eight::ONE);
    // A norm that is no number is not far from 1, and the numbers stay as they are.
    let unit = q.map(|x| x * inverse);
    let short = norm.cmp_lt(all(MINVAL));
    if short.none() {
        return unit;
    }
    let identity = all_quat(&Quat::IDENTITY);
    std::array::from_fn(|i| short.blend(identity[i], unit[i]))
}

/// The rotation matrices.
#[inline(always)]
pub(crate) fn to_mat(q: &Quats) -> Mat3s {
    let [w, x, y, z] = *q;
    let (ww, wx, wy, wz) = (w * w, w * x, w * y, w * z);
    let (xx, xy, xz) = (x * x, x * y, x * z);
    let (yy, yz, zz) = (y * y, y * z, z * z);
    let two = all(2.0);
    let turned = [
        ww + xx - yy - zz,
        two * (xy - wz),
        two * (xz + wy),
        two * (xy + wz),
        ww - xx + yy - zz,
        two * (yz - wx),
        two * (xz - wy),
        two * (yz + wx),
        ww - xx - yy + zz,
    ];
    match identities(q) {
        None => turned,
        Some(still) => {
            let identity = Mat3::IDENTITY.0.map(all);
            std::array::from_fn(|i| still.blend(identity[i], turned[i]))
        }
    }
}

/// `M v` for a vector that all worlds share.
#[inline(always)]
pub(crate) fn mul_vec(m: &Mat3s, v: &Vec3) -> Vec3s {
    let v = all3(v);
    std::array::from_fn(|i| m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2])
}

/// Dot product in the order of [`spatial::dot`](super::spatial::dot).
#[inline(always)]
pub(crate) fn dot(a: &Spatials, b: &Spatials) -> Eight {
    let p: Spatials = std::array::from_fn(|i| a[i] * b[i]);
    lanes::sum(&[p[0], p[1], p[2], p[3]]) + (p[4] + p[5])
}

/// As [`spatial::cross_motion`](super::spatial::cross_motion): `-a + b` is `b - a`.
#[inline(always)]
pub(crate) fn cross_motion(w: &Spatials, v: &Spatials) -> Spatials {
    [
        w[1] * v[2] - w[2] * v[1],
        w[2] * v[0] - w[0] * v[2],
        w[0] * v[1] - w[1] * v[0],
        (w[1] * v[5] - w[2] * v[4]) + (w[4] * v[2] - w[5] * v[1]),
        (w[2] * v[3] - w[0] * v[5]) + (w[5] * v[0] - w[3] * v[2]),
        (w[0] * v[4] - w[1] * v[3]) + (w[3] * v[1] - w[4] * v[0]),
    ]
}

/// As [`spatial::cross_force`](super::spatial::cross_force).
#[inline(always)]
pub(crate) fn cross_force(w: &Spatials, f: &Spatials) -> Spatials {
    [
        (w[1] * f[2] - w[2] * f[1]) + (w[4] * f[5] - w[5] * f[4]),
        (w[2] * f[0] - w[0] * f[2]) + (w[5] * f[3] - w[3] * f[5]),
        (w[0] * f[1] - w[1] * f[0]) + (w[3] * f[4] - w[4] * f[3]),
        w[1] * f[5] - w[2] * f[4],
        w[2] * f[3] - w[0] * f[5],
        w[0] * f[4] - w[1] * f[3],
    ]
}

/// As [`spatial::inertia_about`](super::spatial::inertia_about), of a body that all worlds share.
#[inline(always)]
pub(crate) fn inertia_about(moments: &Vec3, m: &Mat3s, d: &Vec3s, mass: f64) -> Inertias {
    let [a, b, c] = all3(moments);
    let element = |i: usize, j: usize| {
        m[3 * i] * (m[3 * j] * a)
            + m[3 * i + 1] * (m[3 * j + 1] * b)
            + m[3 * i + 2] * (m[3 * j + 2] * c)
    };
    let mass = all(mass);
    [
        element(0, 0) + mass * (d[1] * d[1] + d[2] * d[2]),
        element(1, 1) + mass * (d[0] * d[0] + d[2] * d[2]),
        element(2, 2) + mass * (d[0] * d[0] + d[1] * d[1]),
        element(0, 1) - mass * d[0] * d[1],
        element(0, 2) - mass * d[0] * d[2],
        element(1, 2) - mass * d[1] * d[2],
        mass * d[0],
        mass * d[1],
        mass * d[2],
        mass,
    ]
}

/// As [`spatial::inertia_mul`](super::spatial::inertia_mul).
#[inline(always)]
pub(crate) fn inertia_mul(i: &Inertias, v: &Spatials) -> Spatials {
    [
        i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5],
        i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5],
        i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4],
        i[8] * v[1] - i[7] * v[2] + i[9] * v[3],
        i[6] * v[2] - i[8] * v[0] + i[9] * v[4],
        i[7] * v[0] - i[6] * v[1] + i[9] * v[5],
    ]
}

/// As [`spatial::combine`](super::spatial::combine): a rate of zero is skipped where there are
/// several.
#[inline(always)]
pub(crate) fn combine(columns: &[Spatials], rates: &[Eight]) -> Spatials {
    if let ([column], [rate]) = (columns, rates) {
        return scale(column, *rate);
    }
    let mut sum = [Eight::ZERO; 6];
    for (column, &rate) in columns.iter().zip(rates) {
        let skipped = rate.cmp_eq(Eight::ZERO);
        for (s, &c) in sum.iter_mut().zip(column) {
            *s = skipped.blend(*s, *s + c * rate);
        }
    }
    sum
}

/// `x` within bounds that all worlds share; no number stays none.
#[inline(always)]
pub(crate) fn clip(x: Eight, [lower, upper]: [f64; 2]) -> Eight {
    let (lower, upper) = (all(lower), all(upper));
    let clipped = x.cmp_gt(upper).blend(upper, x);
    x.cmp_lt(lower).blend(lower, clipped)
}

/// The lanes whose numbers no simulation can go on with, as bits.
#[inline(always)]
pub(crate) fn bad_lanes(values: &[Eight]) -> u32 {
    let limit = all(super::MAXVAL);
    let good = Eight::ZERO.cmp_eq(Eight::ZERO);
    // What is no number is not below the limit either.
    let good = values
        .iter()
        .fold(good, |good, x| good & x.abs().cmp_le(limit));
    !good.lanes() & ((1 << WIDTH) - 1)
}

#[cfg(test)]
mod tests;
