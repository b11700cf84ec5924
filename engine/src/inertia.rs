//! The joint-space inertia matrix `M`: composite rigid bodies, its `L' D L` factorisation, and products with it.
//!
//! Row `i` of `M` holds the elements for dof `i` and its ancestors, the diagonal first, at `dof_Madr[i]`. Degrees of
//! freedom of bodies that are a tree by themselves and move along principal axes are *simple*: their rows are diagonal and
//! constant.

use crate::codes::warning;
use crate::fields::WarningStat;
use crate::math::{MINVAL, dense, spatial};
use crate::{Data, Model};

/// Computes the composite inertias `crb` and the matrix `qM`: `M(i, j) = cdof_j . crb_i cdof_i`.
pub(crate) fn crb(model: &Model, data: &mut Data) {
    composite_inertias(model, data);
    let Data { crb, cdof, qM, .. } = data;
    qM.fill(0.0);
    for i in 0..model.nv {
        let start = model.dof_Madr[i] as usize;
        if model.dof_simplenum[i] != 0 {
            qM[start] = model.dof_M0[i];
            continue;
        }
        let momentum = spatial::inertia_mul(&crb[model.dof_bodyid[i] as usize], &cdof[i]);
        qM[start] = model.dof_armature[i];
        for (element, j) in qM[start..].iter_mut().zip(ancestors(model, i)) {
            *element += spatial::dot(&cdof[j], &momentum);
        }
    }
}

/// Inertia of each body with everything it carries; the world carries nothing.
pub(crate) fn composite_inertias(model: &Model, data: &mut Data) {
    data.crb.copy_from_slice(&data.cinert);
    for body in (1..model.nbody).rev() {
        let parent = model.body_parentid[body] as usize;
        if parent > 0 {
            let inertia = data.crb[body];
            spatial::add_to(&mut data.crb[parent], &inertia);
        }
    }
}

/// Dof `i`, its parent, and so on to the root.
#[inline]
pub(crate) fn ancestors(model: &Model, i: usize) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(Some(i), |&j| usize::try_from(model.dof_parentid[j]).ok())
}

/// Factorises `qM` into `qLD`, `qLDiagInv` and `qLDiagSqrtInv`.
pub(crate) fn factor_m(model: &Model, data: &mut Data) {
    data.qLD.copy_from_slice(&data.qM);
    factor_in_place(
        model,
        &mut data.qLD,
        &mut data.qLDiagInv,
        &mut data.warning[warning::INERTIA],
    );
    for i in 0..model.nv {
        data.qLDiagSqrtInv[i] = 1.0 / data.qLD[model.dof_Madr[i] as usize].sqrt();
    }
}

/// Turns an inertia-like matrix into `L' D L`, leaves first, and inverts the diagonal. A pivot that is not positive raises a
/// warning and becomes the least value that counts.
pub(crate) fn factor_in_place(
    model: &Model,
    ld: &mut [f64],
    diag_inv: &mut [f64],
    warning: &mut WarningStat,
) {
    for k in (0..model.nv).rev() {
        let start = model.dof_Madr[k] as usize;
        if ld[start] < MINVAL {
            warning.raise(k as i32);
            ld[start] = MINVAL;
        }
        if model.dof_simplenum[k] != 0 {
            continue;
        }
        let (above, row) = ld.split_at_mut(start);
        let pivot = row[0];
        for (offset, i) in ancestors(model, k).enumerate().skip(1) {
            let factor = row[offset] / pivot;
            // Row i minus its multiple of row k; both have the same ancestors from i on.
            let i_start = model.dof_Madr[i] as usize;
            let i_end = model.dof_Madr[i + 1] as usize;
            dense::add_scaled(&mut above[i_start..i_end], &row[offset..], -factor);
            row[offset] = factor;
        }
    }
    for (inv, &start) in diag_inv.iter_mut().zip(&model.dof_Madr) {
        *inv = 1.0 / ld[start as usize];
    }
}

/// Solves `M x = y` in place, by the factorisation of `M`.
pub fn solve_m(model: &Model, data: &Data, x: &mut [f64]) {
    solve_ld(model, &data.qLD, &data.qLDiagInv, x);
}

/// Solves `L' D L x = y` in place.
pub(crate) fn solve_ld(model: &Model, ld: &[f64], diag_inv: &[f64], x: &mut [f64]) {
    for i in (0..model.nv).rev() {
        let xi = x[i];
        if model.dof_simplenum[i] == 0 && xi != 0.0 {
            for (l, j) in below_diagonal(model, ld, i) {
                x[j] -= l * xi;
            }
        }
    }
    for (x, inv) in x.iter_mut().zip(diag_inv) {
        *x *= inv;
    }
    for i in 0..model.nv {
        if model.dof_simplenum[i] == 0 {
            let mut xi = x[i];
            for (l, j) in below_diagonal(model, ld, i) {
                xi -= l * x[j];
            }
            x[i] = xi;
        }
    }
}

/// The elements of row `i` after the diagonal, with their columns.
#[inline]
pub(crate) fn below_diagonal<'a>(
    model: &'a Model,
    matrix: &'a [f64],
    i: usize,
) -> impl Iterator<Item = (f64, usize)> + 'a {
    let start = model.dof_Madr[i] as usize;
    matrix[start..]
        .iter()
        .copied()
        .zip(ancestors(model, i))
        .skip(1)
}

/// `res = M v`
pub fn mul_m(model: &Model, data: &Data, res: &mut [f64], v: &[f64]) {
    res.fill(0.0);
    for i in 0..model.nv {
        res[i] = data.qM[model.dof_Madr[i] as usize] * v[i];
        if model.dof_simplenum[i] == 0 {
            for (m, j) in below_diagonal(model, &data.qM, i) {
                res[i] += m * v[j];
                res[j] += m * v[i];
            }
        }
    }
}

/// A matrix in the layout of `qM`, written out in full.
pub fn full_m(model: &Model, full: &mut [f64], m: &[f64]) {
    let nv = model.nv;
    full.fill(0.0);
    for i in 0..nv {
        let start = model.dof_Madr[i] as usize;
        for (&element, j) in m[start..].iter().zip(ancestors(model, i)) {
            full[i * nv + j] = element;
            full[j * nv + i] = element;
        }
    }
}
