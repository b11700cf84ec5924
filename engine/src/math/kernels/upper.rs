//! Dense Cholesky factors `A = L L'` kept as `U = L'`: what [`crate::math::cholesky`] computes row by row
//! of `L`, here a row of `U` at a time, so that its elements, which do not depend on each other,
//! are computed in SIMD lanes.
//!
//! Blocks of the matrix that are zero stay zero. An envelope in quads of columns says where each
//! row of `U` ends, and nothing is computed outside of it.
//!
//! Golub and Van Loan, Matrix Computations (4th edition, 2013), section 4.2; update by one rank in
//! section 6.5.

use std::ops::Range;

use wide::f64x4;

use super::few;
use super::lanes;
use super::support::{QUAD, Support, is_finite};
use crate::math::MINVAL;
use crate::math::dense;

/// A symmetric matrix by its upper triangle, then its factor in the same place.
#[derive(Clone, Debug, Default)]
pub struct Upper {
    n: usize,
    /// Quads in a row.
    width: usize,
    rows: Vec<f64x4>,
    /// For each quad of columns the first quad of rows that has elements in it.
    first: Vec<usize>,
    /// For each quad of rows where its elements end, in quads.
    end: Vec<usize>,
    /// Four lanes of a dot product for each quad of a row.
    lanes: Vec<[f64x4; QUAD]>,
    /// A row with weights, or a column.
    line: Vec<f64x4>,
    /// A vector that is being solved for, with zeros after its end.
    solution: Vec<f64x4>,
    /// Vectors whose squares are to be added, or subtracted where the flag is not set.
    changes: Vec<f64x4>,
    plus: Vec<bool>,
}

impl Upper {
    /// Up to this size a matrix is small: zeros are not left out, and it needs not to be told where
    /// elements are.
    pub const SMALL: usize = 4 * QUAD;

    /// The zero matrix of size `n`, with no elements but on its diagonal.
    pub fn clear(&mut self, n: usize) {
        if self.n != n || self.rows.is_empty() {
            self.resize(n);
            self.rows.resize(n * self.width, f64x4::ZERO);
            self.first.resize(self.width, 0);
            self.end.resize(self.width, 0);
        }
        self.rows.fill(f64x4::ZERO);
        for (quad, first) in self.first.iter_mut().enumerate() {
            *first = quad;
        }
    }

    /// Takes the elements of another matrix, reusing this one's memory.
    pub fn copy_from(&mut self, other: &Upper) {
        self.resize(other.n);
        self.rows.clone_from(&other.rows);
        self.first.clone_from(&other.first);
        self.end.clone_from(&other.end);
    }

    fn resize(&mut self, n: usize) {
        self.n = n;
        self.width = n.div_ceil(QUAD);
        self.line.resize(self.width, f64x4::ZERO);
        self.solution.resize(self.width, f64x4::ZERO);
        self.lanes.resize(self.width, [f64x4::ZERO; QUAD]);
    }

    /// Makes room for elements at each pair of columns in `support`.
    #[inline]
    pub fn couple(&mut self, support: Support) {
        let quads = support.quads(self.width);
        for first in &mut self.first[quads.clone()] {
            *first = quads.start.min(*first);
        }
    }

    /// Makes room for the element of these two columns.
    #[inline]
    pub fn couple_pair(&mut self, row: usize, column: usize) {
        let first = &mut self.first[column / QUAD];
        *first = (row / QUAD).min(*first);
    }

    /// Adds to an element of the diagonal.
    #[inline]
    pub fn add_to_diagonal(&mut self, i: usize, value: f64) {
        self.rows[i * self.width + i / QUAD].as_array_mut()[i % QUAD] += value;
    }

