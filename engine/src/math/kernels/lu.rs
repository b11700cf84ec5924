//! Sparse LU factorisation of matrices over the dofs of trees, from the leaves to the root: `A = (U
//! + I) L` without fill-in.
//!
//! Golub and Van Loan, Matrix Computations (4th edition, 2013), section 3.2, eliminated from the
//! leaves as in Featherstone, Rigid Body Dynamics Algorithms (2008), section 6.5.

use super::sparse::Pattern;
use crate::math::MINVAL;

/// A pivot is too small to divide by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular;

/// Factorises in place. `open` is working memory, one element for each row.
#[doc(alias = "mju_factorLUSparse")]
pub fn factor(lu: &mut [f64], pattern: Pattern, open: &mut [i32]) -> Result<(), Singular> {
    let n = pattern.rownnz.len();
    open.copy_from_slice(pattern.rownnz);
    // The last element of each row that is not eliminated yet; columns are eliminated from the
    // right.
    let last = |open: &[i32], row: usize| (pattern.rowadr[row] + open[row] - 1) as usize;
    for i in (0..n).rev() {
        let ii = last(open, i);
        let pivot = lu[ii];
        if pivot.abs() < MINVAL {
            return Err(Singular);
        }
        open[i] -= 1;
        let row_i = pattern.rowadr[i] as usize..ii;
        for j in (0..i).rev() {
            let ji = last(open, j);
            if pattern.colind[ji] != i as i32 {
                continue;
            }
            open[j] -= 1;
            lu[ji] /= pivot;
            let factor = lu[ji];
            // Every remaining column of row i is one of row j as well.
            let mut jk = pattern.rowadr[j] as usize;
            for ik in row_i.clone() {
                while pattern.colind[jk] < pattern.colind[ik] {
                    jk += 1;
                }
                lu[jk] -= lu[ik] * factor;
                jk += 1;
            }
        }
    }
    Ok(())
}

/// Solves `A res = v` by the factorisation of `A`.
#[doc(alias = "mju_solveLUSparse")]
pub fn solve(res: &mut [f64], lu: &[f64], pattern: Pattern, v: &[f64]) {
    let n = pattern.rownnz.len();
    for i in (0..n).rev() {
        res[i] = v[i];
        for k in pattern.range(i).rev() {
            let column = pattern.colind[k] as usize;
            if column <= i {
                break;
            }
            res[i] -= res[column] * lu[k];
        }
    }
    for i in 0..n {
        for k in pattern.range(i) {
            let column = pattern.colind[k] as usize;
            if column == i {
                res[i] /= lu[k];
                break;
            }
            res[i] -= res[column] * lu[k];
        }
    }
}
