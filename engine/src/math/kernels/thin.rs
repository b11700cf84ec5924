//! Products with thin matrices: those with so few columns that their number is worth knowing when
//! this is compiled. A vector of that length stays in registers, and a row is read without a loop.
//!
//! The bits are those of [`dense::mul_vec`] and [`dense::tr_mul_vec`].

use wide::f64x4;

use super::lanes;
use super::support::QUAD;
use crate::math::dense;

/// Calls a function with the number of columns, as whole quads and what is left, if they are few.
macro_rules! with_columns {
    ($columns:expr, $function:ident($($argument:expr),*)) => {
        match $columns {
            1 => $function::<0, 1>($($argument),*),
            2 => $function::<0, 2>($($argument),*),
            3 => $function::<0, 3>($($argument),*),
            4 => $function::<1, 0>($($argument),*),
            5 => $function::<1, 1>($($argument),*),
            6 => $function::<1, 2>($($argument),*),
            7 => $function::<1, 3>($($argument),*),
            8 => $function::<2, 0>($($argument),*),
            9 => $function::<2, 1>($($argument),*),
            10 => $function::<2, 2>($($argument),*),
            11 => $function::<2, 3>($($argument),*),
            12 => $function::<3, 0>($($argument),*),
            13 => $function::<3, 1>($($argument),*),
            14 => $function::<3, 2>($($argument),*),
            15 => $function::<3, 3>($($argument),*),
            16 => $function::<4, 0>($($argument),*),
            _ => return false,
        }
    };
}

/// `res = M v`, if `M` is thin; says whether it is.
#[inline]
pub fn mul_vec(res: &mut [f64], mat: &[f64], v: &[f64]) -> bool {
    with_columns!(v.len(), mul(res, mat, v));
    true
}

/// `res = M' v`, if `M` is thin; says whether it is.
#[inline]
pub fn tr_mul_vec(res: &mut [f64], mat: &[f64], v: &[f64]) -> bool {
    with_columns!(res.len(), tr_mul(res, mat, v));
    true
}

/// A vector of `Q` quads and `T` more numbers.
type Split<const Q: usize, const T: usize> = ([f64x4; Q], [f64; T]);

#[inline(always)]
fn split<const Q: usize, const T: usize>(v: &[f64]) -> Split<Q, T> {
    let (quads, tail) = v.as_chunks::<QUAD>();
    (
        std::array::from_fn(|q| f64x4::from(quads[q])),
        std::array::from_fn(|t| tail[t]),
    )
}

fn mul<const Q: usize, const T: usize>(res: &mut [f64], mat: &[f64], v: &[f64]) {
    let (quads, tail) = split::<Q, T>(v);
    for (res, row) in res.iter_mut().zip(mat.chunks_exact(Q * QUAD + T)) {
        let (row_quads, row_tail) = split::<Q, T>(row);
        let mut sum = 0.0;
        if Q > 0 {
            let mut products = row_quads[0] * quads[0];
            for q in 1..Q {
                products += row_quads[q] * quads[q];
            }
            sum = lanes::sum(&products.to_array());
        }
        *res = dense::add_tail(sum, &row_tail, &tail);
    }
}

fn tr_mul<const Q: usize, const T: usize>(res: &mut [f64], mat: &[f64], v: &[f64]) {
    let (mut quads, mut tail) = ([f64x4::ZERO; Q], [0.0; T]);
    for (row, &factor) in mat.chunks_exact(Q * QUAD + T).zip(v) {
        if factor == 0.0 {
            continue;
        }
        let (row_quads, row_tail) = split::<Q, T>(row);
        for q in 0..Q {
            quads[q] += row_quads[q] * f64x4::splat(factor);
        }
        for t in 0..T {
            tail[t] += row_tail[t] * factor;
        }
    }
    let (res_quads, res_tail) = res.as_chunks_mut::<QUAD>();
    for (res, sum) in res_quads.iter_mut().zip(quads) {
        *res = sum.to_array();
    }
    res_tail.copy_from_slice(&tail);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of both signs, with zeros, infinities and NaN among them.
    fn numbers(count: usize, wild: bool) -> Vec<f64> {
        let number = |i: usize| match i % 11 {
            2 => -0.0,
            5 => 0.0,
            9 if wild => [f64::INFINITY, f64::NAN, -0.3][i % 3],
            _ => (if i.is_multiple_of(2) { 0.7 } else { -1.3 }) + 0.31 * i as f64,
        };
        (0..count).map(number).collect()
    }

    #[test]
    fn products_of_thin_matrices_have_the_bits_of_dense_ones() {
        // The sign of what is not a number is the compiler's choice.
        let plain = |x: &f64| if x.is_nan() { f64::NAN } else { *x };
        let bits = |v: &[f64]| -> Vec<u64> { v.iter().map(|x| plain(x).to_bits()).collect() };
        for wild in [false, true] {
            for columns in 1..=16 {
                let mat = numbers(7 * columns, wild);
                let (v, f) = (numbers(columns, wild), numbers(7, wild));
                let (mut thin, mut dense) = (vec![f64::NAN; 7], vec![f64::NAN; 7]);
                assert!(mul_vec(&mut thin, &mat, &v));
                dense::mul_vec(&mut dense, &mat, &v);
                assert_eq!(bits(&thin), bits(&dense), "{columns} columns");
                let (mut thin, mut dense) = (vec![f64::NAN; columns], vec![f64::NAN; columns]);
                assert!(tr_mul_vec(&mut thin, &mat, &f));
                dense::tr_mul_vec(&mut dense, &mat, &f);
                assert_eq!(bits(&thin), bits(&dense), "transpose of {columns} columns");
            }
        }
    }

    #[test]
    fn a_matrix_of_many_columns_is_not_thin() {
        assert!(!mul_vec(&mut [0.0], &[1.0; 17], &[1.0; 17]));
        assert!(!tr_mul_vec(&mut [0.0; 17], &[1.0; 17], &[1.0]));
    }
}
