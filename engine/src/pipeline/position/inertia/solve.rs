//! Solving with the `L' D L` factors of inertia-like matrices: `x <- L^-1 D^-1 L'^-1 x`.
//!
//! From the leaves on, each dof is subtracted from its ancestors; then all are divided by the
//! diagonal; then, from the roots on, the ancestors are subtracted from each dof. A dof whose value
//! is zero is passed over the first time, as in MuJoCo.

use super::element::{Element, Unknown, Zeros};
use super::trunk;
use crate::model::topology::{Ancestry, Part, Shape};

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
        return solve_within(ancestry, (ld, diag_inv), part.range(), |dof| dof, x);
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

/// Solves for some dofs among which are all ancestors of each, one element after the other.
/// `dofs` are in increasing order; `place` says where a dof is in `x`.
pub(crate) fn solve_within<X: Unknown>(
    ancestry: &Ancestry,
    (ld, diag_inv): (&[X::Factor], &[X::Factor]),
    dofs: impl DoubleEndedIterator<Item = usize> + Clone,
    place: impl Fn(usize) -> usize,
    x: &mut [X],
) {
    let (rows, columns) = (&ancestry.rows[..], &ancestry.columns[..]);
    let ld = &ld[..columns.len()];
    let above = |dof: usize| {
        let row = &rows[dof];
        let elements = if row.simple { 0..0 } else { row.above() };
        let places = columns[elements.clone()].iter().map(|&j| place(j as usize));
        ld[elements].iter().copied().zip(places)
    };
    for dof in dofs.clone().rev() {
        let own = x[place(dof)];
        match own.zeros() {
            Zeros::None => {
                for (l, at) in above(dof) {
                    x[at] = x[at].minus(l, own);
                }
            }
            Zeros::Some => {
                for (l, at) in above(dof) {
                    x[at] = x[at].minus_nonzero(l, own);
                }
            }
            Zeros::All => {}
        }
    }
    for dof in dofs.clone() {
        let own = &mut x[place(dof)];
        *own = own.times(diag_inv[dof]);
    }
    for dof in dofs {
        let mut own = x[place(dof)];
        for (l, at) in above(dof) {
            own = own.minus(l, x[at]);
        }
        x[place(dof)] = own;
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
                *x = x.minus_nonzero(l, own);
            }
        }
        for (&l, &j) in far.iter().zip(&ancestry.columns[row.end - far.len()..]) {
            let x = &mut x[place(j)];
            *x = x.minus_nonzero(l, own);
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
