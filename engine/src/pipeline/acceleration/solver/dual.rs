//! What the solvers over forces share: residuals and blocks of `efc_AR`, states, and the way back
//! to accelerations.

use super::{pgs, qcqp, statistics};
use crate::data::SolverStat;
use crate::math::sparse::{self, Pattern};
use crate::math::{MINVAL, dense, scalar};
use crate::model::codes::{row, state};
use crate::pipeline::constraint::Jacobian;
use crate::pipeline::position::inertia::solve_m;
use crate::{Data, Model};

#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    pub(super) inverse_diagonal: Vec<f64>,
    pub(super) rows: Vec<pgs::Row>,
    old_state: Vec<i32>,
}

/// `efc_AR` as the solvers read it; the noslip solver reads it without `R`.
pub(super) struct System<'a> {
    data: &'a Data,
    sparse: bool,
    without_r: bool,
}

impl<'a> System<'a> {
    pub(super) fn new(model: &Model, data: &'a Data, without_r: bool) -> System<'a> {
        System {
            data,
            sparse: model.is_sparse(),
            without_r,
        }
    }

    fn pattern(&self) -> Pattern<'a> {
        Pattern {
            rownnz: &self.data.efc_AR_rownnz,
            rowadr: &self.data.efc_AR_rowadr,
            colind: &self.data.efc_AR_colind,
        }
    }

    /// Where row `i` has column `i`.
    fn diagonal(&self, i: usize) -> usize {
        if self.sparse {
            let columns = self.pattern().columns(i);
            let at = columns.partition_point(|&c| c < i as i32);
            self.data.efc_AR_rowadr[i] as usize + at
        } else {
            i * (self.data.nefc as usize + 1)
        }
    }

    /// `1 / AR_ii` for every row.
    #[doc(alias = "ARdiaginv")]
    pub(super) fn inverse_diagonal(&self, res: &mut Vec<f64>) {
        let data = self.data;
        res.clear();
        res.extend((0..data.nefc as usize).map(|i| {
            let element = data.efc_AR[self.diagonal(i)];
            if self.without_r {
                1.0 / scalar::max(MINVAL, element - data.efc_R[i])
            } else {
                1.0 / element
            }
        }));
    }

    /// The square block of `n` rows on the diagonal from `start` on. Without `R` its diagonal is
    /// kept positive.
    #[doc(alias = "extractBlock")]
    pub(super) fn block(&self, start: usize, n: usize) -> [f64; 36] {
        let data = self.data;
        let mut block = [0.0; 36];
        let first = self.diagonal(start);
        for (j, row) in block.chunks_exact_mut(n).take(n).enumerate() {
            // The rows of a block have the same columns, so it starts at the same place in each.
            let at = if self.sparse {
                first - data.efc_AR_rowadr[start] as usize + data.efc_AR_rowadr[start + j] as usize
            } else {
                first + j * data.nefc as usize
            };
            row.copy_from_slice(&data.efc_AR[at..at + n]);
        }
        if self.without_r {
            for j in 0..n {
                let element = &mut block[j * (n + 1)];
                *element = scalar::max(1e-10, *element - data.efc_R[start + j]);
            }
        }
        block
    }

    /// `b + AR f` at `dim` rows from `i` on.
    pub(super) fn residual(&self, i: usize, dim: usize) -> [f64; 6] {
        let mut res = [0.0; 6];
        for (j, res) in res[..dim].iter_mut().enumerate() {
            *res = self.residual_of(i + j);
        }
        res
    }

    /// `b + AR f` at one row.
    #[inline]
    pub(super) fn residual_of(&self, r: usize) -> f64 {
        let data = self.data;
        let product = if self.sparse {
            let pattern = self.pattern();
            sparse::dot(
                &data.efc_AR[pattern.range(r)],
                pattern.columns(r),
                &data.efc_force,
            )
        } else {
            let nefc = data.nefc as usize;
            dense::dot(&data.efc_AR[r * nefc..(r + 1) * nefc], &data.efc_force)
        };
        let res = data.efc_b[r] + product;
        if self.without_r {
            res - data.efc_R[r] * data.efc_force[r]
        } else {
            res
        }
    }

    /// Number of elements.
    pub(super) fn nonzeros(&self) -> i32 {
        if self.sparse {
            self.data.efc_AR_rownnz.iter().sum()
        } else {
            self.data.nefc * self.data.nefc
        }
    }
}

/// A change of cost above this is one for the worse.
pub(super) const WORSE: f64 = 1e-10;

