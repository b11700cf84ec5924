//! Dense rows that are mostly zero: products that leave the zeros out, with the bits of those that
//! do not.
//!
//! A product with zero is a zero, and adding one changes nothing but the sign of a sum that is
//! itself zero, unless the other factor is infinite or NaN. The kernels take all columns where that
//! could matter.

use std::ops::Range;

use wide::f64x4;

use super::lanes;
use crate::math::dense;

/// Neighbouring columns that are computed together, in SIMD lanes.
pub const QUAD: usize = 4;

/// A range of columns outside of which a row is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support {
    start: u32,
    end: u32,
}

impl Support {
    /// Every column.
    pub const ALL: Support = Support {
        start: 0,
        end: u32::MAX,
    };

    /// From the first to the last of these increasing columns.
    #[inline]
    pub fn of_columns(columns: &[i32]) -> Support {
        Support {
            start: columns.first().map_or(0, |&column| column as u32),
            end: columns.last().map_or(0, |&column| column as u32 + 1),
        }
    }

    /// From the first to the last column of `row` that is not zero.
    pub fn of_row(row: &[f64]) -> Support {
        let first = row.iter().position(|&x| x != 0.0).unwrap_or(0);
        let end = row.iter().rposition(|&x| x != 0.0).map_or(0, |k| k + 1);
        Support {
            start: first as u32,
            end: end as u32,
        }
    }

    /// The column, if there is only one.
    #[inline]
    pub fn single(self) -> Option<usize> {
        (self.start + 1 == self.end).then_some(self.start as usize)
    }

    /// The range in quads of columns, for a matrix with `count` of them.
    #[inline]
    pub fn quads(self, count: usize) -> Range<usize> {
        let end = (self.end as usize).div_ceil(QUAD).min(count);
        (self.start as usize / QUAD).min(end)..end
    }
}

/// Whether no element is infinite or NaN.
#[inline]
pub fn is_finite(values: &[f64]) -> bool {
    // Zero times anything finite is zero.
    let (quads, tail) = values.as_chunks::<QUAD>();
    let zeros = quads
        .iter()
        .fold(f64x4::ZERO, |sum, &x| sum + f64x4::from(x) * f64x4::ZERO);
    zeros.to_array() == [0.0; QUAD] && tail.iter().all(|x| x.is_finite())
}

/// [`dense::dot`] of a row with a finite vector of the same length.
#[inline]
fn dot(row: &[f64], support: Support, v: &[f64]) -> f64 {
    let (row4, row_tail) = row.as_chunks::<QUAD>();
    let (v4, v_tail) = v.as_chunks::<QUAD>();
    let quads = support.quads(row4.len().min(v4.len()));
    let mut lanes = f64x4::ZERO;
    for (&a, &b) in row4[quads.clone()].iter().zip(&v4[quads]) {
        lanes += f64x4::from(a) * f64x4::from(b);
    }
    let sum = dense::add_tail(lanes::sum(&lanes.to_array()), row_tail, v_tail);
    if sum == 0.0 { dense::dot(row, v) } else { sum }
}

/// [`dense::dot`] of a finite vector with a row that has one column.
#[inline]
fn dot_single(row: &[f64], column: usize, v: &[f64]) -> f64 {
    let product = row[column] * v[column];
    if product == 0.0 {
        dense::dot(row, v)
    } else {
        product
    }
}

/// [`dense::mul_vec`] for a matrix whose rows have these supports.
pub fn mul_vec(res: &mut [f64], mat: &[f64], supports: &[Support], v: &[f64]) {
    if !is_finite(v) {
        return dense::mul_vec(res, mat, v);
    }
    let mut rest = mat;
    for (r, &support) in res.iter_mut().zip(supports) {
        let Some((row, others)) = rest.split_at_checked(v.len()) else {
            return;
        };
        rest = others;
        *r = match support.single() {
            Some(column) => dot_single(row, column, v),
            None => dot(row, support, v),
        };
    }
}

/// [`dense::tr_mul_vec`] for a matrix whose rows have these supports.
pub fn tr_mul_vec(res: &mut [f64], mat: &[f64], supports: &[Support], v: &[f64]) {
    res.fill(0.0);
    let mut rest = mat;
    for (&support, &factor) in supports.iter().zip(v) {
        let Some((row, others)) = rest.split_at_checked(res.len()) else {
            return;
        };
        rest = others;
        if factor == 0.0 {
            continue;
        }
        if !factor.is_finite() {
            add_scaled(res, row, Support::ALL, factor);
        } else if let Some(column) = support.single() {
            res[column] += row[column] * factor;
        } else {
            add_scaled(res, row, support, factor);
        }
    }
}

/// Adds a row times a factor.
#[inline]
fn add_scaled(res: &mut [f64], row: &[f64], support: Support, factor: f64) {
    let (res4, res_tail) = res.as_chunks_mut::<QUAD>();
    let (row4, row_tail) = row.as_chunks::<QUAD>();
    let quads = support.quads(res4.len().min(row4.len()));
    for (r, &x) in res4[quads.clone()].iter_mut().zip(&row4[quads]) {
        *r = (f64x4::from(*r) + f64x4::from(x) * f64x4::splat(factor)).to_array();
    }
    for (r, x) in res_tail.iter_mut().zip(row_tail) {
        *r += x * factor;
    }
}
