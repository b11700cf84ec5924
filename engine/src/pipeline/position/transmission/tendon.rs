//! On a tendon: its length and Jacobian times the gear.

use super::target;
use crate::model::codes::transmission as kind;
use crate::{Data, Model};

/// The actuators on tendons from `first` on that follow each other. Returns how many they are, and
/// how many elements they have.
#[inline(never)]
pub(super) fn tendons(model: &Model, data: &mut Data, first: usize, adr: usize) -> (usize, usize) {
    let nv = model.nv;
    let n = model.nu - first;
    let kinds = &model.actuator_trntype[first..][..n];
    let gears = &model.actuator_gear[first..][..n];
    let sparse = model.is_sparse();
    let lengths = &mut data.actuator_length[first..][..n];
    let rowadr = &mut data.moment_rowadr[first..][..n];
    let rownnz = &mut data.moment_rownnz[first..][..n];
    let (moments, columns) = (&mut data.actuator_moment[..], &mut data.moment_colind[..]);
    let mut end = adr;
    for k in 0..n {
        if kinds[k] != kind::TENDON {
            return (k, end - adr);
        }
        let (id, gear) = (target(model, first + k), gears[k][0]);
        lengths[k] = data.ten_length[id] * gear;
        let row = (&mut moments[end..], &mut columns[end..]);
        let nnz = if sparse {
            let start = data.ten_J_rowadr[id] as usize;
            let tendon = start..start + data.ten_J_rownnz[id] as usize;
            let jacobian = (&data.ten_J[tendon.clone()], &data.ten_J_colind[tendon]);
            scaled(jacobian, gear, row)
        } else {
            compressed(&data.ten_J[id * nv..][..nv], gear, row)
        };
        (rowadr[k], rownnz[k]) = (end as i32, nnz as i32);
        end += nnz;
    }
    (n, end - adr)
}

/// A row in full times the gear, without its zeros.
#[inline]
fn compressed(jacobian: &[f64], gear: f64, (row, columns): (&mut [f64], &mut [i32])) -> usize {
    let nv = jacobian.len();
    let (row, columns) = (&mut row[..nv], &mut columns[..nv]);
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

/// A row of nonzeros times the gear.
fn scaled(
    (jacobian, dofs): (&[f64], &[i32]),
    gear: f64,
    (row, columns): (&mut [f64], &mut [i32]),
) -> usize {
    for (moment, x) in row.iter_mut().zip(jacobian) {
        *moment = x * gear;
    }
    columns[..dofs.len()].copy_from_slice(dofs);
    dofs.len()
}
