//! Constraint rows: what they are, what they do, and where their memory ends.

mod contact_force;
mod memory;
mod rows;
mod runs;

use crate::support::{compile, dense_row};
use plumbline::{Data, Model, StepError};

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

/// MuJoCo reads rows for spinning and rolling from memory that it has not written.
#[test]
fn elements_of_flexes_spin_in_dense_form_only() {
    let text = include_str!("../../../../fixtures/flex/spinning_and_rolling_friction.xml");
    for (form, supported) in [(0, true), (1, false)] {
        let mut model = compile(text);
        model.opt.jacobian = form;
        let outcome = Data::new(&model).forward(&model);
        let refused = matches!(outcome, Err(StepError::SpinningElement));
        assert_eq!(refused, !supported, "{form}: {outcome:?}");
    }
}

/// What MuJoCo merges from rows whose dofs do not ascend is no Hessian.
#[test]
fn flexes_that_overwrite_each_others_rows_are_not_supported_but_with_cg() {
    let text = include_str!("../../../../fixtures/flex/overwritten_edges.xml");
    for (solver, supported) in [("CG", true), ("Newton", false), ("PGS", false)] {
        let model = compile(&text.replacen("CG", solver, 1));
        let outcome = Data::new(&model).forward(&model);
        let refused = matches!(outcome, Err(StepError::OverwrittenRows));
        assert_eq!(refused, !supported, "{solver}: {outcome:?}");
    }
}
