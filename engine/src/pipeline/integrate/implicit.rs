//! Implicit in velocity: `(M - h dF/dv) qacc = F`, where `F` are all forces.
//!
//! The full method has the derivative of the bias force too, which is not symmetric, and needs an
//! LU factorisation; the fast one leaves it out and keeps the symmetric half.
//!
//! One Newton step of the implicit Euler method, for velocities: Hairer and Wanner, Solving
//! Ordinary Differential Equations II (2nd edition, 1996), chapter IV.

use super::advance;
use crate::data::timer::Timer;
use crate::error::StepError;
use crate::math::{dense, lu, sparse};
use crate::model::codes::Integrator;
use crate::pipeline::derivative::{pattern_d, smooth_vel};
use crate::pipeline::position::inertia::{factor_h, solve_h};
use crate::{Data, Model};

#[doc(alias = "mj_implicit")]
pub(crate) fn implicit(model: &Model, data: &mut Data) -> Result<(), StepError> {
    let begin = data.now();
    let [mut qacc, mut qfrc] = std::mem::take(&mut data.scratch.dof);
    for (dof, qfrc) in qfrc.iter_mut().enumerate() {
        *qfrc = data.qfrc_smooth[dof] + data.qfrc_constraint[dof];
    }
    let solved = if model.integrator() == Integrator::Implicit {
        solve_full(model, data, &qfrc, &mut qacc)
    } else {
        solve_fast(model, data, &qfrc, &mut qacc);
        Ok(())
    };
    if solved.is_ok() {
        let act_dot = std::mem::take(&mut data.act_dot);
        advance(model, data, &act_dot, &qacc, None);
        data.act_dot = act_dot;
    }
    data.scratch.dof = [qacc, qfrc];
    data.end(Timer::Advance, begin);
    solved
}

/// By an LU factorisation of `M - h qDeriv`.
fn solve_full(
    model: &Model,
    data: &mut Data,
    qfrc: &[f64],
    qacc: &mut [f64],
) -> Result<(), StepError> {
    subtract_derivative(model, data);
    let pattern = sparse::Pattern {
        rownnz: &data.D_rownnz,
        rowadr: &data.D_rowadr,
        colind: &data.D_colind,
    };
    let open = &mut data.scratch.dof_index;
    lu::factor(&mut data.qLU, pattern, open).map_err(|lu::Singular| StepError::SingularImplicit)?;
    solve_by_factors(data, qfrc, qacc);
    Ok(())
}

/// Solves with the factors in `qLU`.
pub(super) fn solve_by_factors(data: &Data, qfrc: &[f64], qacc: &mut [f64]) {
    lu::solve(qacc, &data.qLU, pattern_d(data), qfrc);
}

/// Sets `qLU` to `M - h qDeriv` before its factorisation.
pub(crate) fn subtract_derivative(model: &Model, data: &mut Data) {
    smooth_vel(model, data, true);
    for (element, &from) in data.qLU.iter_mut().zip(&data.mapM2D) {
        *element = data.qM[from as usize];
    }
    dense::add_scaled(&mut data.qLU, &data.qDeriv, -model.opt.timestep);
}

/// By the factorisation for inertia-like matrices, of the lower half.
fn solve_fast(model: &Model, data: &mut Data, qfrc: &[f64], qacc: &mut [f64]) {
    smooth_vel(model, data, false);
    for (k, element) in data.qH.iter_mut().enumerate() {
        let slope = data.qDeriv[data.mapD2M[k] as usize];
        *element = data.qM[k] + slope * -model.opt.timestep;
    }
    factor_h(data);
    qacc.copy_from_slice(qfrc);
    solve_h(data, qacc);
}