/// How much the cost changes when `old` becomes `force`; a change for the worse is undone.
#[doc(alias = "costChange")]
pub(super) fn cost_change(a: &[f64], force: &mut [f64], old: &[f64], res: &[f64]) -> f64 {
    let dim = force.len();
    let mut delta = [0.0; 6];
    for (delta, (new, old)) in delta.iter_mut().zip(force.iter().zip(old)) {
        *delta = new - old;
    }
    let delta = &delta[..dim];
    let mut square = 0.0;
    for (d, row) in delta.iter().zip(a.chunks_exact(dim)) {
        square += d * dense::dot(row, delta);
    }
    let change = 0.5 * square + dense::dot(delta, &res[..dim]);
    if change > WORSE {
        force.copy_from_slice(&old[..dim]);
        return 0.0;
    }
    change
}

/// Friction of an elliptic contact for a given normal force: the minimum, put exactly on the cone
/// if it is at its boundary.
pub(super) fn friction_in_cone(a: &[f64], b: &[f64], mu: &[f64], normal: f64) -> [f64; 5] {
    let (mut x, on_boundary) = qcqp::solve(a, b, mu, normal);
    if on_boundary {
        let x = &mut x[..b.len()];
        let mut s = 0.0;
        for (x, mu) in x.iter().zip(mu) {
            s += x * x / (mu * mu);
        }
        let s = (normal * normal / scalar::max(MINVAL, s)).sqrt();
        dense::scale(x, s);
    }
    x
}

/// Sets `efc_state` from the forces and returns how many rows are active.
#[doc(alias = "dualState")]
pub(super) fn set_state(data: &mut Data) -> i32 {
    let (ne, nf, nefc) = (data.ne as usize, data.nf as usize, data.nefc as usize);
    let mut active = data.ne + data.nf;
    data.efc_state[..ne].fill(state::QUADRATIC);
    for i in ne..ne + nf {
        let (force, loss) = (data.efc_force[i], data.efc_frictionloss[i]);
        data.efc_state[i] = if force <= -loss {
            state::LINEAR_POSITIVE
        } else if force >= loss {
            state::LINEAR_NEGATIVE
        } else {
            state::QUADRATIC
        };
    }
    let mut i = ne + nf;
    while i < nefc {
        if data.efc_type[i] != row::CONTACT_ELLIPTIC {
            let satisfied = data.efc_force[i] <= 0.0;
            data.efc_state[i] = if satisfied {
                state::SATISFIED
            } else {
                state::QUADRATIC
            };
            active += i32::from(!satisfied);
            i += 1;
            continue;
        }
        let contact = &data.contact[data.efc_id[i] as usize];
        let (dim, mu) = (contact.dim as usize, contact.mu);
        let mut friction = [0.0; 5];
        let forces = &data.efc_force[i + 1..i + dim];
        for (scaled, (force, mu)) in friction.iter_mut().zip(forces.iter().zip(contact.friction)) {
            *scaled = force / mu;
        }
        let normal = data.efc_force[i] / mu;
        let tangent = dense::norm(&friction[..dim - 1]);
        let zone = if mu * normal >= tangent {
            state::SATISFIED
        } else if normal + mu * tangent <= 0.0 {
            state::QUADRATIC
        } else {
            state::CONE
        };
        if zone != state::SATISFIED {
            active += dim as i32;
        }
        data.efc_state[i..i + dim].fill(zone);
        i += dim;
    }
    active
}

impl Work {
    /// Sets the states anew and notes the iteration with how many rows are active and how many
    /// changed.
    pub(super) fn end_iteration(&mut self, data: &mut Data, iteration: usize, improvement: f64) {
        self.old_state.clear();
        self.old_state.extend_from_slice(&data.efc_state);
        let nactive = set_state(data);
        let pairs = self.old_state.iter().zip(&data.efc_state);
        let stat = SolverStat {
            improvement,
            nactive,
            nchange: pairs.filter(|(old, new)| old != new).count() as i32,
            ..SolverStat::default()
        };
        statistics::save(data, 0, iteration, stat);
    }
}

/// Maps the forces to joint space: `qfrc_constraint` and `qacc`.
#[doc(alias = "dualFinish")]
pub(super) fn finish(model: &Model, data: &mut Data) {
    let mut force = std::mem::take(&mut data.qfrc_constraint);
    Jacobian::of(model, data).tr_mul(&mut force, &data.efc_force);
    data.qfrc_constraint = force;
    let mut qacc = std::mem::take(&mut data.qacc);
    qacc.copy_from_slice(&data.qfrc_constraint);
    solve_m(model, data, &mut qacc);
    dense::add_to(&mut qacc, &data.qacc_smooth);
    data.qacc = qacc;
}
