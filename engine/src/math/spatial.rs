//! 6-D spatial algebra: motion vectors `(angular, linear)`, force vectors `(torque, force)`, and
//! rigid-body inertia as ten numbers.
//!
//! `v x m`, `v x* f` and `I v = (J w + h x v, m v - h x w)`: Featherstone, Rigid Body Dynamics
//! Algorithms (2008), chapter 2.

use wide::{f64x2, f64x4};

use super::{Mat3, Vec3, lanes};

/// A spatial motion or force: rotational part first.
pub type Spatial = [f64; 6];

/// Inertia about a frame's origin: `xx, yy, zz, xy, xz, yz` of the rotational part, mass times
/// offset, mass.
pub type Inertia = [f64; 10];

/// The spatial vector of two 3-vectors.
#[inline]
pub fn join(rotational: &Vec3, linear: &Vec3) -> Spatial {
    let (r, l) = (rotational, linear);
    [r.x, r.y, r.z, l.x, l.y, l.z]
}

/// The rotational part.
#[inline]
pub fn rotational(v: &Spatial) -> Vec3 {
    Vec3::new(v[0], v[1], v[2])
}

/// The linear part.
#[inline]
pub fn linear(v: &Spatial) -> Vec3 {
    Vec3::new(v[3], v[4], v[5])
}

/// `a += b`
#[inline]
pub(crate) fn add_to<const N: usize>(a: &mut [f64; N], b: &[f64; N]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += b;
    }
}

/// `a + b`
#[inline]
pub(crate) fn add(a: &Spatial, b: &Spatial) -> Spatial {
    std::array::from_fn(|i| a[i] + b[i])
}

/// `a - b`
#[inline]
pub(crate) fn sub(a: &Spatial, b: &Spatial) -> Spatial {
    std::array::from_fn(|i| a[i] - b[i])
}

/// `a * s`
#[inline]
pub(crate) fn scale(a: &Spatial, s: f64) -> Spatial {
    a.map(|x| x * s)
}

/// Dot product in the order of [`dense::dot`](super::dense::dot): four lanes, then the tail of two.
#[inline]
pub fn dot(a: &Spatial, b: &Spatial) -> f64 {
    let [a0, a1, a2, a3, a4, a5] = *a;
    let [b0, b1, b2, b3, b4, b5] = *b;
    let lanes = f64x4::from([a0, a1, a2, a3]) * f64x4::from([b0, b1, b2, b3]);
    lanes::sum(&lanes.to_array()) + (a4 * b4 + a5 * b5)
}

/// The dot products of two vectors with a third, each with the bits of [`dot`].
#[inline]
pub(crate) fn two_dots(a: &Spatial, b: &Spatial, c: &Spatial) -> [f64; 2] {
    let factors = f64x4::from([c[0], c[1], c[2], c[3]]);
    let lanes = |x: &Spatial| (f64x4::from([x[0], x[1], x[2], x[3]]) * factors).to_array();
    let halves = |[l0, l1, l2, l3]: [f64; 4]| f64x2::from([l0, l1]) + f64x2::from([l2, l3]);
    let tail = |x: &Spatial| f64x2::from([x[4], x[5]]) * f64x2::from([c[4], c[5]]);
    let across = |a: f64x2, b: f64x2| {
        let ([a0, a1], [b0, b1]) = (a.to_array(), b.to_array());
        f64x2::from([a0, b0]) + f64x2::from([a1, b1])
    };
    (across(halves(lanes(a)), halves(lanes(b))) + across(tail(a), tail(b))).to_array()
}

/// Rate of change of the motion `v` carried along by the motion `velocity`.
#[doc(alias = "mju_crossMotion")]
#[inline]
pub fn cross_motion(velocity: &Spatial, v: &Spatial) -> Spatial {
    let w = velocity;
    [
        -w[2] * v[1] + w[1] * v[2],
        w[2] * v[0] - w[0] * v[2],
        -w[1] * v[0] + w[0] * v[1],
        (-w[2] * v[4] + w[1] * v[5]) + (-w[5] * v[1] + w[4] * v[2]),
        (w[2] * v[3] - w[0] * v[5]) + (w[5] * v[0] - w[3] * v[2]),
        (-w[1] * v[3] + w[0] * v[4]) + (-w[4] * v[0] + w[3] * v[1]),
    ]
}

