//! Products with the joint-space inertia `M` and its inverse, for all dofs or for those of one island.

use crate::pipeline::constraint::Scope;
use crate::pipeline::position::inertia::{mul_m, solve_m};
use crate::{Data, Model};

/// `res = M v`; in an island both count the island's dofs.
pub(super) fn mul(model: &Model, data: &Data, scope: &Scope, res: &mut [f64], v: &[f64]) {
    match scope.parts() {
        None => mul_m(model, data, res, v),
        Some((dofs, _)) => mul_island(model, data, dofs, res, |place, _| v[place]),
    }
}

/// `res = M v` where `v` always has all dofs and `res` those of the scope.
pub(super) fn mul_full(model: &Model, data: &Data, scope: &Scope, res: &mut [f64], v: &[f64]) {
    match scope.parts() {
        None => mul_m(model, data, res, v),
        Some((dofs, _)) => mul_island(model, data, dofs, res, |_, dof| v[dof]),
    }
}

/// The product over an island's dofs; `v` reads the vector by place in the island or by dof.
#[doc(alias = "mj_mulM_island")]
fn mul_island(
    model: &Model,
    data: &Data,
    dofs: &[i32],
    res: &mut [f64],
    v: impl Fn(usize, usize) -> f64,
) {
    res.fill(0.0);
    for (k, &dof) in dofs.iter().enumerate() {
        let i = dof as usize;
        let row = &data.qM[model.dof_Madr[i] as usize..];
        res[k] = row[0] * v(k, i);
        if model.dof_simplenum[i] == 0 {
            for (m, j) in row.iter().zip(model.ancestors(i)).skip(1) {
                let l = data.dof_islandind[j] as usize;
                res[k] += m * v(l, j);
                res[l] += m * v(k, i);
            }
        }
    }
}

/// `x <- M^-1 x` with the factor of the position stage; in an island `x` counts the island's dofs.
#[doc(alias = "mj_solveM_island")]
pub(super) fn solve(model: &Model, data: &Data, scope: &Scope, x: &mut [f64]) {
    let Some((dofs, _)) = scope.parts() else {
        return solve_m(model, data, x);
    };
    // The elements of a dof's row after the diagonal, with the places of their columns; none for a simple dof.
    let below_diagonal = |dof: i32| {
        let i = dof as usize;
        let elements = if model.dof_simplenum[i] != 0 {
            1
        } else {
            model.nv
        };
        let row = &data.qLD[model.dof_Madr[i] as usize..];
        let places = model.ancestors(i).map(|j| data.dof_islandind[j] as usize);
        row.iter().zip(places).take(elements).skip(1)
    };
    for (k, &dof) in dofs.iter().enumerate().rev() {
        let xk = x[k];
        if xk != 0.0 {
            for (l, place) in below_diagonal(dof) {
                x[place] -= l * xk;
            }
        }
    }
    for (x, &dof) in x.iter_mut().zip(dofs) {
        *x *= data.qLDiagInv[dof as usize];
    }
    for (k, &dof) in dofs.iter().enumerate() {
        let mut xk = x[k];
        for (l, place) in below_diagonal(dof) {
            xk -= l * x[place];
        }
        x[k] = xk;
    }
}
