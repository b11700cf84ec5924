//! Cholesky factors of matrices with at most four columns, in the form and with the bits of
//! [`super::upper`]: a row is one SIMD vector.

use wide::f64x4;

/// Factorises in place. Pivots below `least` are raised to it; returns the rank: how many were not.
pub(super) fn factor(rows: &mut [f64x4], least: f64) -> usize {
    let mut rank = rows.len();
    for j in 0..rows.len() {
        let (above, row) = rows.split_at_mut(j);
        let row = &mut row[0];
        let product = |x: &f64x4| f64x4::splat(x.as_array_ref()[j]) * *x;
        // The sum of a short dot product, which is added to the zeros of empty lanes.
        *row -= f64x4::ZERO
            + match above {
                [] => f64x4::ZERO,
                [a] => product(a),
                [a, b] => product(a) + product(b),
                [a, b, c, ..] => product(a) + product(b) + product(c),
            };
        let mut pivot = row.as_array_ref()[j];
        if pivot < least {
            pivot = least;
            rank -= 1;
        }
        let pivot = pivot.sqrt();
        *row *= f64x4::splat(1.0 / pivot);
        let elements = row.as_array_mut();
        elements[..j].fill(0.0);
        elements[j] = pivot;
    }
    rank
}

/// Solves `L L' x = x` in place.
pub(super) fn solve(rows: &[f64x4], x: &mut [f64]) {
    let u = |i: usize, j: usize| rows[i].as_array_ref()[j];
    for i in 0..x.len() {
        let product = |k: usize| u(k, i) * x[k];
        let dot = match i {
            0 => 0.0,
            1 => product(0),
            2 => product(0) + product(1),
            _ => product(0) + product(1) + product(2),
        };
        x[i] = (x[i] - (0.0 + dot)) / u(i, i);
    }
    for i in (0..x.len()).rev() {
        let mut xi = x[i];
        for k in i + 1..x.len() {
            xi -= u(i, k) * x[k];
        }
        x[i] = xi / u(i, i);
    }
}
