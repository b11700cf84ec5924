//! Projected Gauss-Seidel: one constraint after the other takes the force that is best while the
//! others stay.
//!
//! `f_i <- clip(f_i - (AR f + b)_i / AR_ii)` row by row; contacts with an elliptic cone as blocks.

use wide::f64x4;

use super::dual::{System, WORSE, Work, cost_change, finish, friction_in_cone, set_state};
use super::statistics;
use crate::data::Data;
use crate::math::{MINVAL, dense, lanes};
use crate::model::Model;
use crate::model::codes::row;

/// Sweeps until the cost improves by less than the tolerance.
#[doc(alias = "mj_solPGS")]
pub(super) fn solve(model: &Model, data: &mut Data, work: &mut Work) {
    let scale = 1.0 / (model.stat.meaninertia * model.nv.max(1) as f64);
    plan(model, data, work);
    let cones = data.efc_type.contains(&row::CONTACT_ELLIPTIC);
    set_state(data);
    let mut iterations = 0;
    while (iterations as i64) < i64::from(model.opt.iterations) {
        let mut improvement = if cones || model.is_sparse() {
            sweep(model, data, &work.rows)
        } else {
            sweep_dense(&data.efc_AR, &work.rows, &mut data.efc_force)
        };
        improvement *= scale;
        work.end_iteration(data, iterations, improvement);
        iterations += 1;
        if improvement < model.opt.tolerance {
            break;
        }
    }
    statistics::count(data, 0, iterations);
    data.solver_nnz[0] = System::new(model, data, false).nonzeros();
    finish(model, data);
}

/// What sweeps need of a row beside its part of `efc_AR`.
#[derive(Clone, Debug)]
pub(super) struct Row {
    b: f64,
    inverse_diagonal: f64,
    diagonal: f64,
    lowest: f64,
    highest: f64,
}

impl Row {
    /// The unconstrained minimum, clipped, and the change of cost.
    #[inline(always)]
    fn relax(&self, old: f64, res: f64) -> (f64, f64) {
        let mut new = old - res * self.inverse_diagonal;
        if new < self.lowest {
            new = self.lowest;
        } else if new > self.highest {
            new = self.highest;
        }
        let delta = new - old;
        let change = 0.5 * delta * delta * self.diagonal + delta * res;
        if change > WORSE {
            undone(old)
        } else {
            (new, change)
        }
    }
}

/// A force that stays. Rare, and a call, so that nothing waits for the cost before it goes on with
/// the new force.
#[cold]
#[inline(never)]
fn undone(old: f64) -> (f64, f64) {
    (old, 0.0)
}

fn plan(model: &Model, data: &Data, work: &mut Work) {
    let (ne, nf) = (data.ne as usize, data.nf as usize);
    System::new(model, data, false).inverse_diagonal(&mut work.inverse_diagonal);
    work.rows.clear();
    let rows = work.inverse_diagonal.iter().enumerate();
    work.rows.extend(rows.map(|(i, &inverse_diagonal)| {
        let (lowest, highest) = if i < ne {
            (f64::NEG_INFINITY, f64::INFINITY)
        } else if i < ne + nf {
            (-data.efc_frictionloss[i], data.efc_frictionloss[i])
        } else {
            (0.0, f64::INFINITY)
        };
        Row {
            b: data.efc_b[i],
            inverse_diagonal,
            diagonal: 1.0 / inverse_diagonal,
            lowest,
            highest,
        }
    }));
}

/// Goes over all constraints once. Returns the improvement.
fn sweep(model: &Model, data: &mut Data, rows: &[Row]) -> f64 {
    let mut improvement = 0.0;
    let mut i = 0;
    while i < rows.len() {
        if data.efc_type[i] == row::CONTACT_ELLIPTIC {
            improvement -= relax_cone(model, data, i, rows[i].inverse_diagonal);
            i += data.contact[data.efc_id[i] as usize].dim as usize;
        } else {
            let res = System::new(model, data, false).residual_of(i);
            let (force, change) = rows[i].relax(data.efc_force[i], res);
            data.efc_force[i] = force;
            improvement -= change;
            i += 1;
        }
    }
    improvement
}

