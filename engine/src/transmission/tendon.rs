//! On a tendon: its length and Jacobian times the gear.

use super::target;
use crate::jacobian::is_sparse;
use crate::{Data, Model};

#[inline]
pub(super) fn tendon(model: &Model, data: &mut Data, i: usize, adr: usize) -> usize {
    let id = target(model, i);
    let gear = model.actuator_gear[i][0];
    data.actuator_length[i] = data.ten_length[id] * gear;
    if is_sparse(model) {
        return sparse(data, id, gear, adr);
    }
    let nv = model.nv;
    let jacobian = &data.ten_J[id * nv..][..nv];
    let row = &mut data.actuator_moment[adr..][..nv];
    let columns = &mut data.moment_colind[adr..][..nv];
    let mut nnz = 0;
    for (j, x) in jacobian.iter().enumerate() {
        let x = x * gear;
        // What compressing leaves behind is compared, too.
        row[j] = x;
        if x != 0.0 {
            row[nnz] = x;
            columns[nnz] = j as i32;
            nnz += 1;
        }
    }
    nnz
}

fn sparse(data: &mut Data, id: usize, gear: f64, adr: usize) -> usize {
    let nnz = data.ten_J_rownnz[id] as usize;
    let start = data.ten_J_rowadr[id] as usize;
    let row = &mut data.actuator_moment[adr..adr + nnz];
    for (moment, x) in row.iter_mut().zip(&data.ten_J[start..start + nnz]) {
        *moment = x * gear;
    }
    data.moment_colind[adr..adr + nnz].copy_from_slice(&data.ten_J_colind[start..start + nnz]);
    nnz
}
