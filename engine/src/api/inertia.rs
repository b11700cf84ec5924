//! Products and systems with the inertia matrix `M` and with the constraint Jacobian `J`.

use nalgebra::{DMatrix, DVector};

use crate::misuse::Misuse;
use crate::pipeline::constraint::{Jacobian, solve_half};
use crate::pipeline::position::inertia;
use crate::{Data, Model};

impl Data {
    /// The inertia matrix in full: `nv` x `nv`, symmetric.
    ///
    /// Needs [`crb`](Data::crb).
    ///
    /// # Panics
    ///
    /// If the data does not belong to the model.
    #[doc(alias = "mj_fullM")]
    #[track_caller]
    pub fn full_m(&self, model: &Model) -> DMatrix<f64> {
        let mut full = vec![0.0; model.nv * model.nv];
        super::or_panic(self.full_m_into(model, &mut full));
        DMatrix::from_row_slice(model.nv, model.nv, &full)
    }

    /// Writes what [`full_m`](Data::full_m) returns to `nv nv` numbers.
    pub fn full_m_into(&self, model: &Model, full: &mut [f64]) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::length("full", model.nv * model.nv, full.len())?;
        inertia::full_m(model, full, &self.qM);
        Ok(())
    }

    /// `M v`
    ///
    /// Needs [`crb`](Data::crb).
    ///
    /// # Panics
    ///
    /// If `v` has not `nv` numbers, or the data does not belong to the model.
    #[doc(alias = "mj_mulM")]
    #[track_caller]
    pub fn mul_m(&self, model: &Model, v: &[f64]) -> DVector<f64> {
        let mut res = DVector::zeros(model.nv);
        super::or_panic(self.mul_m_into(model, res.as_mut_slice(), v));
        res
    }

    /// `res = M v`
    pub fn mul_m_into(&self, model: &Model, res: &mut [f64], v: &[f64]) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::length("res", model.nv, res.len())?;
        Misuse::length("v", model.nv, v.len())?;
        inertia::mul_m(model, self, res, v);
        Ok(())
    }

    /// Solves `M x = y` in place, by the factors of `M`. `x` may hold several vectors, one after
    /// the other.
    ///
    /// Needs [`factor_m`](Data::factor_m).
    #[doc(alias = "mj_solveM")]
    pub fn solve_m(&self, model: &Model, x: &mut [f64]) -> Result<(), Misuse> {
        for x in self.vectors(model, x)? {
            inertia::solve_m(model, self, x);
        }
        Ok(())
    }

    /// Half of [`solve_m`](Data::solve_m), in place: `x = D^-1/2 L'^-1 y`, where `M = L' D L`. The
    /// square of the result is `y' M^-1 y`.
    ///
    /// Needs [`factor_m`](Data::factor_m).
    #[doc(alias = "mj_solveM2")]
    pub fn solve_m2(&self, model: &Model, x: &mut [f64]) -> Result<(), Misuse> {
        for x in self.vectors(model, x)? {
            solve_half(model, self, x);
        }
        Ok(())
    }

    /// Vectors over the dofs that follow each other.
    fn vectors<'x>(
        &self,
        model: &Model,
        x: &'x mut [f64],
    ) -> Result<impl Iterator<Item = &'x mut [f64]> + use<'x>, Misuse> {
        self.check(model)?;
        let nv = model.nv.max(1);
        let whole = model.nv * x.len().div_ceil(nv);
        Misuse::length("x", whole, x.len())?;
        Ok(x.chunks_exact_mut(nv))
    }

    /// `J v`: what a vector over the dofs is along each constraint row.
    ///
    /// Needs [`make_constraint`](Data::make_constraint).
    ///
    /// # Panics
    ///
    /// If `v` has not `nv` numbers, or the data does not belong to the model.
    #[doc(alias = "mj_mulJacVec")]
    #[track_caller]
    pub fn mul_jac_vec(&self, model: &Model, v: &[f64]) -> DVector<f64> {
        let mut res = DVector::zeros(self.rows());
        super::or_panic(self.mul_jac_vec_into(model, res.as_mut_slice(), v));
        res
    }

    /// `res = J v`
    pub fn mul_jac_vec_into(
        &self,
        model: &Model,
        res: &mut [f64],
        v: &[f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::length("res", self.rows(), res.len())?;
        Misuse::length("v", model.nv, v.len())?;
        if self.rows() > 0 {
            Jacobian::of(model, self).mul(res, v);
        }
        Ok(())
    }

    /// `J' f`: what forces along the constraint rows do to each dof.
    ///
    /// Needs [`make_constraint`](Data::make_constraint).
    ///
    /// # Panics
    ///
    /// If `f` has not `nefc` numbers, or the data does not belong to the model.
    #[doc(alias = "mj_mulJacTVec")]
    #[track_caller]
    pub fn mul_jac_t_vec(&self, model: &Model, f: &[f64]) -> DVector<f64> {
        let mut res = DVector::zeros(model.nv);
        super::or_panic(self.mul_jac_t_vec_into(model, res.as_mut_slice(), f));
        res
    }

    /// `res = J' f`; without constraint rows `res` stays as it is, as in MuJoCo.
    pub fn mul_jac_t_vec_into(
        &self,
        model: &Model,
        res: &mut [f64],
        f: &[f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::length("res", model.nv, res.len())?;
        Misuse::length("f", self.rows(), f.len())?;
        if self.rows() > 0 {
            Jacobian::of(model, self).tr_mul(res, f);
        }
        Ok(())
    }

    /// How many constraint rows there are.
    pub(super) fn rows(&self) -> usize {
        usize::try_from(self.nefc).unwrap_or(0)
    }
}
