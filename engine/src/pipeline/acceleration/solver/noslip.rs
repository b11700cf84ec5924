//! The noslip pass: Gauss-Seidel over friction alone, without regularisation, after the main
//! solver.

use super::dual::{System, Work, cost_change, finish, friction_in_cone, set_state};
use super::statistics;
use crate::data::Data;
use crate::math::{MINVAL, dense};
use crate::model::Model;
use crate::model::codes::row;

/// Sweeps until the cost improves by less than the noslip tolerance.
#[doc(alias = "mj_solNoSlip")]
pub(super) fn solve(model: &Model, data: &mut Data, work: &mut Work) {
    let scale = 1.0 / (model.stat.meaninertia * model.nv.max(1) as f64);
    System::new(model, data, true).inverse_diagonal(&mut work.inverse_diagonal);
    set_state(data);
    let mut iterations = 0;
    while (iterations as i64) < i64::from(model.opt.noslip_iterations) {
        let mut improvement = 0.0;
        if iterations == 0 {
            // The cost drops by the regulariser's share before anything moves.
            for (force, r) in data.efc_force.iter().zip(&data.efc_R) {
                improvement += 0.5 * force * force * r;
            }
        }
        let (ne, nf) = (data.ne as usize, data.nf as usize);
        for i in ne..ne + nf {
            improvement -= relax_dry(model, data, i, work.inverse_diagonal[i]);
        }
        let mut i = ne + nf;
        while i < data.nefc as usize {
            let kind = data.efc_type[i];
            if kind == row::CONTACT_PYRAMIDAL {
                let edges = 2 * (data.contact[data.efc_id[i] as usize].dim as usize - 1);
                for j in (i..i + edges).step_by(2) {
                    improvement -= relax_edges(model, data, j);
                }
                i += edges;
            } else if kind == row::CONTACT_ELLIPTIC {
                improvement -= relax_cone(model, data, i);
                i += data.contact[data.efc_id[i] as usize].dim as usize;
            } else {
                i += 1;
            }
        }
        improvement *= scale;
        // After the main solver's iterations.
        let place = iterations + data.solver_niter[0] as usize;
        work.end_iteration(data, place, improvement);
        iterations += 1;
        if improvement < model.opt.noslip_tolerance {
            break;
        }
    }
    statistics::count(data, 0, iterations);
    finish(model, data);
}

/// Friction loss: the unconstrained minimum, clipped. Returns the change of cost.
fn relax_dry(model: &Model, data: &mut Data, i: usize, inverse: f64) -> f64 {
    let res = System::new(model, data, true).residual_of(i);
    let loss = data.efc_frictionloss[i];
    let force = &mut data.efc_force[i];
    let old = *force;
    *force -= res * inverse;
    if *force < -loss {
        *force = -loss;
    } else if *force > loss {
        *force = loss;
    }
    let delta = *force - old;
    0.5 * delta * delta / inverse + delta * res
}

/// Two opposite edges of a pyramid: their sum, the normal force, stays; their difference is the
/// friction.
fn relax_edges(model: &Model, data: &mut Data, j: usize) -> f64 {
    let system = System::new(model, data, true);
    let res = system.residual(j, 2);
    let block = system.block(j, 2);
    let a = &block[..4];
    let old = [data.efc_force[j], data.efc_force[j + 1]];
    let bc = [
        res[0] - dense::dot(&a[..2], &old),
        res[1] - dense::dot(&a[2..], &old),
    ];
    let middle = 0.5 * (old[0] + old[1]);
    let curvature = a[0] + a[3] - a[1] - a[2];
    let slope = middle * (a[0] - a[3]) + bc[0] - bc[1];
    let force = &mut data.efc_force[j..j + 2];
    if curvature < MINVAL {
        force.fill(middle);
    } else {
        let y = -slope / curvature;
        let edges = if y < -middle {
            [0.0, 2.0 * middle]
        } else if y > middle {
            [2.0 * middle, 0.0]
        } else {
            [middle + y, middle - y]
        };
        force.copy_from_slice(&edges);
    }
    cost_change(a, force, &old, &res)
}

/// Friction of an elliptic contact under the normal force that it has.
fn relax_cone(model: &Model, data: &mut Data, i: usize) -> f64 {
    let contact = &data.contact[data.efc_id[i] as usize];
    let (tangent, mu) = (contact.dim as usize - 1, contact.friction);
    let system = System::new(model, data, true);
    let res = system.residual(i + 1, tangent);
    let block = system.block(i + 1, tangent);
    let a = &block[..tangent * tangent];
    let normal = data.efc_force[i];
    let force = &mut data.efc_force[i + 1..=i + tangent];
    let mut old = [0.0; 5];
    let old = &mut old[..tangent];
    old.copy_from_slice(force);
    let mut bc = [0.0; 5];
    for (bc, (res, row)) in bc.iter_mut().zip(res.iter().zip(a.chunks_exact(tangent))) {
        *bc = res - dense::dot(row, old);
    }
    if normal < MINVAL {
        force.fill(0.0);
    } else {
        let friction = friction_in_cone(a, &bc[..tangent], &mu, normal);
        force.copy_from_slice(&friction[..tangent]);
    }
    cost_change(a, force, old, &res)
}
