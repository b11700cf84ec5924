//! The constraint solvers: acceleration and constraint force from the rows.
//!
//! Newton and CG search accelerations: they minimise `1/2 (a - a0)' M (a - a0) + s(J a - aref)`.
//! PGS and the noslip pass search forces.
//!
//! Todorov, Convex and analytically-invertible dynamics with contacts and constraints (2014).

mod dual;
mod hessian;
mod line_search;
mod mass;
mod minimum;
mod noslip;
mod overwritten;
mod pgs;
mod primal;
mod qcqp;
mod repeats;
pub(crate) mod single;
mod statistics;
mod warmstart;

use crate::data::scratch::FirstHessian;
use crate::data::timer::{Timer, timed};
use crate::math::dense;
use crate::misuse::Misuse;
use crate::model::codes::{enable, solver};
use crate::model::paths::SpecialPath;
use crate::pipeline::constraint::Jacobian;
use crate::{Data, Model};

/// Memory of the solvers, kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    primal: primal::Work,
    singles: single::Singles,
    dual: dual::Work,
    warmstart: warmstart::Work,
}

/// How the rows are solved for.
enum Method {
    /// Conjugate gradients, island by island.
    Islands,
    /// Projected Gauss-Seidel over forces.
    Forces,
    /// Conjugate gradients over accelerations.
    Gradients,
    /// Newton's method over accelerations.
    Newton,
}

impl Method {
    /// What the options name; conjugate gradients take islands where there are some.
    fn of(model: &Model, data: &Data) -> Result<Method, Misuse> {
        let islands =
            model.enabled(enable::ISLAND) && data.nisland > 0 && model.opt.noslip_iterations == 0;
        Ok(match model.opt.solver {
            solver::PGS => Method::Forces,
            solver::CG if islands => Method::Islands,
            solver::CG => Method::Gradients,
            solver::NEWTON => Method::Newton,
            other => return Err(Misuse::Solver(other)),
        })
    }
}

/// Computes `efc_b`, `efc_force`, `qfrc_constraint` and `qacc` by the solver that the options name.
pub(crate) fn solve(model: &Model, data: &mut Data) {
    timed(data, Timer::Constraint, |data| find_forces(model, data));
}

#[inline(always)]
fn find_forces(model: &Model, data: &mut Data) {
    let nefc = data.nefc as usize;
    data.qfrc_constraint.fill(0.0);
    for array in [&mut data.efc_b, &mut data.efc_force] {
        array.resize(nefc, 0.0);
    }
    data.efc_state.resize(nefc, 0);
    if nefc == 0 {
        data.qacc.copy_from_slice(&data.qacc_smooth);
        data.qacc_warmstart.copy_from_slice(&data.qacc_smooth);
        data.solver_niter.fill(0);
        return;
    }
    let method = match Method::of(model, data) {
        Ok(method) => method,
        Err(misuse) => return data.fault = Some(misuse.into()),
    };
    let mut b = std::mem::take(&mut data.efc_b);
    Jacobian::of(model, data).mul(&mut b, &data.qacc_smooth);
    dense::sub_from(&mut b, &data.efc_aref);
    data.efc_b = b;

    let mut scratch = data.scratch.solver.take::<Scratch>();
    if data.scratch.first_hessian == FirstHessian::Kept {
        // One that was kept before is for other positions.
        scratch.primal.hessian.forget_first();
    }
    data.solver_niter.fill(0);
    data.solver_nisland = 1;
    match method {
        Method::Islands => {
            warmstart::start(model, data, &mut scratch.warmstart);
            for island in 0..data.nisland as usize {
                scratch.primal.scope.island(data, island);
                primal::solve_island(model, data, &mut scratch.primal);
            }
            data.solver_nisland = data.nisland;
        }
        Method::Forces => {
            warmstart::start(model, data, &mut scratch.warmstart);
            pgs::solve(model, data, &mut scratch.dual);
        }
        Method::Gradients => primal::solve(model, data, &mut scratch.primal, false),
        Method::Newton => {
            let limits_alone = data.scratch.rows.joint_limits_alone;
            let solved = limits_alone
                && SpecialPath::SingleColumns.is_open()
                && scratch.singles.solve_limits(model, data);
            if !solved {
                primal::solve(model, data, &mut scratch.primal, true);
            }
        }
    }
    // The next step starts from here, before slip is removed.
    data.qacc_warmstart.copy_from_slice(&data.qacc);
    if model.opt.noslip_iterations > 0 {
        noslip::solve(model, data, &mut scratch.dual);
    }
    data.scratch.hessian = scratch.primal.hessian.size(model);
    data.scratch.solver.put(scratch);
}
