//! Rotations from angles, their rates, and the rotation nearest to a matrix.

use super::{MINVAL, Mat3, Quat, Vec3, vec3};

/// A sequence of axes that is none: three letters of `xyzXYZ`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a sequence of axes: it takes three of x, y, z, X, Y, Z")]
pub struct BadSequence(pub String);

/// A turn below this ends the search for the nearest rotation.
const SMALL_TURN: f64 = 1e-9;
/// More turns than that search ever takes.
const MOST_TURNS: usize = 500;

impl Quat {
    /// The rotation by Euler angles in radians. Each letter of the sequence is the axis of one
    /// angle: small letters turn with the frame, capital letters stay with the world.
    ///
    /// ```
    /// use plumbline::math::Quat;
    /// # fn main() -> Result<(), plumbline::math::BadSequence> {
    /// let quarter = std::f64::consts::FRAC_PI_2;
    /// let moving = Quat::from_euler([quarter, quarter, 0.0], "xyz")?;
    /// let fixed = Quat::from_euler([0.0, quarter, quarter], "ZYX")?;
    /// assert_eq!(moving, fixed);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The sequence does not have three letters, or another one than `xyzXYZ`.
    #[doc(alias = "mju_euler2Quat")]
    pub fn from_euler(angles: [f64; 3], sequence: &str) -> Result<Quat, BadSequence> {
        let letters = sequence.as_bytes();
        if letters.len() != 3 {
            return Err(BadSequence(sequence.to_owned()));
        }
        let mut rotation = Quat::IDENTITY;
        for (angle, letter) in angles.into_iter().zip(letters) {
            let axis = match letter.to_ascii_lowercase() {
                b'x' => 1,
                b'y' => 2,
                b'z' => 3,
                _ => return Err(BadSequence(sequence.to_owned())),
            };
            let mut turn = [(angle / 2.0).cos(), 0.0, 0.0, 0.0];
            turn[axis] = (angle / 2.0).sin();
            rotation = if letter.is_ascii_lowercase() {
                rotation.mul(&Quat(turn))
            } else {
                Quat(turn).mul(&rotation)
            };
        }
        Ok(rotation)
    }

    /// The rate of the four components when turning with the angular velocity, which is given in
    /// the world's axes: `q' = (0, w) q / 2`.
    #[doc(alias = "mju_derivQuat")]
    pub fn derivative(&self, velocity: &Vec3) -> Quat {
        let [w, x, y, z] = self.0;
        let v = velocity;
        Quat([
            0.5 * (-v.x * x - v.y * y - v.z * z),
            0.5 * (v.x * w + v.y * z - v.z * y),
            0.5 * (-v.x * z + v.y * w + v.z * x),
            0.5 * (v.x * y - v.y * x + v.z * w),
        ])
    }

    /// The rotation nearest to a matrix, found by turning this one until the columns fit; and how
    /// many turns that took.
    ///
    /// Müller, Bender, Chentanez and Macklin, A robust method to extract the rotational part of
    /// deformations (2016).
    #[doc(alias = "mju_mat2Rot")]
    pub fn nearest_to(&self, mat: &Mat3) -> (Quat, usize) {
        let mut quat = *self;
        for count in 0..MOST_TURNS {
            let rotation = quat.to_mat();
            let columns = [0, 1, 2].map(|i| (rotation.column(i), mat.column(i)));
            let [a, b, c] = columns.map(|(r, m)| r.cross(&m));
            let [d, e, f] = columns.map(|(r, m)| r.dot(&m));
            let mut axis = (a + b + c) * (1.0 / ((d + e + f).abs() + MINVAL));
            let angle = vec3::normalize(&mut axis);
            if angle < SMALL_TURN {
                return (quat, count);
            }
            quat = Quat::from_axis_angle(&axis, angle).mul(&quat).normalized();
        }
        (quat, MOST_TURNS)
    }
}
