//! Projected Gauss-Seidel: one constraint after the other takes the force that is best while the
//! others stay.
//!
//! `f_i <- clip(f_i - (AR f + b)_i / AR_ii)` row by row; contacts with an elliptic cone as blocks.

use super::dual::{System, Work, cost_change, finish, friction_in_cone, set_state};
use super::statistics;
use crate::data::Data;
use crate::math::{MINVAL, dense};
use crate::model::Model;
use crate::model::codes::row;

/// Sweeps until the cost improves by less than the tolerance.
#[doc(alias = "mj_solPGS")]
pub(super) fn solve(model: &Model, data: &mut Data, work: &mut Work) {
    let scale = 1.0 / (model.stat.meaninertia * model.nv.max(1) as f64);
    System::new(model, data, false).inverse_diagonal(&mut work.inverse_diagonal);
    set_state(data);
    let mut iterations = 0;
    while (iterations as i64) < i64::from(model.opt.iterations) {
        let mut improvement = 0.0;
        let mut i = 0;
        while i < data.nefc as usize {
            let inverse = work.inverse_diagonal[i];
            if data.efc_type[i] == row::CONTACT_ELLIPTIC {
                improvement -= relax_cone(model, data, i, inverse);
                i += data.contact[data.efc_id[i] as usize].dim as usize;
            } else {
                improvement -= relax(model, data, i, inverse);
                i += 1;
            }
        }
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

/// One scalar row: the unconstrained minimum, clipped. Returns the change of cost.
fn relax(model: &Model, data: &mut Data, i: usize, inverse: f64) -> f64 {
    let (ne, nf) = (data.ne as usize, data.nf as usize);
    let res = System::new(model, data, false).residual_of(i);
    let old = data.efc_force[i];
    let loss = data.efc_frictionloss[i];
    let force = &mut data.efc_force[i];
    *force -= res * inverse;
    if i >= ne && i < ne + nf {
        if *force < -loss {
            *force = -loss;
        } else if *force > loss {
            *force = loss;
        }
    } else if i >= ne + nf && *force < 0.0 {
        *force = 0.0;
    }
    cost_change(&[1.0 / inverse], &mut data.efc_force[i..=i], &[old], &[res])
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
