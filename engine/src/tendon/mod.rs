//! Tendon lengths, paths and Jacobians.
//!
//! A fixed tendon is a weighted sum of joint positions. A spatial tendon runs from site to site, straight or wrapped around
//! geoms; its length changes as its points move apart, so a stretch between two bodies adds the difference of their points'
//! Jacobians projected onto its direction. A pulley divides what follows it.

mod path;
mod plan;

pub(crate) use plan::Plan;

use crate::codes::wrap as kind;
use crate::jacobian::is_sparse;
use crate::{Data, Model};

/// Computes `ten_length`, `ten_J`, `ten_wrapadr`, `ten_wrapnum`, `wrap_obj` and `wrap_xpos`.
pub(crate) fn tendon(model: &Model, data: &mut Data) {
    if model.ntendon == 0 {
        return;
    }
    let sparse = is_sparse(model);
    let mut path_end = 0;
    for t in 0..model.ntendon {
        data.ten_wrapadr[t] = path_end as i32;
        if sparse {
            data.ten_J_rownnz[t] = 0;
            data.ten_J_rowadr[t] = match t {
                0 => 0,
                _ => data.ten_J_rowadr[t - 1] + data.ten_J_rownnz[t - 1],
            };
        } else {
            data.ten_J[t * model.nv..][..model.nv].fill(0.0);
        }
        if model.wrap_type[model.tendon_adr[t] as usize] == kind::JOINT {
            fixed(model, data, t, sparse);
        } else {
            path_end = path::spatial(model, data, t, path_end, sparse);
        }
        data.ten_wrapnum[t] = path_end as i32 - data.ten_wrapadr[t];
    }
}

/// The elements of tendon `t`'s path in the model.
fn elements(model: &Model, t: usize) -> std::ops::Range<usize> {
    let start = model.tendon_adr[t] as usize;
    start..start + model.tendon_num[t] as usize
}

/// A linear combination of joint positions.
fn fixed(model: &Model, data: &mut Data, t: usize, sparse: bool) {
    data.ten_length[t] = 0.0;
    for w in elements(model, t) {
        let jnt = model.wrap_objid[w] as usize;
        let coefficient = model.wrap_prm[w];
        let dof = model.jnt_dofadr[jnt];
        data.ten_length[t] += coefficient * data.qpos[model.jnt_qposadr[jnt] as usize];
        if sparse {
            insert(data, t, dof, coefficient);
        } else {
            data.ten_J[t * model.nv + dof as usize] = coefficient;
        }
    }
}

/// Adds an element to a sparse row that stays sorted by column.
fn insert(data: &mut Data, t: usize, column: i32, value: f64) {
    let start = data.ten_J_rowadr[t] as usize;
    let end = start + data.ten_J_rownnz[t] as usize;
    let mut k = end;
    while k > start && data.ten_J_colind[k - 1] > column {
        data.ten_J_colind[k] = data.ten_J_colind[k - 1];
        data.ten_J[k] = data.ten_J[k - 1];
        k -= 1;
    }
    data.ten_J_colind[k] = column;
    data.ten_J[k] = value;
    data.ten_J_rownnz[t] += 1;
}
