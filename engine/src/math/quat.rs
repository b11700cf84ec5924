//! Unit quaternions `w, x, y, z` as rotations. A sum of products is taken from left to right.
//!
//! `q = (cos(a/2), sin(a/2) axis)`; `v` becomes `q v q*`; turning with `w` for `h` is
//! `q exp(h w / 2)`.

use super::vec3;
use super::{MINVAL, Mat3, Vec3};

/// A quaternion `w, x, y, z`, in MuJoCo's memory order.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Quat(pub [f64; 4]);

impl Quat {
    /// The rotation that changes nothing.
    pub const IDENTITY: Quat = Quat([1.0, 0.0, 0.0, 0.0]);

    /// Rotation by `angle` about a unit `axis`.
    #[doc(alias = "mju_axisAngle2Quat")]
    #[inline]
    pub fn from_axis_angle(axis: &Vec3, angle: f64) -> Quat {
        if angle == 0.0 {
            return Quat::IDENTITY;
        }
        let s = (angle * 0.5).sin();
        Quat([(angle * 0.5).cos(), axis.x * s, axis.y * s, axis.z * s])
    }

    /// The shortest rotation that takes the z axis to the direction of `v`.
    #[doc(alias = "mju_quatZ2Vec")]
    pub fn from_z_to(v: &Vec3) -> Quat {
        let mut direction = *v;
        if vec3::normalize(&mut direction) < MINVAL {
            return Quat::IDENTITY;
        }
        let z = Vec3::z();
        let mut axis = z.cross(&direction);
        let sine = vec3::normalize(&mut axis);
        let cosine = direction.dot(&z);
        if sine.abs() < MINVAL {
            // Parallel or opposite: half a turn about x in the second case.
            return if cosine < 0.0 {
                Quat([0.0, 1.0, 0.0, 0.0])
            } else {
                Quat::IDENTITY
            };
        }
        Quat::from_axis_angle(&axis, sine.atan2(cosine))
    }

    /// The rotation of a rotation matrix, by whichever component is safe to divide by.
    #[doc(alias = "mju_mat2Quat")]
    pub fn from_mat(m: &Mat3) -> Quat {
        let m = &m.0;
        let mut q = if m[0] + m[4] + m[8] > 0.0 {
            let w = 0.5 * (1.0 + m[0] + m[4] + m[8]).sqrt();
            Quat([
                w,
                0.25 * (m[7] - m[5]) / w,
                0.25 * (m[2] - m[6]) / w,
                0.25 * (m[3] - m[1]) / w,
            ])
        } else if m[0] > m[4] && m[0] > m[8] {
            let x = 0.5 * (1.0 + m[0] - m[4] - m[8]).sqrt();
            Quat([
                0.25 * (m[7] - m[5]) / x,
                x,
                0.25 * (m[1] + m[3]) / x,
                0.25 * (m[2] + m[6]) / x,
            ])
        } else if m[4] > m[8] {
            let y = 0.5 * (1.0 - m[0] + m[4] - m[8]).sqrt();
            Quat([
                0.25 * (m[2] - m[6]) / y,
                0.25 * (m[1] + m[3]) / y,
                y,
                0.25 * (m[5] + m[7]) / y,
            ])
        } else {
            let z = 0.5 * (1.0 - m[0] - m[4] + m[8]).sqrt();
            Quat([
                0.25 * (m[3] - m[1]) / z,
                0.25 * (m[2] + m[6]) / z,
                0.25 * (m[5] + m[7]) / z,
                z,
            ])
        };
        q.normalize();
        q
    }

    /// The quaternion stored at the start of `slice`, which must hold four numbers.
    #[inline]
    pub fn from_slice(slice: &[f64]) -> Quat {
        Quat([slice[0], slice[1], slice[2], slice[3]])
    }

    /// The rotation matrix.
    #[doc(alias = "mju_quat2Mat")]
    #[inline]
    pub fn to_mat(&self) -> Mat3 {
        if *self == Quat::IDENTITY {
            return Mat3::IDENTITY;
        }
        let [w, x, y, z] = self.0;
        let (ww, wx, wy, wz) = (w * w, w * x, w * y, w * z);
        let (xx, xy, xz) = (x * x, x * y, x * z);
        let (yy, yz, zz) = (y * y, y * z, z * z);
        Mat3([
            ww + xx - yy - zz,
            2.0 * (xy - wz),
            2.0 * (xz + wy),
            2.0 * (xy + wz),
            ww - xx + yy - zz,
            2.0 * (yz - wx),
            2.0 * (xz - wy),
            2.0 * (yz + wx),
            ww - xx - yy + zz,
        ])
    }

    /// Makes the norm 1. A quaternion shorter than `MINVAL` becomes the identity; one that is
    /// already a unit within `MINVAL` is left as it is.
    #[doc(alias = "mju_normalize4")]
    #[inline]
    pub fn normalize(&mut self) {
        let [w, x, y, z] = self.0;
        let square = w * w + x * x + y * y + z * z;
        self.0 = match inverse_near_one(square).or_else(|| inverse_norm(square)) {
            Some(inverse) => [w * inverse, x * inverse, y * inverse, z * inverse],
            None => Quat::IDENTITY.0,
        };
    }

    /// This quaternion with norm 1.
    #[inline]
    pub fn normalized(mut self) -> Quat {
        self.normalize();
        self
    }

    /// The inverse rotation of a unit quaternion.
    #[doc(alias = "mju_negQuat")]
    #[inline]
    pub fn conjugate(&self) -> Quat {
        let [w, x, y, z] = self.0;
        Quat([w, -x, -y, -z])
    }