/// A sweep over rows without cones, `ar` being dense.
///
/// A row's product with the forces reads them four at a time, right after the row before has changed
/// one of them. A processor would wait until a number written alone has reached the cache, so four
/// forces stay in a register until all of them are known.
fn sweep_dense(ar: &[f64], rows: &[Row], forces: &mut [f64]) -> f64 {
    let n = rows.len();
    let forces = &mut forces[..n];
    let mut improvement = 0.0;
    let (groups, last) = rows.as_chunks::<4>();
    for (g, group) in groups.iter().enumerate() {
        let start = 4 * g;
        let mut own = f64x4::from(forces.as_chunks::<4>().0[g]);
        // Not a loop: the lanes have to be known when this is compiled.
        improvement -= relax_lane::<0>(group, &ar[start * n..][..n], forces, g, &mut own);
        improvement -= relax_lane::<1>(group, &ar[(start + 1) * n..][..n], forces, g, &mut own);
        improvement -= relax_lane::<2>(group, &ar[(start + 2) * n..][..n], forces, g, &mut own);
        improvement -= relax_lane::<3>(group, &ar[(start + 3) * n..][..n], forces, g, &mut own);
        forces.as_chunks_mut::<4>().0[g] = own.to_array();
    }
    for (row, r) in last.iter().zip(4 * groups.len()..) {
        let res = row.b + dense::dot(&ar[r * n..][..n], forces);
        let (force, change) = row.relax(forces[r], res);
        forces[r] = force;
        improvement -= change;
    }
    improvement
}

/// Relaxes one of the four rows of group `g`, whose forces are `own`. Returns the change of cost.
#[inline(always)]
fn relax_lane<const LANE: usize>(
    rows: &[Row; 4],
    ar: &[f64],
    forces: &[f64],
    g: usize,
    own: &mut f64x4,
) -> f64 {
    let row = &rows[LANE];
    let res = row.b + dense::dot_replacing(ar, forces, g, *own);
    let (force, change) = row.relax(forces[4 * g + LANE], res);
    *own = lanes::put(*own, LANE, force);
    change
}

/// One elliptic contact: scale the force along itself, then the best friction for the new normal
/// force.
fn relax_cone(model: &Model, data: &mut Data, i: usize, inverse: f64) -> f64 {
    let contact = &data.contact[data.efc_id[i] as usize];
    let (dim, mu) = (contact.dim as usize, contact.friction);
    let system = System::new(model, data, false);
    let res = system.residual(i, dim);
    let block = system.block(i, dim);
    let a = &block[..dim * dim];
    let mut old = [0.0; 6];
    old[..dim].copy_from_slice(&data.efc_force[i..i + dim]);
    let force = &mut data.efc_force[i..i + dim];
    if force[0] < MINVAL {
        force[0] -= res[0] * inverse;
        if force[0] < 0.0 {
            force[0] = 0.0;
        }
        force[1..].fill(0.0);
    } else {
        move_along_ray(force, a, &res[..dim]);
    }

    // Friction with the normal force fixed: drop its row, move its share into the linear term.
    let tangent = dim - 1;
    let mut ac = [0.0; 25];
    let mut bc = [0.0; 5];
    for j in 0..tangent {
        let row = &mut ac[j * tangent..(j + 1) * tangent];
        row.copy_from_slice(&a[(j + 1) * dim + 1..(j + 2) * dim]);
        bc[j] = res[j + 1];
        bc[j] -= dense::dot(row, &old[1..dim]);
        bc[j] += a[(j + 1) * dim] * (force[0] - old[0]);
    }
    if force[0] < MINVAL {
        force[1..].fill(0.0);
    } else {
        let friction = friction_in_cone(&ac[..tangent * tangent], &bc[..tangent], &mu, force[0]);
        force[1..].copy_from_slice(&friction[..tangent]);
    }
    cost_change(a, force, &old[..dim], &res)
}

/// The best multiple of a force, with its normal part kept from turning negative.
fn move_along_ray(force: &mut [f64], a: &[f64], res: &[f64]) {
    let dim = force.len();
    let mut ray = [0.0; 6];
    ray[..dim].copy_from_slice(force);
    let ray = &ray[..dim];
    let mut product = [0.0; 6];
    dense::mul_vec(&mut product[..dim], a, ray);
    let curvature = dense::dot(ray, &product[..dim]);
    if curvature >= MINVAL {
        let mut x = -dense::dot(ray, res) / curvature;
        if force[0] + x * ray[0] < 0.0 {
            x = -ray[0] / force[0];
        }
        for (force, ray) in force.iter_mut().zip(ray) {
            *force += x * ray;
        }
    }
}