    /// Adds the given elements to column `i`, each with its row, and makes room for them; the last
    /// one is in the first row.
    #[inline]
    pub fn add_column(&mut self, i: usize, elements: impl Iterator<Item = (f64, usize)>) {
        let stride = self.width * QUAD;
        let rows: &mut [f64] = bytemuck::cast_slice_mut(&mut self.rows);
        let mut top = i;
        for (value, j) in elements {
            rows[j * stride + i] += value;
            top = j;
        }
        self.couple_pair(top, i);
    }

    /// To be called when all elements have room.
    pub fn close(&mut self) {
        if let [end] = &mut self.end[..] {
            *end = 1;
            return;
        }
        self.end.fill(0);
        for (column, &first) in self.first.iter().enumerate() {
            self.end[first] = column + 1;
        }
        let mut furthest = 0;
        for end in &mut self.end {
            furthest = furthest.max(*end);
            *end = furthest;
        }
    }

    /// The elements of row `j`; those before column `j` are meaningless.
    #[inline]
    pub fn row_mut(&mut self, j: usize) -> &mut [f64] {
        bytemuck::cast_slice_mut(&mut self.rows[j * self.width..][..self.width])
    }

    /// Adds `weight` times the product of a row vector with itself.
    pub fn add_square(&mut self, row: &[f64], support: Support, weight: f64) {
        let width = self.width;
        if let Some(i) = support.single() {
            return self.add_to_diagonal(i, row[i] * (row[i] * weight));
        }
        let quads = support.quads(width);
        if quads == (0..width) {
            match width {
                1 => return add_whole_square::<1>(&mut self.rows, row, weight),
                2 => return add_whole_square::<2>(&mut self.rows, row, weight),
                3 => return add_whole_square::<3>(&mut self.rows, row, weight),
                4 => return add_whole_square::<4>(&mut self.rows, row, weight),
                _ => {}
            }
        }
        self.add_square_in(quads, row, weight);
    }

    /// The same for a row that is zero outside of these quads.
    fn add_square_in(&mut self, quads: Range<usize>, row: &[f64], weight: f64) {
        let width = self.width;
        let columns = quads.start * QUAD..(quads.end * QUAD).min(self.n);
        let weighted: &mut [f64] = bytemuck::cast_slice_mut(&mut self.line);
        for (y, x) in weighted[columns.clone()]
            .iter_mut()
            .zip(&row[columns.clone()])
        {
            *y = x * weight;
        }
        for (j, &x) in columns.clone().zip(&row[columns]) {
            if x == 0.0 {
                continue;
            }
            let x = f64x4::splat(x);
            let target = &mut self.rows[j * width..][j / QUAD..quads.end];
            for (r, &y) in target.iter_mut().zip(&self.line[j / QUAD..quads.end]) {
                *r += x * y;
            }
        }
    }

    /// Adds `weight` times the product of a row vector with itself to a small matrix, zeros and all.
    #[inline]
    pub fn add_square_to_small(&mut self, row: &[f64], support: Support, weight: f64) {
        if let Some(i) = support.single() {
            let square = row[i] * (row[i] * weight);
            if square.is_finite() {
                return self.add_to_diagonal(i, square);
            }
        }
        self.add_square(row, Support::ALL, weight);
    }

    /// Whether no element is infinite or NaN.
    pub fn is_finite(&self) -> bool {
        // Zero times anything finite is zero.
        let mut zeros = f64x4::ZERO;
        for (j, row) in self.rows.chunks_exact(self.width.max(1)).enumerate() {
            for &x in &row[j / QUAD..self.end[j / QUAD]] {
                zeros += x * f64x4::ZERO;
            }
        }
        zeros.to_array() == [0.0; QUAD]
    }

    /// Quads in a row, if zeros are not to be left out: in small matrices, and where the first rows
    /// have elements in all columns, so that the factor has them everywhere.
    #[inline]
    fn whole_width(&self) -> Option<usize> {
        (self.n <= Upper::SMALL || self.end[0] == self.width).then_some(self.width)
    }

