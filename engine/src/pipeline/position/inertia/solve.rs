//! Solving with the `L' D L` factors of inertia-like matrices: `x <- L^-1 D^-1 L'^-1 x`.
//!
//! From the leaves on, each dof is subtracted from its ancestors; then all are divided by the
//! diagonal; then, from the roots on, the ancestors are subtracted from each dof. A dof whose value
//! is zero is passed over the first time, as in MuJoCo.
//!
//! Substitution along the tree: Featherstone, Rigid Body Dynamics Algorithms (2008), section 6.5.

use super::element::{Element, Unknown, Zeros};
use super::trunk;
use crate::model::topology::{Ancestry, Part, TreeShape};

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
    let dofs = part.range();
    match part.shape {
        TreeShape::Single => scale(&mut x[dofs.clone()], &diag_inv[dofs]),
        TreeShape::Trunk => {
            let ld = &ld[ancestry.rows[part.first].start..];
            trunk::solve(ld, &diag_inv[dofs.clone()], &mut x[dofs]);
        }
        TreeShape::Branched => solve_within(ancestry, (ld, diag_inv), dofs, |dof| dof, x),
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
