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

/// Dual solvers crash MuJoCo with rows whose dofs do not ascend.
#[test]
fn flexes_that_overwrite_each_others_rows_are_not_supported_with_dual_solvers() {
    let text = include_str!("../../../../fixtures/flex/overwritten_edges.xml");
    for (solver, supported) in [("CG", true), ("Newton", true), ("PGS", false)] {
        let model = compile(&text.replacen("CG", solver, 1));
        let outcome = Data::new(&model).forward(&model);
        let refused = matches!(outcome, Err(StepError::OverwrittenRows));
        assert_eq!(refused, !supported, "{solver}: {outcome:?}");
    }
}

/// Nothing but the projection needs dofs that ascend: a sensor finds no rows after it was given up,
/// inverse dynamics does without it, and rows may be older than the choice of the solver.
#[test]
fn overwritten_rows_are_given_up_where_they_are_projected() {
    let text = include_str!("../../../../fixtures/flex/overwritten_edges.xml");
    let site = r#"<body name="a" pos="0 0 0.3"><site name="s"/>"#;
    let text = text
        .replacen(r#"<body name="a" pos="0 0 0.3">"#, site, 1)
        .replacen(
            "</mujoco>",
            r#"<sensor><accelerometer site="s"/></sensor></mujoco>"#,
            1,
        );
    let mut model = compile(&text);
    let mut data = Data::new(&model);
    data.forward(&model).unwrap();
    assert!(data.nefc > 0);
    model.opt.solver = 0;
    let alone = data.project_constraint(&model);
    assert_eq!(alone, Err(StepError::OverwrittenRows));
    assert_eq!(data.forward(&model), Err(StepError::OverwrittenRows));
    assert_eq!(data.inverse(&model), Ok(()));
}

/// Half of such rows is memory that MuJoCo has not written: of an edge, and of an equality.
#[test]
fn rows_within_one_body_are_given_up_where_jacobians_become_sparse() {
    let edge = r#"<mujoco><worldbody>
        <body name="a"><freejoint/><geom size=".13"/></body>
        <body name="b" pos="1 .3 0"><freejoint/><geom size=".07"/></body></worldbody>
        <deformable><flex name="f" dim="1" body="a a b" vertex="0 0 0 .11 0 .01 .2 .09 0"
            element="0 1 1 2"><edge damping=".37"/></flex></deformable></mujoco>"#;
    let sites = r#"<mujoco><worldbody>
        <body><freejoint/><geom size=".13"/><site name="s"/><site name="t" pos=".1 .07 0"/></body>
        </worldbody><equality><connect site1="s" site2="t"/></equality></mujoco>"#;
    for text in [edge, sites] {
        let outcomes = [0, 1].map(|form| {
            let mut model = compile(text);
            model.opt.jacobian = form;
            Data::new(&model).forward(&model)
        });
        assert_eq!(outcomes, [Ok(()), Err(StepError::RowsWithinBody)], "{text}");
    }
}

/// MuJoCo writes beyond such a row, if there is a single dof, and beyond the matrix of PGS.
#[test]
fn tendons_longer_than_their_rows_are_given_up_where_jacobians_become_sparse() {
    let long = include_str!("../../../../fixtures/reference_bugs/tendon_longer_than_its_row.xml");
    let text = long.replacen(r#"jacobian="sparse""#, r#"jacobian="dense""#, 1);
    let two = text.replacen("<geom", "<joint axis='1 0 .3'/><geom", 1);
    let dual = two.replacen("<fixed>", "<fixed frictionloss='.31'>", 1);
    let solved = dual.replacen("<option", "<option solver='PGS'", 1);
    for (text, supported) in [(text, false), (two, true), (dual, true), (solved, false)] {
        let mut model = compile(&text);
        assert_eq!(Data::new(&model).forward(&model), Ok(()), "{text}");
        model.opt.jacobian = 1;
        let outcome = Data::new(&model).forward(&model);
        let refused = outcome == Err(StepError::TendonBeyondRow);
        assert_eq!(refused, !supported, "{outcome:?} {text}");
    }
}