    /// Factorises in place. Pivots below `least` are raised to it; returns the rank: how many were
    /// not.
    pub fn factor(&mut self, least: f64) -> usize {
        let few = few::with_width!(self.whole_width(), factor(&mut self.rows, least));
        few.unwrap_or_else(|| self.factor_many(least))
    }

    /// The same for many columns.
    pub(super) fn factor_many(&mut self, least: f64) -> usize {
        let mut rank = self.n;
        for j in 0..self.n {
            self.subtract_rows_above(j);
            let block = j / QUAD..self.end[j / QUAD];
            let row = &mut self.rows[j * self.width..][block];
            let mut pivot = row[0].as_array_ref()[j % QUAD];
            if pivot < least {
                pivot = least;
                rank -= 1;
            }
            let pivot = pivot.sqrt();
            let inverse = f64x4::splat(1.0 / pivot);
            for x in row.iter_mut() {
                *x *= inverse;
            }
            row[0] = lanes::begin_at(row[0], j % QUAD, pivot);
        }
        rank
    }

    /// Subtracts from each element of row `j` the dot product of its column with column `j`, over
    /// the rows above.
    fn subtract_rows_above(&mut self, j: usize) {
        let (width, quad) = (self.width, j / QUAD);
        let block = quad..self.end[quad];
        let (above, row) = self.rows.split_at_mut(j * width);
        let row = &mut row[block.clone()];
        // A row above, in the columns of the block, and its element in column j.
        let upper = |k: usize| {
            let x = &above[k * width..][block.clone()];
            (f64x4::splat(x[0].as_array_ref()[j % QUAD]), x)
        };
        let lanes = &mut self.lanes[..row.len()];
        lanes.fill([f64x4::ZERO; QUAD]);
        for start in (self.first[quad]..quad).map(|quad| quad * QUAD) {
            add_products(
                lanes,
                [
                    upper(start),
                    upper(start + 1),
                    upper(start + 2),
                    upper(start + 3),
                ],
            );
        }
        // The tail of a dot product is summed on its own.
        let start = quad * QUAD;
        let dots = row.iter_mut().zip(lanes).map(|(x, l)| (x, lanes::sum(l)));
        match j - start {
            0 => dots.for_each(|(x, dot)| *x -= dot),
            1 => {
                let (f0, x0) = upper(start);
                for ((x, dot), &x0) in dots.zip(x0) {
                    *x -= dot + f0 * x0;
                }
            }
            2 => {
                let ((f0, x0), (f1, x1)) = (upper(start), upper(start + 1));
                for ((x, dot), (&x0, &x1)) in dots.zip(x0.iter().zip(x1)) {
                    *x -= dot + (f0 * x0 + f1 * x1);
                }
            }
            _ => {
                let (f0, x0) = upper(start);
                let (f1, x1) = upper(start + 1);
                let (f2, x2) = upper(start + 2);
                for ((x, dot), ((&x0, &x1), &x2)) in dots.zip(x0.iter().zip(x1).zip(x2)) {
                    *x -= dot + (f0 * x0 + f1 * x1 + f2 * x2);
                }
            }
        }
    }

    /// Solves `L L' x = x` in place.
    pub fn solve(&mut self, x: &mut [f64]) {
        if few::with_width!(self.whole_width(), solve(&self.rows, x)).is_none() {
            self.solve_many(x);
        }
    }

    /// The same for many columns.
    pub(super) fn solve_many(&mut self, x: &mut [f64]) {
        // With an infinity or NaN, products with zeros count.
        let whole = !is_finite(x);
        self.solution.as_mut_slice().fill(f64x4::ZERO);
        let values: &mut [f64] = bytemuck::cast_slice_mut(&mut self.solution);
        values[..self.n].copy_from_slice(x);
        self.solve_lower(whole);
        self.solve_upper(whole);
        let values: &[f64] = bytemuck::cast_slice(&self.solution);
        x.copy_from_slice(&values[..self.n]);
    }

