//! From the form in which an orientation was written to a quaternion.

use super::{Compiler, Orientation};
use crate::math::frame::{EPS, normalize, product, rotation_from_axes, rotation_from_z, unit};
use crate::math::{Quat, Vec3};
use std::f64::consts::PI;

impl Orientation {
    /// The quaternion of an orientation, or what is wrong with it. One that was written as a
    /// quaternion is returned as it is, whatever its length.
    ///
    /// ```
    /// use plumbline::math::Vec3;
    /// use plumbline::spec::{Compiler, Orientation};
    ///
    /// let quarter = Orientation::Euler(Vec3::new(0.0, 0.0, 90.0));
    /// let quat = quarter.resolve(&Compiler::default()).expect("three angles");
    /// assert!((quat.0[3] - 0.5_f64.sqrt()).abs() < 1e-15);
    /// ```
    #[doc(alias = "mjs_resolveOrientation")]
    pub fn resolve(&self, compiler: &Compiler) -> Result<Quat, &'static str> {
        resolve(self, compiler)
    }
}

/// The quaternion of an orientation, or what is wrong with it.
///
/// A quaternion is returned as written: where it is normalised depends on the element that owns it.
pub(crate) fn resolve(
    orientation: &Orientation,
    compiler: &Compiler,
) -> Result<Quat, &'static str> {
    let radians = |angle: f64| radians(angle, compiler);
    match *orientation {
        Orientation::Quat(quat) => Ok(quat),
        Orientation::AxisAngle([x, y, z, angle]) => {
            let mut axis = Vec3::new(x, y, z);
            let half = radians(angle) / 2.0;
            if normalize(axis.as_mut_slice()) < EPS {
                return Err("the axis of axisangle is too short to have a direction");
            }
            let sine = half.sin();
            Ok(Quat([
                half.cos(),
                sine * axis.x,
                sine * axis.y,
                sine * axis.z,
            ]))
        }
        Orientation::XyAxes([x0, x1, x2, y0, y1, y2]) => {
            from_xy(Vec3::new(x0, x1, x2), Vec3::new(y0, y1, y2))
        }
        Orientation::ZAxis(mut z) => {
            if normalize(z.as_mut_slice()) < EPS {
                return Err("zaxis is too short to have a direction");
            }
            Ok(rotation_from_z(z))
        }
        Orientation::Euler(angles) => {
            let (quat, whole) = turn_in_sequence(angles.map(radians), &compiler.eulerseq);
            let refusal = "eulerseq may contain only x, y, z, X, Y and Z";
            whole.then_some(quat).ok_or(refusal)
        }
    }
}

fn radians(angle: f64, compiler: &Compiler) -> f64 {
    if compiler.degree {
        angle / 180.0 * PI
    } else {
        angle
    }
}

/// Keeps the x axis and makes the y axis orthogonal to it.
fn from_xy(mut x: Vec3, mut y: Vec3) -> Result<Quat, &'static str> {
    if normalize(x.as_mut_slice()) < EPS {
        return Err("the x axis of xyaxes is too short to have a direction");
    }
    let along = x.dot(&y);
    y -= x * along;
    if normalize(y.as_mut_slice()) < EPS {
        return Err("the y axis of xyaxes is parallel to the x axis");
    }
    let mut z = x.cross(&y);
    if normalize(z.as_mut_slice()) < EPS {
        return Err("the axes of xyaxes span no plane");
    }
    Ok(rotation_from_axes(x, y, z))
}

/// Euler angles up to the first invalid letter of their sequence, which is how MuJoCo turns copies.
pub(crate) fn resolve_euler(angles: Vec3, compiler: &Compiler) -> Quat {
    let radians = |angle: f64| radians(angle, compiler);
    turn_in_sequence(angles.map(radians), &compiler.eulerseq).0
}

/// Three rotations in sequence: about the moving axes `x y z`, or the fixed axes `X Y Z`. False if
/// the sequence has another letter; the rotations before it are then not normalised.
fn turn_in_sequence(angles: Vec3, sequence: &[char; 3]) -> (Quat, bool) {
    let mut quat = Quat::IDENTITY;
    for (angle, axis) in angles.iter().zip(sequence) {
        let mut turn = [(angle / 2.0).cos(), 0.0, 0.0, 0.0];
        let component = match axis.to_ascii_lowercase() {
            'x' => 1,
            'y' => 2,
            'z' => 3,
            _ => return (quat, false),
        };
        turn[component] = (angle / 2.0).sin();
        quat = if axis.is_ascii_lowercase() {
            product(quat, Quat(turn))
        } else {
            product(Quat(turn), quat)
        };
    }
    (unit(quat), true)
}

/// The quaternion of an orientation, normalised if it was written as one.
///
/// Bodies, inertias and geoms do so; a quaternion that was computed is taken as it comes.
pub(crate) fn unit_or_resolved(
    orientation: &Orientation,
    compiler: &Compiler,
) -> Result<Quat, &'static str> {
    match orientation {
        Orientation::Quat(quat) => Ok(unit(*quat)),
        computed => resolve(computed, compiler),
    }
}