/// Rate of change of the force `f` carried along by the motion `velocity`.
#[doc(alias = "mju_crossForce")]
#[inline]
pub fn cross_force(velocity: &Spatial, f: &Spatial) -> Spatial {
    let w = velocity;
    [
        (-w[2] * f[1] + w[1] * f[2]) + (-w[5] * f[4] + w[4] * f[5]),
        (w[2] * f[0] - w[0] * f[2]) + (w[5] * f[3] - w[3] * f[5]),
        (-w[1] * f[0] + w[0] * f[1]) + (-w[4] * f[3] + w[3] * f[4]),
        -w[2] * f[4] + w[1] * f[5],
        w[2] * f[3] - w[0] * f[5],
        -w[1] * f[3] + w[0] * f[4],
    ]
}

/// Inertia of a body with principal moments `moments` along the columns of `frame`, its centre of
/// mass at `offset`.
#[doc(alias = "mju_inertCom")]
#[inline]
pub(crate) fn inertia_about(moments: &Vec3, frame: &Mat3, offset: &Vec3, mass: f64) -> Inertia {
    let m = &frame.0;
    let (a, b, c) = (moments.x, moments.y, moments.z);
    // Element (i, j) of R diag R': row i of R against row j scaled by the moments.
    let element = |i: usize, j: usize| {
        m[3 * i] * (m[3 * j] * a)
            + m[3 * i + 1] * (m[3 * j + 1] * b)
            + m[3 * i + 2] * (m[3 * j + 2] * c)
    };
    let d = offset;
    [
        element(0, 0) + mass * (d.y * d.y + d.z * d.z),
        element(1, 1) + mass * (d.x * d.x + d.z * d.z),
        element(2, 2) + mass * (d.x * d.x + d.y * d.y),
        element(0, 1) - mass * d.x * d.y,
        element(0, 2) - mass * d.x * d.z,
        element(1, 2) - mass * d.y * d.z,
        mass * d.x,
        mass * d.y,
        mass * d.z,
        mass,
    ]
}

/// Momentum of a body with inertia `i` that moves with `v`.
#[doc(alias = "mju_mulInertVec")]
#[inline]
pub fn inertia_mul(i: &Inertia, v: &Spatial) -> Spatial {
    [
        i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5],
        i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5],
        i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4],
        i[8] * v[1] - i[7] * v[2] + i[9] * v[3],
        i[6] * v[2] - i[8] * v[0] + i[9] * v[4],
        i[7] * v[0] - i[6] * v[1] + i[9] * v[5],
    ]
}

/// Motion of a hinge about `axis`, seen from a point at `offset` from it.
#[doc(alias = "mju_dofCom")]
#[inline]
pub(crate) fn hinge_motion(axis: &Vec3, offset: &Vec3) -> Spatial {
    join(axis, &axis.cross(offset))
}

/// Motion of a slide along `axis`.
#[inline]
pub(crate) fn slide_motion(axis: &Vec3) -> Spatial {
    join(&Vec3::zeros(), axis)
}

/// The sum of motions `columns[k] * rates[k]`, accumulated one after the other; a single one is
/// only scaled, and where there are several a rate of zero is skipped.
#[doc(alias = "mju_mulDofVec")]
#[inline]
pub fn combine(columns: &[Spatial], rates: &[f64]) -> Spatial {
    if let ([column], [rate]) = (columns, rates) {
        return scale(column, *rate);
    }
    let mut sum = [0.0; 6];
    for (column, &rate) in columns.iter().zip(rates) {
        if rate != 0.0 {
            for (s, c) in sum.iter_mut().zip(column) {
                *s += c * rate;
            }
        }
    }
    sum
}

/// A motion vector given about `from`, expressed about `to` and, with a frame, in that frame's
/// axes.
#[doc(alias = "mju_transformSpatial")]
#[inline]
pub fn transform_motion(v: &Spatial, to: &Vec3, from: &Vec3, frame: Option<&Mat3>) -> Spatial {
    let angular = rotational(v);
    let moved = linear(v) - (to - from).cross(&angular);
    turned(&angular, &moved, frame)
}

/// A force vector given about `from`, expressed about `to` and, with a frame, in that frame's axes.
#[inline]
pub fn transform_force(v: &Spatial, to: &Vec3, from: &Vec3, frame: Option<&Mat3>) -> Spatial {
    let force = linear(v);
    let torque = rotational(v) - (to - from).cross(&force);
    turned(&torque, &force, frame)
}

#[inline]
fn turned(rotational: &Vec3, linear: &Vec3, frame: Option<&Mat3>) -> Spatial {
    match frame {
        Some(frame) => join(&frame.tr_mul_vec(rotational), &frame.tr_mul_vec(linear)),
        None => join(rotational, linear),
    }
}
