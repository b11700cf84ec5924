//! Dense Cholesky factors `A = L L'`, in the lower triangle of a matrix stored row by row.
//!
//! Golub and Van Loan, Matrix Computations (4th edition, 2013), section 4.2.

use super::MINVAL;
use super::dense::dot;

/// Factorises in place. Pivots below `least` are raised to it; returns the rank: how many were not.
#[doc(alias = "mju_cholFactor")]
pub fn factor(mat: &mut [f64], n: usize, least: f64) -> usize {
    let mut rank = n;
    for j in 0..n {
        let (above, below) = mat.split_at_mut((j + 1) * n);
        let row = &mut above[j * n..];
        let mut pivot = row[j];
        if j > 0 {
            pivot -= dot(&row[..j], &row[..j]);
        }
        if pivot < least {
            pivot = least;
            rank -= 1;
        }
        row[j] = pivot.sqrt();
        let inverse = 1.0 / row[j];
        for lower in below.chunks_exact_mut(n) {
            lower[j] = (lower[j] - dot(&lower[..j], &row[..j])) * inverse;
        }
    }
    rank
}

/// Solves `L L' x = x` in place.
#[doc(alias = "mju_cholSolve")]
pub fn solve(x: &mut [f64], mat: &[f64]) {
    let n = x.len();
    for i in 0..n {
        let row = &mat[i * n..(i + 1) * n];
        if i > 0 {
            x[i] -= dot(&row[..i], &x[..i]);
        }
        x[i] /= row[i];
    }
    for i in (0..n).rev() {
        let mut xi = x[i];
        for j in i + 1..n {
            xi -= mat[j * n + i] * x[j];
        }
        x[i] = xi / mat[i * (n + 1)];
    }
}

/// Makes `L` the factor of `L L' + x x'`, or of `L L' - x x'` unless `plus`, and uses up `x`.
/// Pivots below `MINVAL` are raised to it; returns the rank: how many were not.
#[doc(alias = "mju_cholUpdate")]
pub fn update(mat: &mut [f64], x: &mut [f64], plus: bool) -> usize {
    let n = x.len();
    let mut rank = n;
    for k in 0..n {
        if x[k] == 0.0 {
            continue;
        }
        let diagonal = mat[k * (n + 1)];
        let square = x[k] * x[k];
        let mut pivot = diagonal * diagonal + if plus { square } else { -square };
        if pivot < MINVAL {
            pivot = MINVAL;
            rank -= 1;
        }
        let root = pivot.sqrt();
        let cosine = root / diagonal;
        let inverse = 1.0 / cosine;
        let sine = x[k] / diagonal;
        mat[k * (n + 1)] = root;
        for i in k + 1..n {
            let element = &mut mat[i * n + k];
            let change = sine * x[i];
            *element = (if plus {
                *element + change
            } else {
                *element - change
            }) * inverse;
            x[i] = cosine * x[i] - sine * *element;
        }
    }
    rank
}
