//! Eigenvalues of a symmetric 3 x 3 matrix by Jacobi rotations, the rotations accumulated as a
//! quaternion.
//!
//! Golub and Van Loan, Matrix Computations (4th edition, 2013), section 8.5.

use super::{MINVAL, Mat3, Quat};

/// Off-diagonal elements and rotations below this count as zero.
const EPSILON: f64 = MINVAL * 1000.0;

/// More rotations than any matrix needs; a NaN would otherwise never converge.
const MAX_ROTATIONS: usize = 500;

/// Eigenvalues in decreasing order, and the frame whose columns are the eigenvectors.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Eigen3 {
    /// The eigenvalues.
    pub values: [f64; 3],
    /// The eigenvectors, as columns.
    pub vectors: Mat3,
    /// The same frame as a quaternion.
    pub quat: Quat,
}

/// Decomposes a symmetric matrix.
#[doc(alias = "mju_eig3")]
pub fn eigen3(m: &Mat3) -> Eigen3 {
    let (quat, values) = diagonalize(m, Quat::normalized);
    Eigen3 {
        values,
        vectors: quat.to_mat(),
        quat,
    }
}

/// The frame in which a symmetric matrix is diagonal, and its eigenvalues in decreasing order.
/// `unit` makes quaternions of length 1: MuJoCo's compiler does it differently from its simulation.
pub(crate) fn diagonalize(m: &Mat3, unit: impl Fn(Quat) -> Quat) -> (Quat, [f64; 3]) {
    let mut quat = Quat::IDENTITY;
    let mut values = [0.0; 3];
    for _ in 0..MAX_ROTATIONS {
        let vectors = quat.to_mat();
        let d = vectors.tr_mul(m).mul(&vectors).0;
        values = [d[0], d[4], d[8]];
        let Some(turn) = annihilating_rotation(&d) else {
            break;
        };
        quat = unit(quat.mul(&unit(turn)));
    }
    sort(&mut values, &mut quat, unit);
    (quat, values)
}

/// The rotation that makes the largest off-diagonal element of `d` zero, of length 1 up to
/// rounding; `None` when it is small enough already.
fn annihilating_rotation(d: &[f64; 9]) -> Option<Quat> {
    let (row, col, axis) = if d[1].abs() > d[2].abs() && d[1].abs() > d[5].abs() {
        (0, 1, 2)
    } else if d[2].abs() > d[5].abs() {
        (0, 2, 1)
    } else {
        (1, 2, 0)
    };
    let off_diagonal = d[3 * row + col];
    if off_diagonal.abs() < EPSILON {
        return None;
    }
    // Tangent and cosine of the rotation angle, the smaller root for stability.
    let tau = (d[4 * col] - d[4 * row]) / (2.0 * off_diagonal);
    let tangent = if tau >= 0.0 {
        1.0 / (tau + (1.0 + tau * tau).sqrt())
    } else {
        -1.0 / (-tau + (1.0 + tau * tau).sqrt())
    };
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    if cosine > 1.0 - EPSILON {
        return None;
    }
    let half_sine = (0.5 - 0.5 * cosine).sqrt();
    // Positive turns about y go from z to x, against the order of row and column.
    let half_sine = if (tau >= 0.0) == (axis == 1) {
        half_sine
    } else {
        -half_sine
    };
    let mut turn = [0.0; 4];
    turn[axis + 1] = half_sine;
    turn[0] = (1.0 - half_sine * half_sine).sqrt();
    Some(Quat(turn))
}

/// Brings the values into decreasing order by quarter turns of the frame.
fn sort(values: &mut [f64; 3], quat: &mut Quat, unit: impl Fn(Quat) -> Quat) {
    // Fifteen digits, as the reference has it: not the nearest number to the root of one half.
    #[allow(clippy::approx_constant)]
    const QUARTER_TURN: f64 = 0.707106781186548;
    for lead in [0, 1, 0] {
        // Nearly equal values stay: turning the axes would gain nothing.
        if values[lead] + EPSILON < values[lead + 1] {
            values.swap(lead, lead + 1);
            let mut turn = [QUARTER_TURN, 0.0, 0.0, 0.0];
            turn[(lead + 2) % 3 + 1] = QUARTER_TURN;
            *quat = unit(quat.mul(&Quat(turn)));
        }
    }
}