    /// `x <- L^-1 x`; each solved element adds to a lane of all later dot products, or to the tail
    /// of those in its own quad.
    fn solve_lower(&mut self, whole: bool) {
        let x: &mut [f64] = bytemuck::cast_slice_mut(&mut self.solution);
        self.lanes.fill([f64x4::ZERO; QUAD]);
        let (mut dots, mut tail) = (f64x4::ZERO, f64x4::ZERO);
        for (i, row) in self.rows.chunks_exact(self.width).enumerate() {
            let (quad, lane) = (i / QUAD, i % QUAD);
            if lane == 0 {
                dots = lanes::sum(&self.lanes[quad]);
                tail = f64x4::splat(-0.0);
            }
            let mut dot = (dots + tail).as_array_ref()[lane];
            if dot == 0.0 && x[i] == 0.0 {
                // Only here do the signs of zeros matter.
                dot = column_dot(&self.rows, self.width, &mut self.line, i, x);
            }
            let solved = (x[i] - dot) / row[quad].as_array_ref()[lane];
            x[i] = solved;
            let solved = f64x4::splat(solved);
            tail += row[quad] * solved;
            let end = if whole { self.width } else { self.end[quad] };
            for (lanes, &u) in self.lanes[quad + 1..end]
                .iter_mut()
                .zip(&row[quad + 1..end])
            {
                lanes[lane] += u * solved;
            }
        }
    }

    /// `x <- L'^-1 x`, subtracting one element after the other. They are read one by one too: a
    /// vector that is read after one of its lanes was written has to wait.
    fn solve_upper(&mut self, whole: bool) {
        let stride = self.width * QUAD;
        let rows: &[f64] = bytemuck::cast_slice(&self.rows);
        let x: &mut [f64] = bytemuck::cast_slice_mut(&mut self.solution);
        let x = &mut x[..stride];
        for i in (0..self.n).rev() {
            let row = &rows[i * stride..][..stride];
            let end = if whole {
                stride
            } else {
                self.end[i / QUAD] * QUAD
            };
            let subtract = |from: f64, row: &[f64], x: &[f64]| {
                row.iter().zip(x).fold(from, |sum, (u, x)| sum - u * x)
            };
            let mut xi = subtract(x[i], &row[i + 1..end], &x[i + 1..end]);
            // The signs of zeros matter only in a sum that is zero.
            if xi == 0.0 {
                xi = subtract(xi, &row[end..], &x[end..]);
            }
            x[i] = xi / row[i];
        }
    }

    /// Records that the square of a row vector is to be added to the matrix, or subtracted from it.
    pub fn push_change(&mut self, row: impl Iterator<Item = f64>, plus: bool) {
        let start = self.changes.len();
        self.changes.resize(start + self.width, f64x4::ZERO);
        let change: &mut [f64] = bytemuck::cast_slice_mut(&mut self.changes[start..]);
        for (x, value) in change.iter_mut().zip(row) {
            *x = value;
        }
        self.plus.push(plus);
    }

    /// Applies all recorded changes to the factor, in their order, one row after the other. Returns
    /// whether all pivots stayed positive.
    #[doc(alias = "mju_cholUpdate")]
    pub fn apply_changes(&mut self) -> bool {
        let width = self.whole_width();
        let (rows, changes) = (&mut self.rows[..], &mut self.changes[..]);
        let few = few::with_width!(width, change(rows, changes, &self.plus));
        let Some(positive) = few else {
            return self.change_many();
        };
        self.changes.clear();
        self.plus.clear();
        positive
    }

    /// The same for many columns.
    pub(super) fn change_many(&mut self) -> bool {
        let width = self.width;
        let mut positive = true;
        for k in 0..self.n {
            let block = k / QUAD..self.end[k / QUAD];
            let row = &mut self.rows[k * width..][block.clone()];
            for (x, &plus) in self.changes.chunks_exact_mut(width).zip(&self.plus) {
                positive &= change_row(row, &mut x[block.clone()], k % QUAD, plus);
            }
        }
        self.changes.clear();
        self.plus.clear();
        positive
    }
}

