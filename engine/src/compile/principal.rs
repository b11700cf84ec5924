//! Principal axes of an inertia matrix, by Jacobi rotations kept as a quaternion.

use super::frame::{EPS, Frame, normalize, product, unit};
use crate::math::{Mat3, Quat, Vec3};

/// Off-diagonal entries, and differences of eigenvalues, below this are taken to be zero.
const EIGEN_EPS: f64 = 1e-12;
const MAX_ROTATIONS: usize = 500;
/// cos(45 degrees), to the digits that MuJoCo writes.
#[allow(clippy::approx_constant)]
const QUARTER_TURN: f64 = 0.707106781186548;

/// A symmetric matrix: xx, yy, zz, xy, xz, yz.
pub(super) type Symmetric = [f64; 6];

/// Rotation to the principal axes, and the moments about them in decreasing order.
///
/// `None` if the matrix is not positive definite.
pub(super) fn principal_axes(inertia: &Symmetric) -> Option<(Quat, Vec3)> {
    let [xx, yy, zz, xy, xz, yz] = *inertia;
    let (quat, moments) = eigen(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]));
    (moments.z >= EPS || moments.z.is_nan()).then_some((quat, moments))
}

/// Rotation to the axes in which a symmetric matrix is diagonal, and its eigenvalues in decreasing order.
pub(crate) fn eigen(m: &Mat3) -> (Quat, Vec3) {
    let mut quat = Quat::IDENTITY;
    let mut values = Vec3::zeros();
    for _ in 0..MAX_ROTATIONS {
        let axes = quat.to_mat();
        let Mat3(d) = axes.transpose().mul(m).mul(&axes);
        values = Vec3::new(d[0], d[4], d[8]);
        match jacobi_rotation(&d) {
            Some(turn) => quat = unit(product(quat, turn)),
            None => break,
        }
    }
    sort(quat, values)
}

/// The rotation that zeroes the largest off-diagonal entry; none if there is nothing left to gain.
fn jacobi_rotation(d: &[f64; 9]) -> Option<Quat> {
    let (xy, xz, yz) = (d[1].abs(), d[2].abs(), d[5].abs());
    let (row, col, axis) = if xy > xz && xy > yz {
        (0, 1, 2)
    } else if xz > yz {
        (0, 2, 1)
    } else {
        (1, 2, 0)
    };
    let off = d[3 * row + col];
    if off.abs() < EIGEN_EPS {
        return None;
    }
    let tau = (d[4 * col] - d[4 * row]) / (2.0 * off);
    let t = if tau >= 0.0 {
        1.0 / (tau + (1.0 + tau * tau).sqrt())
    } else {
        -1.0 / (-tau + (1.0 + tau * tau).sqrt())
    };
    let cosine = 1.0 / (1.0 + t * t).sqrt();
    if cosine > 1.0 - EIGEN_EPS {
        return None;
    }
    let half_sine = (0.5 - 0.5 * cosine).sqrt();
    let component = if (tau >= 0.0) == (axis == 1) {
        half_sine
    } else {
        -half_sine
    };
    let mut turn = [0.0; 4];
    turn[axis + 1] = component;
    turn[0] = (1.0 - component * component).sqrt();
    normalize(&mut turn);
    Some(Quat(turn))
}

/// Orders the eigenvalues decreasingly by quarter turns of the axes.
fn sort(mut quat: Quat, mut values: Vec3) -> (Quat, Vec3) {
    for lead in [0, 1, 0] {
        // nearly equal values stay: turning the axes would gain nothing
        if values[lead] + EIGEN_EPS < values[lead + 1] {
            values.as_mut_slice().swap(lead, lead + 1);
            let mut turn = [QUARTER_TURN, 0.0, 0.0, 0.0];
            turn[(lead + 2) % 3 + 1] = QUARTER_TURN;
            quat = unit(product(quat, Quat(turn)));
        }
    }
    (quat, values)
}

/// Mass with its inertia about the principal axes of `frame`.
#[derive(Clone, Copy, Debug)]
pub(super) struct MassPoint {
    pub(super) mass: f64,
    pub(super) frame: Frame,
    pub(super) moments: Vec3,
}

impl MassPoint {
    /// Inertia about the origin of `frame`, in the axes of the parent.
    pub(super) fn rotated(&self) -> Symmetric {
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

    /// What the parallel axis theorem adds for a centre of mass at `offset` from the reference point.
    pub(super) fn parallel_axis(&self, offset: Vec3) -> Symmetric {
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
