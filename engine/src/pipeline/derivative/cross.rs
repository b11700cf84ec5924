//! Derivatives of the spatial products by their arguments, as matrices.

use super::Mat6;
use crate::math::{Inertia, Spatial};

/// Of `velocity x v` by `velocity`.
#[doc(alias = "mjd_crossMotion_vel")]
pub(super) fn cross_motion_by_velocity(v: &Spatial) -> Mat6 {
    [
        [0.0, v[2], -v[1], 0.0, 0.0, 0.0],
        [-v[2], 0.0, v[0], 0.0, 0.0, 0.0],
        [v[1], -v[0], 0.0, 0.0, 0.0, 0.0],
        [0.0, v[5], -v[4], 0.0, v[2], -v[1]],
        [-v[5], 0.0, v[3], -v[2], 0.0, v[0]],
        [v[4], -v[3], 0.0, v[1], -v[0], 0.0],
    ]
}

/// Of `velocity x* f` by `velocity`.
#[doc(alias = "mjd_crossForce_vel")]
pub(super) fn cross_force_by_velocity(f: &Spatial) -> Mat6 {
    [
        [0.0, f[2], -f[1], 0.0, f[5], -f[4]],
        [-f[2], 0.0, f[0], -f[5], 0.0, f[3]],
        [f[1], -f[0], 0.0, f[4], -f[3], 0.0],
        [0.0, f[5], -f[4], 0.0, 0.0, 0.0],
        [-f[5], 0.0, f[3], 0.0, 0.0, 0.0],
        [f[4], -f[3], 0.0, 0.0, 0.0, 0.0],
    ]
}

/// Of `velocity x* f` by `f`.
#[doc(alias = "mjd_crossForce_frc")]
pub(super) fn cross_force_by_force(w: &Spatial) -> Mat6 {
    [
        [0.0, -w[2], w[1], 0.0, -w[5], w[4]],
        [w[2], 0.0, -w[0], w[5], 0.0, -w[3]],
        [-w[1], w[0], 0.0, -w[4], w[3], 0.0],
        [0.0, 0.0, 0.0, 0.0, -w[2], w[1]],
        [0.0, 0.0, 0.0, w[2], 0.0, -w[0]],
        [0.0, 0.0, 0.0, -w[1], w[0], 0.0],
    ]
}

/// Inertia as a matrix.
#[doc(alias = "mjd_mulInertVec_vel")]
pub(super) fn inertia_matrix(i: &Inertia) -> Mat6 {
    [
        [i[0], i[3], i[4], 0.0, -i[8], i[7]],
        [i[3], i[1], i[5], i[8], 0.0, -i[6]],
        [i[4], i[5], i[2], -i[7], i[6], 0.0],
        [0.0, i[8], -i[7], i[9], 0.0, 0.0],
        [-i[8], 0.0, i[6], 0.0, i[9], 0.0],
        [i[7], -i[6], 0.0, 0.0, 0.0, i[9]],
    ]
}

pub(super) fn transpose(m: &Mat6) -> Mat6 {
    std::array::from_fn(|i| std::array::from_fn(|j| m[j][i]))
}

/// A row vector times a matrix, accumulated along the matrix's rows; zeros of the vector are
/// skipped.
#[inline]
pub(super) fn row_times(row: &Spatial, m: &Mat6) -> Spatial {
    let mut res = [0.0; 6];
    for (&factor, m) in row.iter().zip(m) {
        if factor != 0.0 {
            for (r, m) in res.iter_mut().zip(m) {
                *r += m * factor;
            }
        }
    }
    res
}