/// [`Upper::add_square`] for a row without a range of zeros, of a matrix of few quads: the row with
/// its weight stays in registers, and all loops have fixed ends.
#[inline]
fn add_whole_square<const W: usize>(rows: &mut [f64x4], row: &[f64], weight: f64) {
    let (whole, tail) = row.as_chunks::<QUAD>();
    let last = match *tail {
        [a] => [a, 0.0, 0.0, 0.0],
        [a, b] => [a, b, 0.0, 0.0],
        [a, b, c] => [a, b, c, 0.0],
        _ => [0.0; QUAD],
    };
    let weighted: [f64x4; W] = std::array::from_fn(|quad| {
        let x = whole.get(quad).copied().unwrap_or(last);
        f64x4::from(x) * f64x4::splat(weight)
    });
    let (rows, _) = rows.as_chunks_mut::<W>();
    for quad in 0..W {
        let start = (quad * QUAD).min(row.len());
        let end = (start + QUAD).min(row.len());
        for (target, &x) in rows[start..end].iter_mut().zip(&row[start..end]) {
            if x == 0.0 {
                continue;
            }
            for q in quad..W {
                target[q] += f64x4::splat(x) * weighted[q];
            }
        }
    }
}

/// Adds to each of four lanes the product of its own factor and row.
#[inline]
fn add_products(lanes: &mut [[f64x4; QUAD]], rows: [(f64x4, &[f64x4]); QUAD]) {
    let [(f0, x0), (f1, x1), (f2, x2), (f3, x3)] = rows;
    let x = x0.iter().zip(x1).zip(x2.iter().zip(x3));
    for (lanes, ((&x0, &x1), (&x2, &x3))) in lanes.iter_mut().zip(x) {
        lanes[0] += f0 * x0;
        lanes[1] += f1 * x1;
        lanes[2] += f2 * x2;
        lanes[3] += f3 * x3;
    }
}

/// One step of a rank-one update: the row's pivot is at `lane`, where `x` becomes zero. Returns
/// whether the pivot stayed positive.
#[inline]
fn change_row(row: &mut [f64x4], x: &mut [f64x4], lane: usize, plus: bool) -> bool {
    let xk = x[0].as_array_ref()[lane];
    if xk == 0.0 {
        return true;
    }
    let pivot = row[0].as_array_ref()[lane];
    let square = xk * xk;
    let r = pivot * pivot + if plus { square } else { -square };
    let vanishes = r < MINVAL;
    let r = if vanishes { MINVAL } else { r }.sqrt();
    let c = r / pivot;
    let s = xk / pivot;
    let signed = f64x4::splat(if plus { s } else { -s });
    let inverse = f64x4::splat(1.0 / c);
    let (c, s) = (f64x4::splat(c), f64x4::splat(s));
    let changed = (row[0] + signed * x[0]) * inverse;
    x[0] = lanes::begin_at(c * x[0] - s * changed, lane, 0.0);
    row[0] = lanes::begin_at(changed, lane, r);
    for (u, x) in row[1..].iter_mut().zip(&mut x[1..]) {
        *u = (*u + signed * *x) * inverse;
        *x = c * *x - s * *u;
    }
    !vanishes
}

/// Dot product of `x` with column `i` above the diagonal, zeros included.
#[cold]
fn column_dot(rows: &[f64x4], width: usize, column: &mut [f64x4], i: usize, x: &[f64]) -> f64 {
    let column: &mut [f64] = bytemuck::cast_slice_mut(column);
    for (element, row) in column[..i].iter_mut().zip(rows.chunks_exact(width)) {
        *element = row[i / QUAD].as_array_ref()[i % QUAD];
    }
    dense::dot(&column[..i], x)
}

#[cfg(test)]
mod tests;
