//! Derivatives of the difference of quaternions, and of turning one: 3 x 3 matrices, since a small
//! rotation is a vector.
//!
//! With the half angle `a` and the cross matrix `K` of the axis between two orientations, the
//! difference changes by `I + a K + (1 - a / tan a) K K`. Turning by `s` has the right Jacobian
//! `I b + c [-s]x + d s s'`: Sola, Deray, Atchuthan, A micro Lie theory for state estimation in
//! robotics (2018).

use super::{Mat3, Quat, Vec3, vec3};

/// Derivatives of an orientation after turning with an angular velocity for some time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct IntegrateDerivative {
    /// By the orientation before.
    pub by_quat: Mat3,
    /// By the velocity, for a time of 1: multiply by the time for that of the velocity itself.
    pub by_velocity: Mat3,
    /// By the time.
    pub by_time: Vec3,
}

impl Quat {
    /// Derivatives of [`Quat::sub`] by `self` and by `other`, both as rotation vectors in their own
    /// frames.
    #[doc(alias = "mjd_subQuat")]
    pub fn sub_derivative(&self, other: &Quat) -> [Mat3; 2] {
        let mut axis = self.sub(other);
        let half = 0.5 * vec3::normalize(&mut axis);
        let (x, y, z) = (axis.x, axis.y, axis.z);
        let cross = Mat3([0.0, -z, y, z, 0.0, -x, -y, x, 0.0]);
        let square = cross.mul(&cross);
        // Where the quotient cannot be told from its limit, it is the limit.
        let quotient = if half < 6e-8 { 1.0 } else { half / half.tan() };
        let mut by_self = Mat3::IDENTITY;
        for (sum, k) in by_self.0.iter_mut().zip(cross.0) {
            *sum += k * half;
        }
        for (sum, k) in by_self.0.iter_mut().zip(square.0) {
            *sum += k * (1.0 - quotient);
        }
        let by_other = Mat3(by_self.transpose().0.map(|x| -x));
        [by_self, by_other]
    }

    /// Derivatives of [`Quat::integrate`], which do not depend on the orientation itself.
    #[doc(alias = "mjd_quatIntegrate")]
    pub fn integrate_derivative(velocity: &Vec3, time: f64) -> IntegrateDerivative {
        let s = Vec3::new(time * velocity.x, time * velocity.y, time * velocity.z);
        let cross = [0.0, s.z, -s.y, -s.z, 0.0, s.x, s.y, -s.x, 0.0];
        let outer: [f64; 9] = std::array::from_fn(|i| s[i / 3] * s[i % 3]);
        let [cos, first, second, third] = coefficients(s.dot(&s));
        let combine = |[a, b, c]: [f64; 3]| {
            let element = |i: usize| a * Mat3::IDENTITY.0[i] + b * cross[i] + c * outer[i];
            Mat3(std::array::from_fn(element))
        };
        let by_velocity = combine([first, second, third]);
        IntegrateDerivative {
            by_quat: combine([cos, first, second]),
            by_velocity,
            by_time: by_velocity.mul_vec(velocity),
        }
    }
}

/// `cos x`, `sin x / x`, `(1 - cos x) / x^2` and `(x - sin x) / x^3` from `x^2`; the last three by
/// their series where `x` is small.
fn coefficients(square: f64) -> [f64; 4] {
    let x = square.sqrt();
    let cos = x.cos();
    if x.abs() > 1.0 / 32.0 {
        let first = x.sin() / x;
        return [cos, first, (1.0 - cos) / square, (1.0 - first) / square];
    }
    // 1 + y / p (y / q (1 - y / r) - 1)
    let series = |[p, q, r]: [f64; 3]| 1.0 + square / p * (square / q * (1.0 - square / r) - 1.0);
    [
        cos,
        series([6.0, 20.0, 42.0]),
        series([12.0, 30.0, 56.0]) / 2.0,
        series([20.0, 42.0, 72.0]) / 6.0,
    ]
}