    /// The product: first `other`, then `self`.
    #[doc(alias = "mju_mulQuat")]
    #[inline]
    pub fn mul(&self, other: &Quat) -> Quat {
        let (a, b) = (&self.0, &other.0);
        Quat([
            a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
        ])
    }

    /// The product with a rotation that is often the identity.
    #[inline]
    pub(crate) fn then_fixed(&self, other: &Quat) -> Quat {
        // Products with zeros change nothing but the sign of a zero.
        if other.0.map(f64::to_bits) == Quat::IDENTITY.0.map(f64::to_bits)
            && self.0.iter().all(|x| x.abs() > 0.0)
        {
            *self
        } else {
            self.mul(other)
        }
    }

    /// The product with the pure quaternion `(0, axis)`.
    #[doc(alias = "mju_mulQuatAxis")]
    #[inline]
    pub fn mul_axis(&self, axis: &Vec3) -> Quat {
        let [w, x, y, z] = self.0;
        Quat([
            -x * axis.x - y * axis.y - z * axis.z,
            w * axis.x + y * axis.z - z * axis.y,
            w * axis.y + z * axis.x - x * axis.z,
            w * axis.z + x * axis.y - y * axis.x,
        ])
    }

    /// `v` rotated, by two cross products: `v + 2 u x (w v + u x v)` where `u` is the vector part.
    #[doc(alias = "mju_rotVecQuat")]
    #[inline]
    pub fn rotate(&self, v: &Vec3) -> Vec3 {
        if v.x == 0.0 && v.y == 0.0 && v.z == 0.0 {
            return Vec3::zeros();
        }
        self.rotate_vector(v)
    }

    /// `v` rotated, where `v` is not zero.
    #[inline]
    pub(crate) fn rotate_vector(&self, v: &Vec3) -> Vec3 {
        if *self == Quat::IDENTITY {
            return *v;
        }
        let [w, x, y, z] = self.0;
        let t = Vec3::new(
            w * v.x + y * v.z - z * v.y,
            w * v.y + z * v.x - x * v.z,
            w * v.z + x * v.y - y * v.x,
        );
        Vec3::new(
            v.x + 2.0 * (y * t.z - z * t.y),
            v.y + 2.0 * (z * t.x - x * t.z),
            v.z + 2.0 * (x * t.y - y * t.x),
        )
    }

    /// The constant angular velocity that makes this rotation in time `dt`, the short way round.
    #[doc(alias = "mju_quat2Vel")]
    pub fn to_velocity(&self, dt: f64) -> Vec3 {
        let [w, x, y, z] = self.0;
        let mut axis = Vec3::new(x, y, z);
        let sine = vec3::normalize(&mut axis);
        let mut angle = 2.0 * sine.atan2(w);
        if angle > std::f64::consts::PI {
            angle -= 2.0 * std::f64::consts::PI;
        }
        axis * (angle / dt)
    }

    /// The rotation from `other` to `self` as a rotation vector in the frame of `other`.
    #[doc(alias = "mju_subQuat")]
    #[inline]
    pub fn sub(&self, other: &Quat) -> Vec3 {
        other.conjugate().mul(self).to_velocity(1.0)
    }

    /// This orientation after turning with local angular velocity `velocity` for time `dt`.
    #[doc(alias = "mju_quatIntegrate")]
    #[inline]
    pub fn integrate(&self, velocity: &Vec3, dt: f64) -> Quat {
        let mut axis = *velocity;
        let angle = dt * vec3::normalize(&mut axis);
        let turn = Quat::from_axis_angle(&axis, angle);
        self.normalized().mul(&turn)
    }
}

/// The factor that makes a quaternion with this sum of squares a unit; `None` if it is shorter than
/// `MINVAL`.
#[cold]
fn inverse_norm(square: f64) -> Option<f64> {
    let norm = square.sqrt();
    if norm < MINVAL {
        None
    } else if (norm - 1.0).abs() > MINVAL {
        Some(1.0 / norm)
    } else {
        Some(1.0)
    }
}

/// The same for a sum of squares within a few ULPs of 1, without waiting for a root or a quotient:
/// counted in ULPs, the root lies halfway to 1 and the inverse opposite, where ULPs are half as
/// large below 1 as above it.
#[inline]
fn inverse_near_one(square: f64) -> Option<f64> {
    const ONE: u64 = 1.0_f64.to_bits();
    const NEAR: i64 = 1 << 20;
    /// Norms that are 1 within [`MINVAL`].
    const UNITS: std::ops::RangeInclusive<i64> = -9..=4;
    let square = square.to_bits().wrapping_sub(ONE).cast_signed();
    if !(-NEAR..NEAR).contains(&square) {
        return None;
    }
    // The exact root lies a little below halfway, the exact inverse a little above its opposite:
    // ties round down and up.
    let norm = square >> 1;
    let opposite = if norm > 0 { -2 * norm } else { -(norm >> 1) };
    let inverse = if UNITS.contains(&norm) { 0 } else { opposite };
    Some(f64::from_bits(ONE.wrapping_add_signed(inverse)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_one_counting_units_gives_what_root_and_quotient_give() {
        let one = 1.0_f64.to_bits();
        for bits in one - (1 << 20)..one + (1 << 20) {
            let square = f64::from_bits(bits);
            assert_eq!(inverse_near_one(square), inverse_norm(square), "{square}");
        }
    }

    #[test]
    fn far_from_one_is_left_to_root_and_quotient() {
        for square in [0.0, 1e-40, 0.5, 1.1, 4.0, f64::INFINITY, f64::NAN, -1.0] {
            assert_eq!(inverse_near_one(square), None, "{square}");
        }
    }
}
