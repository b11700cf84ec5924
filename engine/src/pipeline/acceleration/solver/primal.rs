//! Newton and conjugate gradients: descend along `-H^-1 g` or a conjugate direction, with an exact
//! line search.
//!
//! Newton: `a <- a - alpha H^-1 g`. Conjugate gradients, preconditioned by `M^-1`, with
//! Polak-Ribiere's factor kept from being negative: Nocedal and Wright, Numerical Optimization (2nd
//! edition, 2006), chapters 3 and 5.

use super::hessian::Hessian;
use super::line_search::{self, LineSearch};
use super::{mass, statistics, warmstart};
use crate::data::{Data, SolverStat};
use crate::error::StepError;
use crate::math::{MINVAL, dense, scalar};
use crate::model::Model;
use crate::model::codes::state;
use crate::pipeline::constraint::{Jacobian, Scope, update};

/// Everything that a descent keeps between iterations. Vectors count dofs and rows as the scope
/// does.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    pub(super) scope: Scope,
    /// `J a - aref`
    pub(super) jaref: Vec<f64>,
    /// `J v` along the search direction.
    pub(super) jv: Vec<f64>,
    /// `M a`
    pub(super) ma: Vec<f64>,
    /// `M v`
    pub(super) mv: Vec<f64>,
    grad: Vec<f64>,
    /// The preconditioned gradient: `M^-1 g` or `H^-1 g`.
    mgrad: Vec<f64>,
    pub(super) search: Vec<f64>,
    old_grad: Vec<f64>,
    old_mgrad: Vec<f64>,
    difference: Vec<f64>,
    old_state: Vec<i32>,
    pub(super) hessian: Hessian,
    pub(super) line: line_search::Work,
    cost: f64,
    /// The part of the cost that does not come from constraints.
    pub(super) gauss: f64,
    active: usize,
    cones: usize,
    /// Turns costs and gradients into numbers that tolerances apply to.
    pub(super) scale: f64,
}

/// Minimises the cost over all accelerations.
#[doc(alias("mj_solNewton", "mj_solCG"))]
pub(super) fn solve(model: &Model, data: &mut Data, work: &mut Work, newton: bool) {
    work.scope.whole(model, data);
    work.resize();
    warmstart::start_descent(model, data, work);
    descend(model, data, work, newton);
    if newton && work.hessian.deficient {
        // Only the sparse form gives up; the dense one goes on with raised pivots.
        data.fault = data.fault.or(Some(StepError::RankDeficient));
    }
    if newton && work.hessian.varied {
        data.fault = data.fault.or(Some(StepError::VaryingPattern));
    }
    if newton && work.hessian.beyond {
        data.fault = data.fault.or(Some(StepError::OverwrittenRows));
    }
}

/// Minimises an island's cost by conjugate gradients, from the accelerations in `qacc`.
#[doc(alias = "mj_solCG_island")]
pub(super) fn solve_island(model: &Model, data: &mut Data, work: &mut Work) {
    work.resize();
    mass::mul_full(model, data, &work.scope, &mut work.ma, &data.qacc);
    if let Some((dofs, rows)) = work.scope.parts() {
        let jacobian = Jacobian::of(model, data);
        jacobian.mul_island(&mut work.jaref, &data.qacc, rows, dofs);
        for (x, &row) in work.jaref.iter_mut().zip(rows) {
            *x -= data.efc_aref[row as usize];
        }
    }
    descend(model, data, work, false);
}

/// Descends from where `jaref` and `ma` are those of `qacc`.
#[doc(alias = "mj_solCGNewton")]
fn descend(model: &Model, data: &mut Data, work: &mut Work, newton: bool) {
    work.start(model, data, newton);
    let island = work.scope.island.unwrap_or(0);
    let mut iterations = 0;
    while (iterations as i64) < i64::from(model.opt.iterations) {
        let line = LineSearch::run(model, data, work);
        if line.alpha == 0.0 {
            break;
        }
        let old_cost = work.cost;
        work.advance(data, line.alpha, newton);
        work.update_constraints(model, data, newton);
        if newton {
            let Work {
                hessian,
                scope,
                old_state,
                ..
            } = work;
            debug_assert!(scope.island.is_none());
            hessian.change(model, data, old_state, work.cones);
        }
        work.update_gradient(data);
        let nchange = work.changes(data);
        let improvement = work.scale * (old_cost - work.cost);
        let gradient = work.scale * dense::norm(&work.grad);
        let stat = SolverStat {
            improvement,
            gradient,
            lineslope: line.slope,
            nactive: work.active as i32,
            nchange,
            neval: line.evaluations,
            nupdate: if newton { work.hessian.updates } else { 0 },
        };
        statistics::save(data, island, iterations, stat);
        iterations += 1;
        if improvement < model.opt.tolerance || gradient < model.opt.tolerance {
            break;
        }
        work.turn(model, data, newton);
    }
    statistics::count(data, island, iterations);
    if let Some(nnz) = data.solver_nnz.get_mut(island) {
        *nnz = match newton {
            false => 0,
            true if model.is_sparse() => work.hessian.nonzeros(model) as i32,
            true => (model.nv * model.nv) as i32,
        };
    }
}

impl Work {
    fn resize(&mut self) {
        let (nv, nefc) = (self.scope.nv, self.scope.nefc);
        if (self.ma.len(), self.jaref.len()) == (nv, nefc) {
            return;
        }
        for vector in [
            &mut self.ma,
            &mut self.mv,
            &mut self.grad,
            &mut self.mgrad,
            &mut self.search,
            &mut self.old_grad,
            &mut self.old_mgrad,
            &mut self.difference,
        ] {
            vector.resize(nv, 0.0);
        }
        self.jaref.resize(nefc, 0.0);
        self.jv.resize(nefc, 0.0);
        self.old_state.resize(nefc, 0);
    }

