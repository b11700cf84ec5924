//! Friction within its cone: minimise `1/2 x' A x + x' b` subject to `sum (x_i / d_i)^2 <= r^2`.
//!
//! Newton's method on the multiplier of the constraint. Two and three dimensions invert in closed
//! form; more use Cholesky.
//!
//! `(A + lambda D^-2) x = -b` with `lambda >= 0` such that the constraint holds: the trust-region
//! subproblem, compare Nocedal and Wright, Numerical Optimization (2nd edition, 2006), section 4.3.

use crate::math::{cholesky, dense};

const ITERATIONS: usize = 20;
const TOLERANCE: f64 = 1e-10;

/// Solves in as many dimensions as `b` has, up to five. Returns the minimum and whether it is on
/// the boundary; singular systems give zero.
pub(super) fn solve(a: &[f64], b: &[f64], d: &[f64], r: f64) -> ([f64; 5], bool) {
    let mut x = [0.0; 5];
    let on_boundary = match b.len() {
        2 => solve2(&mut x, a, b, d, r),
        3 => solve3(&mut x, a, b, d, r),
        n => solve_any(&mut x[..n], a, b, d, r),
    };
    (x, on_boundary)
}

#[doc(alias = "mju_QCQP2")]
fn solve2(x: &mut [f64; 5], a: &[f64], b: &[f64], d: &[f64], r: f64) -> bool {
    let (b1, b2) = (b[0] * d[0], b[1] * d[1]);
    let a11 = a[0] * d[0] * d[0];
    let a22 = a[3] * d[1] * d[1];
    let a12 = a[1] * d[0] * d[1];
    let (mut v1, mut v2) = (0.0, 0.0);
    let mut la = 0.0;
    for _ in 0..ITERATIONS {
        let det = (a11 + la) * (a22 + la) - a12 * a12;
        if det < TOLERANCE {
            return false;
        }
        let inverse = 1.0 / det;
        let p11 = (a22 + la) * inverse;
        let p22 = (a11 + la) * inverse;
        let p12 = -a12 * inverse;
        v1 = -p11 * b1 - p12 * b2;
        v2 = -p12 * b1 - p22 * b2;
        let value = v1 * v1 + v2 * v2 - r * r;
        if value < TOLERANCE {
            break;
        }
        let slope = -2.0 * (p11 * v1 * v1 + 2.0 * p12 * v1 * v2 + p22 * v2 * v2);
        let step = -value / slope;
        if step < TOLERANCE {
            break;
        }
        la += step;
    }
    x[0] = v1 * d[0];
    x[1] = v2 * d[1];
    la != 0.0
}

#[doc(alias = "mju_QCQP3")]
fn solve3(x: &mut [f64; 5], a: &[f64], b: &[f64], d: &[f64], r: f64) -> bool {
    let (b1, b2, b3) = (b[0] * d[0], b[1] * d[1], b[2] * d[2]);
    let a11 = a[0] * d[0] * d[0];
    let a22 = a[4] * d[1] * d[1];
    let a33 = a[8] * d[2] * d[2];
    let a12 = a[1] * d[0] * d[1];
    let a13 = a[2] * d[0] * d[2];
    let a23 = a[5] * d[1] * d[2];
    let (mut v1, mut v2, mut v3) = (0.0, 0.0, 0.0);
    let mut la = 0.0;
    for _ in 0..ITERATIONS {
        // The adjugate, then the inverse.
        let p11 = (a22 + la) * (a33 + la) - a23 * a23;
        let p22 = (a11 + la) * (a33 + la) - a13 * a13;
        let p33 = (a11 + la) * (a22 + la) - a12 * a12;
        let p12 = a13 * a23 - a12 * (a33 + la);
        let p13 = a12 * a23 - a13 * (a22 + la);
        let p23 = a12 * a13 - a23 * (a11 + la);
        let det = (a11 + la) * p11 + a12 * p12 + a13 * p13;
        if det < TOLERANCE {
            return false;
        }
        let inverse = 1.0 / det;
        let [p11, p22, p33, p12, p13, p23] = [p11, p22, p33, p12, p13, p23].map(|p| p * inverse);
        v1 = -p11 * b1 - p12 * b2 - p13 * b3;
        v2 = -p12 * b1 - p22 * b2 - p23 * b3;
        v3 = -p13 * b1 - p23 * b2 - p33 * b3;
        let value = v1 * v1 + v2 * v2 + v3 * v3 - r * r;
        if value < TOLERANCE {
            break;
        }
        let slope = -2.0 * (p11 * v1 * v1 + p22 * v2 * v2 + p33 * v3 * v3)
            - 4.0 * (p12 * v1 * v2 + p13 * v1 * v3 + p23 * v2 * v3);
        let step = -value / slope;
        if step < TOLERANCE {
            break;
        }
        la += step;
    }
    x[0] = v1 * d[0];
    x[1] = v2 * d[1];
    x[2] = v3 * d[2];
    la != 0.0
}

#[doc(alias = "mju_QCQP")]
fn solve_any(x: &mut [f64], a: &[f64], b: &[f64], d: &[f64], r: f64) -> bool {
    let n = b.len();
    let mut scaled = [0.0; 25];
    let mut scaled_b = [0.0; 5];
    for i in 0..n {
        scaled_b[i] = b[i] * d[i];
        for j in 0..n {
            scaled[i * n + j] = a[i * n + j] * d[i] * d[j];
        }
    }
    let mut la = 0.0;
    for _ in 0..ITERATIONS {
        let mut factor = scaled;
        let factor = &mut factor[..n * n];
        for i in 0..n {
            factor[i * (n + 1)] += la;
        }
        if cholesky::factor(factor, n, TOLERANCE) < n {
            x.fill(0.0);
            return false;
        }
        x.copy_from_slice(&scaled_b[..n]);
        cholesky::solve(x, factor);
        dense::scale(x, -1.0);
        let value = dense::dot(x, x) - r * r;
        if value < TOLERANCE {
            break;
        }
        let mut y = [0.0; 5];
        let y = &mut y[..n];
        y.copy_from_slice(x);
        cholesky::solve(y, factor);
        let slope = -2.0 * dense::dot(x, y);
        let step = -value / slope;
        if step < TOLERANCE {
            break;
        }
        la += step;
    }
    for (x, d) in x.iter_mut().zip(d) {
        *x *= d;
    }
    la != 0.0
}
