//! Principal axes of an inertia matrix.
//!
//! `I_p = I_c + m (|d|^2 1 - d d')`: the parallel axis theorem.

use super::eigen::diagonalize;
use super::frame::{EPS, Frame, unit};
use super::{Mat3, Quat, Vec3};

/// A symmetric matrix: xx, yy, zz, xy, xz, yz.
pub(crate) type Symmetric = [f64; 6];

/// Rotation to the principal axes, and the moments about them in decreasing order.
///
/// `None` if the matrix is not positive definite.
#[doc(alias = "mjuu_fullInertia")]
pub(crate) fn principal_axes(inertia: &Symmetric) -> Option<(Quat, Vec3)> {
    let [xx, yy, zz, xy, xz, yz] = *inertia;
    let (quat, moments) = eigen(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]));
    (moments.z >= EPS || moments.z.is_nan()).then_some((quat, moments))
}

/// Rotation to the axes in which a symmetric matrix is diagonal, and its eigenvalues in decreasing
/// order.
pub(crate) fn eigen(m: &Mat3) -> (Quat, Vec3) {
    let (quat, values) = diagonalize(m, unit);
    (quat, Vec3::from(values))
}

/// Mass with its inertia about the principal axes of `frame`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MassPoint {
    pub(crate) mass: f64,
    pub(crate) frame: Frame,
    pub(crate) moments: Vec3,
}

impl MassPoint {
    /// Inertia about the origin of `frame`, in the axes of the parent.
    #[doc(alias = "mjuu_globalinertia")]
    pub(crate) fn rotated(&self) -> Symmetric {
        let Mat3(m) = self.frame.quat.to_mat();
        let column = |i: usize| Vec3::new(m[i], m[3 + i], m[6 + i]) * self.moments[i];
        let (a, b, c) = (column(0), column(1), column(2));
        let entry = |row: usize, col: usize| {
            m[3 * row] * a[col] + m[3 * row + 1] * b[col] + m[3 * row + 2] * c[col]
        };
        [
            entry(0, 0),
            entry(1, 1),
            entry(2, 2),
            entry(0, 1),
            entry(0, 2),
            entry(1, 2),
        ]
    }

    /// What the parallel axis theorem adds for a centre of mass at `offset` from the reference
    /// point.
    #[doc(alias = "mjuu_offcenter")]
    pub(crate) fn parallel_axis(&self, offset: Vec3) -> Symmetric {
        let (mass, v) = (self.mass, offset);
        [
            mass * (v.y * v.y + v.z * v.z),
            mass * (v.x * v.x + v.z * v.z),
            mass * (v.x * v.x + v.y * v.y),
            -mass * v.x * v.y,
            -mass * v.x * v.z,
            -mass * v.y * v.z,
        ]
    }
}