    /// Cost, forces, gradient and first direction at the starting point.
    fn start(&mut self, model: &Model, data: &mut Data, newton: bool) {
        self.update_constraints(model, data, newton);
        if newton {
            self.hessian.start(model, data, self.cones);
        }
        self.update_gradient(data);
        self.precondition(model, data, newton);
        for (search, mgrad) in self.search.iter_mut().zip(&self.mgrad) {
            *search = mgrad * -1.0;
        }
        let inertia = match self.scope.parts() {
            None => model.stat.meaninertia * model.nv.max(1) as f64,
            Some((dofs, _)) => dofs.iter().fold(0.0, |sum, &dof| {
                sum + data.qM[model.dof_Madr[dof as usize] as usize]
            }),
        };
        self.scale = 1.0 / inertia;
    }

    /// Moves along the search direction and remembers where it came from.
    fn advance(&mut self, data: &mut Data, alpha: f64, newton: bool) {
        match self.scope.parts() {
            None => dense::add_scaled(&mut data.qacc, &self.search, alpha),
            Some((dofs, _)) => {
                for (&dof, v) in dofs.iter().zip(&self.search) {
                    data.qacc[dof as usize] += v * alpha;
                }
            }
        }
        dense::add_scaled(&mut self.ma, &self.mv, alpha);
        dense::add_scaled(&mut self.jaref, &self.jv, alpha);
        if !newton {
            self.old_grad.copy_from_slice(&self.grad);
            self.old_mgrad.copy_from_slice(&self.mgrad);
        }
        match self.scope.parts() {
            None => self.old_state.copy_from_slice(&data.efc_state),
            Some((_, rows)) => {
                for (old, &row) in self.old_state.iter_mut().zip(rows) {
                    *old = data.efc_state[row as usize];
                }
            }
        }
    }

    /// Forces and cost of the constraints, plus the Gauss cost of leaving the smooth acceleration.
    #[doc(alias = "CGupdateConstraint")]
    fn update_constraints(&mut self, model: &Model, data: &mut Data, newton: bool) {
        self.cost = update(model, data, &self.scope, &self.jaref, newton);
        let gauss = |ma: f64, i: usize| {
            0.5 * (ma - data.qfrc_smooth[i]) * (data.qacc[i] - data.qacc_smooth[i])
        };
        self.active = 0;
        self.cones = 0;
        let mut count = |state: i32| {
            self.active += usize::from(state != state::SATISFIED);
            self.cones += usize::from(state == state::CONE);
        };
        self.gauss = 0.0;
        match self.scope.parts() {
            None => {
                data.efc_state.iter().for_each(|&state| count(state));
                for (i, &ma) in self.ma.iter().enumerate() {
                    self.gauss += gauss(ma, i);
                }
            }
            Some((dofs, rows)) => {
                rows.iter().for_each(|&i| count(data.efc_state[i as usize]));
                for (&i, &ma) in dofs.iter().zip(&self.ma) {
                    self.gauss += gauss(ma, i as usize);
                }
            }
        }
        self.cost += self.gauss;
    }

    #[doc(alias = "CGupdateGradient")]
    fn update_gradient(&mut self, data: &Data) {
        let (smooth, constraint) = (&data.qfrc_smooth, &data.qfrc_constraint);
        let grads = self.grad.iter_mut().zip(&self.ma);
        match self.scope.parts() {
            None => {
                for ((grad, ma), (smooth, constraint)) in grads.zip(smooth.iter().zip(constraint)) {
                    *grad = ma - smooth - constraint;
                }
            }
            Some((dofs, _)) => {
                for ((grad, ma), &dof) in grads.zip(dofs) {
                    *grad = ma - smooth[dof as usize] - constraint[dof as usize];
                }
            }
        }
    }

    /// The preconditioned gradient, which only the next direction needs.
    fn precondition(&mut self, model: &Model, data: &Data, newton: bool) {
        self.mgrad.copy_from_slice(&self.grad);
        if newton {
            self.hessian.solve(&mut self.mgrad, self.cones > 0);
        } else {
            mass::solve(model, data, &self.scope, &mut self.mgrad);
        }
    }

    /// How many rows changed state in the last move.
    fn changes(&self, data: &Data) -> i32 {
        let changed = |(new, old): (&i32, &i32)| usize::from(new != old);
        let changes: usize = match self.scope.parts() {
            None => data
                .efc_state
                .iter()
                .zip(&self.old_state)
                .map(changed)
                .sum(),
            Some((_, rows)) => {
                let states = rows.iter().map(|&row| &data.efc_state[row as usize]);
                states.zip(&self.old_state).map(changed).sum()
            }
        };
        changes as i32
    }

    /// The next direction: straight down for Newton, Polak-Ribiere for conjugate gradients.
    fn turn(&mut self, model: &Model, data: &Data, newton: bool) {
        self.precondition(model, data, newton);
        if newton {
            for (search, mgrad) in self.search.iter_mut().zip(&self.mgrad) {
                *search = mgrad * -1.0;
            }
            return;
        }
        for (difference, (new, old)) in self
            .difference
            .iter_mut()
            .zip(self.mgrad.iter().zip(&self.old_mgrad))
        {
            *difference = new - old;
        }
        let mut beta = dense::dot(&self.grad, &self.difference)
            / scalar::max(MINVAL, dense::dot(&self.old_grad, &self.old_mgrad));
        if beta < 0.0 {
            beta = 0.0;
        }
        for (search, mgrad) in self.search.iter_mut().zip(&self.mgrad) {
            *search = -mgrad + beta * *search;
        }
    }
}
