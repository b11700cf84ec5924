//! Products with the constraint Jacobian, dense or sparse, whole or restricted to one island.

use crate::math::gather;
use crate::math::sparse::{self, Pattern};
use crate::math::support::{self, Support};
use crate::math::thin;
use crate::model::paths::SpecialPath;
use crate::{Data, Model};

/// The current constraint Jacobian.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jacobian<'a> {
    pub(crate) sparse: bool,
    pub(crate) nv: usize,
    pub(crate) nefc: usize,
    pub(crate) values: &'a [f64],
    /// The transpose; dense form has it only when islands are enabled.
    pub(crate) transposed: &'a [f64],
    pub(crate) pattern: Pattern<'a>,
    pub(crate) transposed_pattern: Pattern<'a>,
    /// How many rows after each one have the same columns; in sparse form.
    pub(crate) following: &'a [i32],
    pub(crate) transposed_following: &'a [i32],
    /// Where each row of a dense Jacobian may be other than zero.
    pub(crate) supports: &'a [Support],
}

impl<'a> Jacobian<'a> {
    #[inline]
    pub(crate) fn of(model: &Model, data: &'a Data) -> Jacobian<'a> {
        Jacobian {
            sparse: model.is_sparse(),
            nv: model.nv,
            nefc: data.nefc as usize,
            values: &data.efc_J,
            transposed: &data.efc_JT,
            pattern: Pattern {
                rownnz: &data.efc_J_rownnz,
                rowadr: &data.efc_J_rowadr,
                colind: &data.efc_J_colind,
            },
            transposed_pattern: Pattern {
                rownnz: &data.efc_JT_rownnz,
                rowadr: &data.efc_JT_rowadr,
                colind: &data.efc_JT_colind,
            },
            following: &data.efc_J_rowsuper,
            transposed_following: &data.efc_JT_rowsuper,
            supports: &data.scratch.rows.supports,
        }
    }

    /// Row `i` of a dense Jacobian.
    #[inline]
    pub(crate) fn dense_row(&self, i: usize) -> &'a [f64] {
        &self.values[i * self.nv..][..self.nv]
    }

    /// Values and columns of row `i` of a sparse Jacobian.
    pub(crate) fn sparse_row(&self, i: usize) -> (&'a [f64], &'a [i32]) {
        (&self.values[self.pattern.range(i)], self.pattern.columns(i))
    }

    /// `res = J v`
    #[doc(alias = "mj_mulJacVec")]
    #[inline]
    pub(crate) fn mul(&self, res: &mut [f64], v: &[f64]) {
        if self.sparse {
            sparse::mul_vec_in_runs(res, self.values, self.pattern, self.following, v);
        } else if !(SpecialPath::ThinRows.is_open() && thin::mul_vec(res, self.values, v)) {
            support::mul_vec(res, self.values, self.supports, v);
        }
    }

    /// `res = J' f`
    #[doc(alias = "mj_mulJacTVec")]
    #[inline]
    pub(crate) fn tr_mul(&self, res: &mut [f64], f: &[f64]) {
        if self.sparse {
            sparse::mul_vec_in_runs(
                res,
                self.transposed,
                self.transposed_pattern,
                self.transposed_following,
                f,
            );
        } else if !(SpecialPath::ThinRows.is_open() && thin::tr_mul_vec(res, self.values, f)) {
            support::tr_mul_vec(res, self.values, self.supports, f);
        }
    }

    /// `J v` at the rows and dofs of an island, `v` being over all dofs.
    #[doc(alias = "mj_mulJacVec_island")]
    pub(crate) fn mul_island(&self, res: &mut [f64], v: &[f64], rows: &[i32], dofs: &[i32]) {
        for (res, &r) in res.iter_mut().zip(rows) {
            *res = if self.sparse {
                let (values, columns) = self.sparse_row(r as usize);
                gather::dot_at_common(values, columns, dofs, |_, dof| v[dof])
            } else {
                gather::dot_at(v, self.dense_row(r as usize), dofs)
            };
        }
    }

    /// `J v` at the rows and dofs of an island, `v` being over the island's dofs.
    pub(crate) fn mul_island_compact(
        &self,
        res: &mut [f64],
        v: &[f64],
        rows: &[i32],
        dofs: &[i32],
    ) {
        for (res, &r) in res.iter_mut().zip(rows) {
            *res = if self.sparse {
                let (values, columns) = self.sparse_row(r as usize);
                gather::dot_at_common(values, columns, dofs, |k, _| v[k])
            } else {
                sparse::dot(v, dofs, self.dense_row(r as usize))
            };
        }
    }

    /// `res = J' f` at the dofs and rows of an island, both `res` and `f` being whole.
    #[doc(alias = "mj_mulJacTVec_island")]
    pub(crate) fn tr_mul_island(&self, res: &mut [f64], f: &[f64], rows: &[i32], dofs: &[i32]) {
        for &dof in dofs {
            let dof = dof as usize;
            res[dof] = if self.sparse {
                let values = &self.transposed[self.transposed_pattern.range(dof)];
                let columns = self.transposed_pattern.columns(dof);
                gather::dot_at_common(values, columns, rows, |_, row| f[row])
            } else {
                let column = &self.transposed[dof * self.nefc..][..self.nefc];
                gather::dot_at(f, column, rows)
            };
        }
    }
}
