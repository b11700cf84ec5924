//! The joint-space inertia matrix `M`: composite rigid bodies, its `L' D L` factorisation, and
//! products with it.
//!
//! Row `i` of `M` holds the elements for dof `i` and its ancestors, the diagonal first, at
//! `dof_Madr[i]`. Degrees of freedom of bodies that are a tree by themselves and move along
//! principal axes are *simple*: their rows are diagonal and constant.
//!
//! `M(i, j) = S_j' I_i S_i` for dof `j` an ancestor of dof `i`, where `I_i` is the inertia of all
//! that `i` moves: the composite-rigid-body algorithm, Featherstone, Rigid Body Dynamics Algorithms
//! (2008), section 6.2.

mod damped;
mod element;
mod factor;
mod single;
mod solve;
#[cfg(test)]
mod tests;
mod trunk;

pub(crate) use damped::{expect, forget, solve_both, solve_damped};
pub(crate) use solve::solve_within;

use crate::data::WarningStat;
use crate::data::timer::{Timer, more, timed};
use crate::math::abreast::Eight;
use crate::math::spatial;
use crate::model::codes::warning;
use crate::model::topology::Ancestry;
use crate::{Data, Model};

/// Computes the composite inertias `crb` and the matrix `qM`: `M(i, j) = cdof_j . crb_i cdof_i`.
pub(crate) fn crb(model: &Model, data: &mut Data) {
    timed(data, Timer::Inertia, |data| compose(model, data));
}

#[inline(always)]
fn compose(model: &Model, data: &mut Data) {
    composite_inertias(model, data);
    let nv = model.nv;
    let Ancestry { rows, columns, .. } = &data.scratch.topology.ancestry;
    let (rows, cdof) = (&rows[..nv], &data.cdof[..nv]);
    let (bodies, armature) = (&model.dof_bodyid[..nv], &model.dof_armature[..nv]);
    let (inertias, matrix) = (&data.crb[..], &mut data.qM[..columns.len()]);
    // From the last on, whose inertia was known first.
    for i in (0..nv).rev() {
        let row = &rows[i];
        let elements = &mut matrix[row.range()];
        if row.simple {
            elements.fill(0.0);
            elements[0] = model.dof_M0[i];
            continue;
        }
        let momentum = spatial::inertia_mul(&inertias[bodies[i] as usize], &cdof[i]);
        elements[0] = armature[i] + spatial::dot(&cdof[i], &momentum);
        let (near, far) = elements[1..].split_at_mut(i - row.limb);
        let far_dofs = &columns[row.end - far.len()..];
        // The sum starts from zero, which takes the sign off a negative one.
        let (one, pairs) = cdof[row.limb..i].as_rchunks::<2>();
        let (elements, last) = near.as_chunks_mut::<2>();
        for (elements, [above, motion]) in elements.iter_mut().zip(pairs.iter().rev()) {
            *elements = spatial::two_dots(motion, above, &momentum).map(|dot| 0.0 + dot);
        }
        for (element, motion) in last.iter_mut().zip(one) {
            *element = 0.0 + spatial::dot(motion, &momentum);
        }
        for (element, &j) in far.iter_mut().zip(far_dofs) {
            *element = 0.0 + spatial::dot(&cdof[j as usize], &momentum);
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

/// Factorises `qM` into `qLD`, `qLDiagInv` and `qLDiagSqrtInv`.
pub(crate) fn factor_m(model: &Model, data: &mut Data) {
    more(data, Timer::Inertia, |data| factor_with_roots(model, data));
}

#[inline(always)]
fn factor_with_roots(model: &Model, data: &mut Data) {
    if !damped::factor_both(model, data) {
        factor_m_alone(data);
    }
    let roots = &mut data.qLDiagSqrtInv;
    for (root, &start) in roots.iter_mut().zip(&model.dof_Madr) {
        *root = data.qLD[start as usize];
    }
    let (groups, rest) = roots.as_chunks_mut::<4>();
    for group in groups {
        *group = group.map(|diagonal| 1.0 / diagonal.sqrt());
    }
    for root in rest {
        *root = 1.0 / root.sqrt();
    }
}

/// Factorises `qM` into `qLD` and `qLDiagInv`: the roots are for solvers that work on forces.
pub(crate) fn factor_m_alone(data: &mut Data) {
    data.qLD.copy_from_slice(&data.qM);
    factor::factor(
        &data.scratch.topology.ancestry,
        0..data.qLDiagInv.len(),
        &mut data.qLD,
        &mut data.qLDiagInv,
        &mut data.warning[warning::INERTIA],
    );
}

/// Factorises `qH` in place, and inverts its diagonal.
pub(crate) fn factor_h(data: &mut Data) {
    factor::factor(
        &data.scratch.topology.ancestry,
        0..data.qLDiagInv.len(),
        &mut data.qH,
        &mut data.qHDiagInv,
        &mut data.warning[warning::INERTIA],
    );
}

/// Factorises matrices of eight worlds in place, and inverts their diagonals. Returns whether no
/// pivot of any was too small.
pub(crate) fn factor_abreast(
    ancestry: &Ancestry,
    matrix: &mut [Eight],
    diag_inv: &mut [Eight],
) -> bool {
    let mut warning = WarningStat::default();
    let dofs = 0..diag_inv.len();
    factor::factor(ancestry, dofs, matrix, diag_inv, &mut warning);
    warning == WarningStat::default()
}

/// Solves with the factors of eight worlds in place.
pub(crate) fn solve_abreast(
    ancestry: &Ancestry,
    ld: &[Eight],
    diag_inv: &[Eight],
    x: &mut [Eight],
) {
    solve::solve(ancestry, ld, diag_inv, x);
}

/// Solves `H x = y` in place, by the factorisation of `qH`.
pub(crate) fn solve_h(data: &Data, x: &mut [f64]) {
    solve::solve(
        &data.scratch.topology.ancestry,
        &data.qH,
        &data.qHDiagInv,
        x,
    );
}

/// Solves `M x = y` in place, by the factorisation of `M`.
pub(crate) fn solve_m(model: &Model, data: &Data, x: &mut [f64]) {
    let x = &mut x[..model.nv];
    solve::solve(
        &data.scratch.topology.ancestry,
        &data.qLD,
        &data.qLDiagInv,
        x,
    );
}

/// `res = M v`
pub(crate) fn mul_m(model: &Model, data: &Data, res: &mut [f64], v: &[f64]) {
    let nv = model.nv;
    let Ancestry { rows, columns, .. } = &data.scratch.topology.ancestry;
    let (rows, matrix) = (&rows[..nv], &data.qM[..columns.len()]);
    let (res, v) = (&mut res[..nv], &v[..nv]);
    for i in 0..nv {
        let (row, vi) = (&rows[i], v[i]);
        let mut sum = matrix[row.start] * vi;
        if !row.simple {
            for (m, &j) in matrix[row.above()].iter().zip(&columns[row.above()]) {
                sum += m * v[j as usize];
                res[j as usize] += m * vi;
            }
        }
        res[i] = sum;
    }
}

/// A matrix in the layout of `qM`, written out in full.
pub(crate) fn full_m(model: &Model, full: &mut [f64], m: &[f64]) {
    let nv = model.nv;
    full.fill(0.0);
    for i in 0..nv {
        let start = model.dof_Madr[i] as usize;
        for (&element, j) in m[start..].iter().zip(model.ancestors(i)) {
            full[i * nv + j] = element;
            full[j * nv + i] = element;
        }
    }
}
