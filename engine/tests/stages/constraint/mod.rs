//! Constraint rows: what they are, what they do, and where their memory ends.

mod contact_force;
mod memory;
mod rows;
mod runs;

use crate::support::dense_row;
use plumbline::{Data, Model};

/// Models with rows of every kind.
pub(crate) const CONSTRAINED: [&str; 10] = [
    "bench/boxes_on_plane",
    "bench/linkages",
    "bench/stops",
    "constraint/bodies_connected_and_welded",
    "constraint/contacts_of_every_dimension",
    "constraint/friction_loss",
    "constraint/joints_and_tendons_coupled",
    "constraint/limits_of_joints_and_tendons",
    "constraint/redundant_and_contradicting",
    "constraint/sites_connected_and_welded",
];

/// The Jacobian of all rows, dense.
pub(crate) fn jacobian(model: &Model, data: &Data) -> Vec<Vec<f64>> {
    let nv = model.nv;
    let rows = 0..data.nefc as usize;
    if !model.is_sparse() {
        return rows.map(|i| data.efc_J[i * nv..][..nv].to_vec()).collect();
    }
    rows.map(|i| {
        let start = data.efc_J_rowadr[i] as usize;
        let row = start..start + data.efc_J_rownnz[i] as usize;
        dense_row(&data.efc_J[row.clone()], &data.efc_J_colind[row], nv)
    })
    .collect()
}
