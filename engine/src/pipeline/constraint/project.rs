//! `efc_AR = J M^-1 J' + R`, the system that the dual solvers work on.
//!
//! With `M = L' D L` it is the square of `B = J L^-1 D^-1/2`, whose rows are found by back
//! substitution along the tree.
//!
//! Substitution along the tree: Featherstone, Rigid Body Dynamics Algorithms (2008), section 6.5.

use crate::math::sparse::Pattern;
use crate::math::square;
use crate::math::transpose::{self, Transpose};
use crate::{Data, Model, StepError};

/// Memory for the half-solved Jacobian and its transpose.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    values: Vec<f64>,
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    t_values: Vec<f64>,
    transpose: Transpose,
    square: square::Scratch,
}

/// Empties what another solver may have left.
pub(super) fn forget(data: &mut Data) {
    data.efc_AR.clear();
    data.efc_AR_rownnz.clear();
    data.efc_AR_rowadr.clear();
    data.efc_AR_colind.clear();
}

/// Computes `efc_AR` if some solver needs it.
#[doc(alias = "mj_projectConstraint")]
pub(crate) fn project(model: &Model, data: &mut Data) {
    if !model.is_dual() {
        forget(data);
        return;
    }
    if data.scratch.rows.unordered {
        // Substitution needs dofs that ascend; MuJoCo mostly crashes here.
        data.fault = data.fault.or(Some(StepError::OverwrittenRows));
        super::give_up_rows(data);
        return forget(data);
    }
    let nefc = data.nefc as usize;
    // The dense form has no use for indices, but the reference gives them room.
    data.efc_AR.resize(nefc * nefc, 0.0);
    data.efc_AR_rownnz.resize(nefc, 0);
    data.efc_AR_rowadr.resize(nefc, 0);
    data.efc_AR_colind.resize(nefc * nefc, 0);
    if nefc == 0 {
        return;
    }
    let mut scratch = data.scratch.project.take::<Scratch>();
    if model.is_sparse() {
        project_sparse(model, data, &mut scratch);
    } else {
        project_dense(model, data, &mut scratch);
    }
    data.scratch.project.put(scratch);
}

fn project_dense(model: &Model, data: &mut Data, scratch: &mut Scratch) {
    let (nefc, nv) = (data.nefc as usize, model.nv);
    scratch.t_values.resize(nefc * nv, 0.0);
    transpose::dense(&mut scratch.t_values, &data.efc_J[..nefc * nv], nefc, nv);
    solve_half_abreast(model, data, &mut scratch.t_values, nefc);
    square::dense(&mut data.efc_AR, &scratch.t_values, nefc);
    for (i, r) in data.efc_R.iter().enumerate() {
        data.efc_AR[i * (nefc + 1)] += r;
    }
}

/// Solves half of `M x = y` in place, by the factors of `M`: `x <- D^-1/2 L'^-1 x`.
pub(crate) fn solve_half(model: &Model, data: &Data, x: &mut [f64]) {
    for i in (0..model.nv).rev() {
        let xi = x[i];
        // Dofs that are alone in their row move no others.
        if model.dof_simplenum[i] != 0 || xi == 0.0 {
            continue;
        }
        let start = model.dof_Madr[i] as usize;
        for (&element, j) in data.qLD[start..].iter().zip(model.ancestors(i)).skip(1) {
            x[j] -= element * xi;
        }
    }
    for (x, scale) in x.iter_mut().zip(&data.qLDiagSqrtInv) {
        *x *= scale;
    }
}

/// [`solve_half`] for the `n` columns of a matrix, all of them at once.
fn solve_half_abreast(model: &Model, data: &Data, x: &mut [f64], n: usize) {
    for i in (0..model.nv).rev() {
        let (above, own) = x.split_at_mut(i * n);
        let own = &mut own[..n];
        if model.dof_simplenum[i] == 0 && own.iter().any(|&x| x != 0.0) {
            let start = model.dof_Madr[i] as usize;
            for (&element, j) in data.qLD[start..].iter().zip(model.ancestors(i)).skip(1) {
                for (x, &xi) in above[j * n..][..n].iter_mut().zip(&*own) {
                    // A zero moves nothing, whatever the factor.
                    *x -= if xi == 0.0 { 0.0 } else { element * xi };
                }
            }
        }
        for x in own {
            *x *= data.qLDiagSqrtInv[i];
        }
    }
}

