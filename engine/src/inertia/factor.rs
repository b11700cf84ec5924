//! `L' D L` factors of inertia-like matrices, and solving with them.
//!
//! From the leaves on, each dof is eliminated from its ancestors: row `i` loses its multiple of row `k`, whose end it shares.
//! Dofs that follow each other along a limb share all other ancestors, and are eliminated from them together.

use super::Ancestry;
use crate::fields::WarningStat;
use crate::math::MINVAL;

/// How many dofs of a long limb are eliminated together.
const BLOCK: usize = 4;

/// Turns a matrix in the layout of `qM` into its factors and inverts the diagonal. A pivot that is not positive raises a
/// warning and becomes the least value that counts.
pub(crate) fn factor(
    ancestry: &Ancestry,
    matrix: &mut [f64],
    diag_inv: &mut [f64],
    warning: &mut WarningStat,
) {
    let rows = &ancestry.rows[..];
    let matrix = &mut matrix[..ancestry.columns.len()];
    let mut end = rows.len();
    while let Some(last) = end.checked_sub(1) {
        let together = last - rows[last].limb > BLOCK;
        let first = if together { end - BLOCK } else { last };
        for k in (first..end).rev() {
            let row = &rows[k];
            let pivot = &mut matrix[row.start];
            if *pivot < MINVAL {
                warning.raise(k as i32);
                *pivot = MINVAL;
            }
            diag_inv[k] = 1.0 / *pivot;
            if !row.simple {
                let nearest = if together {
                    k - first
                } else {
                    row.above().len()
                };
                eliminate(ancestry, matrix, k, nearest);
            }
        }
        if together && !rows[first].simple {
            eliminate_block(ancestry, matrix, first);
        }
        end = first;
    }
}

/// Eliminates dof `k` from its nearest ancestors.
#[inline]
fn eliminate(ancestry: &Ancestry, matrix: &mut [f64], k: usize, nearest: usize) {
    let row = &ancestry.rows[k];
    let (above, own) = matrix.split_at_mut(row.start);
    let own = &mut own[..row.end - row.start];
    let pivot = own[0];
    let ancestors = &ancestry.columns[row.start..row.end];
    for offset in 1..=nearest {
        let i = &ancestry.rows[ancestors[offset] as usize];
        let multiple = own[offset] / pivot;
        subtract(&mut above[i.range()], [&own[offset..]], [multiple]);
        own[offset] = multiple;
    }
}

/// Eliminates a block of dofs from the ancestors that they share.
fn eliminate_block(ancestry: &Ancestry, matrix: &mut [f64], first: usize) {
    let rows = &ancestry.rows[..];
    let ancestors = &ancestry.columns[rows[first].above()];
    let n = ancestors.len();
    let (above, block) = matrix.split_at_mut(rows[first].start);
    // Each row has one element more before the shared ones than its parent's.
    let (d, block) = block.split_at_mut(n + 1);
    let (c, block) = block.split_at_mut(n + 2);
    let (b, a) = block.split_at_mut(n + 3);
    let pivots = [a[0], b[0], c[0], d[0]];
    let (a, b) = (&mut a[4..][..n], &mut b[3..][..n]);
    let (c, d) = (&mut c[2..][..n], &mut d[1..][..n]);
    for (k, &i) in ancestors.iter().enumerate() {
        let multiples = [
            a[k] / pivots[0],
            b[k] / pivots[1],
            c[k] / pivots[2],
            d[k] / pivots[3],
        ];
        let row = &mut above[rows[i as usize].range()];
        // The last dof comes first, as it would alone.
        subtract(row, [&a[k..], &b[k..], &c[k..], &d[k..]], multiples);
        [a[k], b[k], c[k], d[k]] = multiples;
    }
}

/// `row -= others[k] * multiples[k]`, one after the other.
#[inline(always)]
fn subtract<const N: usize>(row: &mut [f64], others: [&[f64]; N], multiples: [f64; N]) {
    let n = row.len();
    // By fours, which is how the compiler vectorises without a loop of leftovers.
    let others = others.map(|other| other[..n].as_chunks::<4>());
    let (groups, rest) = row.as_chunks_mut::<4>();
    for (g, group) in groups.iter_mut().enumerate() {
        let mut sum = *group;
        for k in 0..N {
            for (x, y) in sum.iter_mut().zip(others[k].0[g]) {
                *x -= y * multiples[k];
            }
        }
        *group = sum;
    }
    for (r, x) in rest.iter_mut().enumerate() {
        for k in 0..N {
            *x -= others[k].1[r] * multiples[k];
        }
    }
}

/// Solves `L' D L x = y` in place.
pub(crate) fn solve(ancestry: &Ancestry, ld: &[f64], diag_inv: &[f64], x: &mut [f64]) {
    let (rows, columns) = (&ancestry.rows[..x.len()], &ancestry.columns[..]);
    let (ld, diag_inv) = (&ld[..columns.len()], &diag_inv[..x.len()]);
    for i in (0..rows.len()).rev() {
        let (row, xi) = (&rows[i], x[i]);
        if row.simple || xi == 0.0 {
            continue;
        }
        let (elements, ancestors) = (&ld[row.above()], &columns[row.above()]);
        for (l, &j) in elements.iter().zip(ancestors) {
            x[j as usize] -= l * xi;
        }
    }
    for (x, inv) in x.iter_mut().zip(diag_inv) {
        *x *= inv;
    }
    for i in 0..rows.len() {
        let row = &rows[i];
        if row.simple {
            continue;
        }
        let mut xi = x[i];
        let (elements, ancestors) = (&ld[row.above()], &columns[row.above()]);
        for (l, &j) in elements.iter().zip(ancestors) {
            xi -= l * x[j as usize];
        }
        x[i] = xi;
    }
}
