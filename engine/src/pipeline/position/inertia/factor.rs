//! `L' D L` factors of inertia-like matrices, and solving with them.
//!
//! From the leaves on, each dof is eliminated from its ancestors: row `i` loses its multiple of row `k`, whose end it shares.
//! Dofs that follow each other along a limb share all other ancestors, and are eliminated from them together. An element is
//! a number, or one of each of two matrices that are factorised side by side.
//!
//! `M = L' D L`, without fill-in if descendants are eliminated before ancestors: Featherstone,
//! Rigid Body Dynamics Algorithms (2008), section 6.5.

use std::ops::Range;

use super::element::{Element, Zeros};
use super::trunk;
use crate::data::WarningStat;
use crate::model::topology::Ancestry;
use crate::model::topology::{Part, Shape};

/// How many dofs of a long limb are eliminated together.
const BLOCK: usize = 4;

/// Turns the rows of whole trees in the layout of `qM` into their factors and inverts the diagonal. A pivot that is not positive raises a
/// warning and becomes the least value that counts.
#[doc(alias = "mj_factorI")]
pub(crate) fn factor<E: Element>(
    ancestry: &Ancestry,
    dofs: Range<usize>,
    matrix: &mut [E],
    diag_inv: &mut [E],
    warning: &mut WarningStat,
) {
    let rows = &ancestry.rows[..];
    let matrix = &mut matrix[..ancestry.columns.len()];
    let mut end = dofs.end;
    while end > dofs.start {
        let last = end - 1;
        if let Some(first) = rows[last].short_trunk(last) {
            trunk::factor(
                &mut matrix[rows[first].start..],
                &mut diag_inv[first..end],
                first,
                warning,
            );
            end = first;
            continue;
        }
        let together = last - rows[last].limb > BLOCK;
        let first = if together { end - BLOCK } else { last };
        for k in (first..end).rev() {
            let row = &rows[k];
            diag_inv[k] = E::ONE / raised(&mut matrix[row.start], k, warning);
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
pub(super) fn raised<E: Element>(pivot: &mut E, k: usize, warning: &mut WarningStat) -> E {
    if pivot.is_too_small() {
        warning.raise(k as i32);
        *pivot = pivot.raised();
    }
    *pivot
}

/// Eliminates dof `k` from its nearest ancestors.
#[inline]
fn eliminate<E: Element>(ancestry: &Ancestry, matrix: &mut [E], k: usize, nearest: usize) {
    let row = &ancestry.rows[k];
    let (above, own) = matrix.split_at_mut(row.start);
    let own = &mut own[..row.end - row.start];
    let pivot = own[0];
    let ancestors = &ancestry.columns[row.start..row.end];
    for offset in 1..=nearest {
        let i = &ancestry.rows[ancestors[offset] as usize];
        let multiple = own[offset] / pivot;
        E::subtract(&mut above[i.range()], [&own[offset..]], [multiple]);
        own[offset] = multiple;
    }
}

/// Eliminates a block of dofs from the ancestors that they share.
fn eliminate_block<E: Element>(ancestry: &Ancestry, matrix: &mut [E], first: usize) {
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
        E::subtract(row, [&a[k..], &b[k..], &c[k..], &d[k..]], multiples);
        [a[k], b[k], c[k], d[k]] = multiples;
    }
}

/// Solves `L' D L x = y` in place.
#[doc(alias = "mj_solveLD")]
pub(crate) fn solve<E: Element>(ancestry: &Ancestry, ld: &[E], diag_inv: &[E], x: &mut [E]) {
    for part in &ancestry.parts {
        solve_part(ancestry, part, ld, diag_inv, x);
    }
}

/// Solves for some of the trees.
pub(super) fn solve_part<E: Element>(
    ancestry: &Ancestry,
    part: &Part,
    ld: &[E],
    diag_inv: &[E],
    x: &mut [E],
) {
    if part.shape == Shape::Bushy {
        return solve_by_columns(ancestry, part.range(), ld, diag_inv, x);
    }
    let (x, diag_inv) = (&mut x[part.range()], &diag_inv[part.range()]);
    match part.shape {
        Shape::Single => scale(x, diag_inv),
        Shape::Trunk => trunk::solve(&ld[ancestry.rows[part.first].start..], diag_inv, x),
        _ => {
            // The last dof first, so that a limb's dofs lie in the order of a row.
            x.reverse();
            solve_reversed(ancestry, part.first, ld, diag_inv, x);
            x.reverse();
        }
    }
}

/// `x = D^-1 x`
#[inline]
pub(super) fn scale<E: Element>(x: &mut [E], diag_inv: &[E]) {
    for (x, &inv) in x.iter_mut().zip(diag_inv) {
        *x = *x * inv;
    }
}

/// Solves for some of the dofs, one element after the other.
fn solve_by_columns<E: Element>(
    ancestry: &Ancestry,
    dofs: Range<usize>,
    ld: &[E],
    diag_inv: &[E],
    x: &mut [E],
) {
    let (rows, columns) = (&ancestry.rows[..x.len()], &ancestry.columns[..]);
    let (ld, diag_inv) = (&ld[..columns.len()], &diag_inv[..x.len()]);
    for i in dofs.clone().rev() {
        let (row, xi) = (&rows[i], x[i]);
        let zeros = xi.zeros();
        if row.simple || zeros == Zeros::All {
            continue;
        }
        let elements = ld[row.above()].iter().zip(&columns[row.above()]);
        if zeros == Zeros::None {
            for (&l, &j) in elements {
                x[j as usize] = x[j as usize] - l * xi;
            }
        } else {
            for (&l, &j) in elements {
                x[j as usize] = x[j as usize].less(l, xi);
            }
        }
    }
    for i in dofs.clone() {
        x[i] = x[i] * diag_inv[i];
    }
    for i in dofs {
        let row = &rows[i];
        if row.simple {
            continue;
        }
        let mut xi = x[i];
        for (&l, &j) in ld[row.above()].iter().zip(&columns[row.above()]) {
            xi = xi - l * x[j as usize];
        }
        x[i] = xi;
    }
}

/// Solves for the dofs from `first` on, given from the last to the first.
fn solve_reversed<E: Element>(
    ancestry: &Ancestry,
    first: usize,
    ld: &[E],
    diag_inv: &[E],
    x: &mut [E],
) {
    let last = x.len() - 1;
    let rows = &ancestry.rows[first..][..x.len()];
    let place = |dof: u32| first + last - dof as usize;
    for (i, row) in rows.iter().enumerate().rev() {
        let (own, before) = x[last - i..].split_at_mut(1);
        let own = own[0];
        let zeros = own.zeros();
        if row.simple || zeros == Zeros::All {
            continue;
        }
        let (near, far) = ld[row.above()].split_at(first + i - row.limb);
        let before = &mut before[..near.len()];
        if zeros == Zeros::None {
            E::subtract(before, [near], [own]);
        } else {
            for (x, &l) in before.iter_mut().zip(near) {
                *x = x.less(l, own);
            }
        }
        for (&l, &j) in far.iter().zip(&ancestry.columns[row.end - far.len()..]) {
            let x = &mut x[place(j)];
            *x = x.less(l, own);
        }
    }
    for (x, &inv) in x.iter_mut().zip(diag_inv.iter().rev()) {
        *x = *x * inv;
    }
    for (i, row) in rows.iter().enumerate() {
        if row.simple {
            continue;
        }
        let (own, before) = x[last - i..].split_at(1);
        let mut own = own[0];
        let (near, far) = ld[row.above()].split_at(first + i - row.limb);
        for (&x, &l) in before.iter().zip(near) {
            own = own - l * x;
        }
        for (&l, &j) in far.iter().zip(&ancestry.columns[row.end - far.len()..]) {
            own = own - l * x[place(j)];
        }
        x[last - i] = own;
    }
}