fn project_sparse(model: &Model, data: &mut Data, scratch: &mut Scratch) {
    let (nefc, nv) = (data.nefc as usize, model.nv);
    complete_chains(model, data, scratch);
    for r in 0..nefc {
        let start = scratch.rowadr[r] as usize;
        let range = start..start + scratch.rownnz[r] as usize;
        back_substitute(
            model,
            data,
            &mut scratch.values[range.clone()],
            &scratch.colind[range],
        );
    }
    let half = Pattern {
        rownnz: &scratch.rownnz,
        rowadr: &scratch.rowadr,
        colind: &scratch.colind,
    };
    scratch.transpose.follow(half, nv);
    scratch
        .transpose
        .values(&scratch.values, &mut scratch.t_values);
    let transposed = Pattern {
        rownnz: &scratch.transpose.rownnz,
        rowadr: &scratch.transpose.rowadr,
        colind: &scratch.transpose.colind,
    };
    square::sparse(
        (&scratch.values, half),
        (&scratch.t_values, transposed),
        &mut scratch.square,
        &mut data.efc_AR,
        &mut data.efc_AR_rownnz,
        &mut data.efc_AR_rowadr,
        &mut data.efc_AR_colind,
    );
    for i in 0..nefc {
        let start = data.efc_AR_rowadr[i] as usize;
        let columns = &data.efc_AR_colind[start..][..data.efc_AR_rownnz[i] as usize];
        if let Ok(k) = columns.binary_search(&(i as i32)) {
            data.efc_AR[start + k] += data.efc_R[i];
        }
    }
}

/// Copies the Jacobian's rows, with the dofs between their columns and the roots of the trees
/// filled in.
fn complete_chains(model: &Model, data: &Data, scratch: &mut Scratch) {
    let Scratch {
        values,
        rownnz,
        rowadr,
        colind,
        ..
    } = scratch;
    values.clear();
    rownnz.clear();
    rowadr.clear();
    colind.clear();
    for r in 0..data.nefc as usize {
        let start = colind.len();
        let source = data.efc_J_rowadr[r] as usize;
        let mut remaining = data.efc_J_rownnz[r] as usize;
        loop {
            let given = match remaining {
                0 => -1,
                _ => data.efc_J_colind[source + remaining - 1],
            };
            let parent = match colind[start..].last() {
                None => -1,
                Some(&dof) => model.dof_parentid[dof as usize],
            };
            if given < 0 && parent < 0 {
                break;
            }
            if given >= parent {
                remaining -= 1;
                colind.push(given);
                values.push(data.efc_J[source + remaining]);
            } else {
                colind.push(parent);
                values.push(0.0);
            }
        }
        colind[start..].reverse();
        values[start..].reverse();
        rowadr.push(start as i32);
        rownnz.push((colind.len() - start) as i32);
    }
}

/// `x <- D^-1/2 L'^-1 x` for a row whose columns include all ancestors.
#[doc(alias = "mj_solveM2")]
fn back_substitute(model: &Model, data: &Data, x: &mut [f64], columns: &[i32]) {
    for i in (0..x.len()).rev() {
        let xi = x[i];
        if xi == 0.0 {
            continue;
        }
        let dof = columns[i] as usize;
        x[i] *= data.qLDiagSqrtInv[dof];
        let mut adr = model.dof_Madr[dof] as usize + 1;
        let mut parent = model.dof_parentid[dof];
        let mut k = i;
        while parent >= 0 {
            while columns[k] > parent {
                k -= 1;
            }
            x[k] -= data.qLD[adr] * xi;
            adr += 1;
            parent = model.dof_parentid[parent as usize];
        }
    }
}
