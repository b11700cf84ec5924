//! `L' D L` factors of inertia-like matrices, and solving with them.
//!
//! From the leaves on, each dof is eliminated from its ancestors: row `i` loses its multiple of row `k`, whose end it shares.
//! Dofs that follow each other along a limb share all other ancestors, and are eliminated from them together.

use std::ops::Range;

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
        if let Some(first) = rows[last].short_trunk(last) {
            factor_trunk(
                &mut matrix[rows[first].start..],
                first..end,
                diag_inv,
                warning,
            );
            end = first;
            continue;
        }
        let together = last - rows[last].limb > BLOCK;
        let first = if together { end - BLOCK } else { last };
        for k in (first..end).rev() {
            let row = &rows[k];
            diag_inv[k] = 1.0 / raised(&mut matrix[row.start], k, warning);
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

/// A pivot, made the least value that counts if it is less.
#[inline(always)]
fn raised(pivot: &mut f64, k: usize, warning: &mut WarningStat) -> f64 {
    if *pivot < MINVAL {
        warning.raise(k as i32);
        *pivot = MINVAL;
    }
    *pivot
}

/// Factorises the rows of the first few dofs of a tree, from which nothing else hangs any more.
fn factor_trunk(
    matrix: &mut [f64],
    dofs: Range<usize>,
    diag_inv: &mut [f64],
    warning: &mut WarningStat,
) {
    let first = dofs.start;
    let diag_inv = &mut diag_inv[dofs];
    match diag_inv.len() {
        1 => factor_small::<1, 1>(matrix, diag_inv, first, warning),
        2 => factor_small::<2, 3>(matrix, diag_inv, first, warning),
        3 => factor_small::<3, 6>(matrix, diag_inv, first, warning),
        _ => factor_small::<4, 10>(matrix, diag_inv, first, warning),
    }
}

/// `N` rows of one to `N` elements, without a loop.
#[inline(always)]
fn factor_small<const N: usize, const ELEMENTS: usize>(
    matrix: &mut [f64],
    diag_inv: &mut [f64],
    first: usize,
    warning: &mut WarningStat,
) {
    let (Some(m), Some(diag_inv)) = (
        matrix.first_chunk_mut::<ELEMENTS>(),
        diag_inv.first_chunk_mut::<N>(),
    ) else {
        return;
    };
    for k in (0..N).rev() {
        let own = k * (k + 1) / 2;
        let pivot = raised(&mut m[own], first + k, warning);
        diag_inv[k] = 1.0 / pivot;
        for offset in 1..=k {
            let i = k - offset;
            let multiple = m[own + offset] / pivot;
            for t in 0..=i {
                m[i * (i + 1) / 2 + t] -= m[own + offset + t] * multiple;
            }
            m[own + offset] = multiple;
        }
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
        let (near, far) = ld[row.above()].split_at(i - row.limb);
        let (before, limb) = x[..i].split_at_mut(row.limb);
        for (x, l) in limb.iter_mut().rev().zip(near) {
            *x -= l * xi;
        }
        for (l, &j) in far.iter().zip(&columns[row.end - far.len()..]) {
            before[j as usize] -= l * xi;
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
        let (near, far) = ld[row.above()].split_at(i - row.limb);
        let (before, limb) = x[..i].split_at(row.limb);
        for (x, l) in limb.iter().rev().zip(near) {
            xi -= l * x;
        }
        for (l, &j) in far.iter().zip(&columns[row.end - far.len()..]) {
            xi -= l * before[j as usize];
        }
        x[i] = xi;
    }
}
