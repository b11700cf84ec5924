//! Rows of the constraint Jacobian, and what is derived from them.

use super::{CONSTRAINED, jacobian};
use crate::support::{NUDGE, assert_close, assert_near, dot, fixture, nudged, random_state};
use plumbline::internal::codes::{GeomType, cone, disable, jacobian as form, row, solver};
use plumbline::{Data, Model};

/// How far random states lie from the reference: near enough to keep contacts and limits.
const SPREAD: f64 = 0.02;

/// Whether a contact is between shapes whose distance is a smooth function of their poses.
fn is_smooth(model: &Model, data: &Data, contact: usize) -> bool {
    let mut kinds = data.contact[contact]
        .geom
        .map(|id| GeomType::from_code(model.geom_type[id as usize]).unwrap());
    kinds.sort_unstable();
    matches!(
        kinds,
        [GeomType::Plane, _]
            | [
                GeomType::Sphere,
                GeomType::Sphere | GeomType::Capsule | GeomType::Box
            ]
    )
}

/// The slopes of `efc_pos` that the Jacobian promises, with the rows that it promises them for: the
/// normal of a contact is half of the sum of a pair of pyramid edges, or the first axis of a cone.
fn promised(model: &Model, data: &Data) -> Vec<(usize, Vec<f64>)> {
    let jac = jacobian(model, data);
    let mut found = Vec::new();
    let mut i = 0;
    while i < jac.len() {
        let id = data.efc_id[i] as usize;
        let mut width = 1;
        let smooth = match data.efc_type[i] {
            row::EQUALITY | row::LIMIT_JOINT | row::LIMIT_TENDON => true,
            row::FRICTION_DOF | row::FRICTION_TENDON => false,
            kind => {
                let dim = data.contact[id].dim as usize;
                width = if kind == row::CONTACT_PYRAMIDAL {
                    2 * (dim - 1)
                } else {
                    dim
                };
                is_smooth(model, data, id)
            }
        };
        if smooth && data.efc_type[i] == row::CONTACT_PYRAMIDAL {
            let edges = jac[i].iter().zip(&jac[i + 1]);
            found.push((i, edges.map(|(a, b)| 0.5 * (a + b)).collect()));
        } else if smooth {
            found.push((i, jac[i].clone()));
        }
        i += width;
    }
    found
}

#[test]
fn they_are_slopes_of_the_violations() {
    let mut seen = [0; 8];
    for name in CONSTRAINED {
        for (kind, frictionless) in [
            (cone::PYRAMIDAL, false),
            (cone::ELLIPTIC, false),
            (cone::PYRAMIDAL, true),
        ] {
            let mut model = fixture(name);
            model.opt.cone = kind;
            if frictionless {
                model.geom_condim.fill(1);
            }
            // Rows do not depend on what the solver makes of them.
            model.opt.iterations = 1;
            // Far enough for the limit of a ball.
            let far = if name.contains("limits") { 0.6 } else { 0.15 };
            for (seed, spread) in [(101, SPREAD), (102, SPREAD), (103, far)] {
                let data = random_state(&model, seed, spread);
                let promised = promised(&model, &data);
                for (row, _) in &promised {
                    seen[data.efc_type[*row] as usize] += 1;
                }
                for dof in 0..model.nv {
                    let [ahead, behind] = [NUDGE, -NUDGE].map(|by| nudged(&model, &data, dof, by));
                    assert_eq!(
                        ahead.efc_type, behind.efc_type,
                        "{name}: the rows have changed"
                    );
                    for (row, slopes) in &promised {
                        let slope = (ahead.efc_pos[*row] - behind.efc_pos[*row]) / (2.0 * NUDGE);
                        let what = format!("{name}, cone {kind}, row {row}, dof {dof}");
                        assert_near(slopes[dof], slope, 1e-6, &what);
                    }
                }
            }
        }
    }
    let [equality, dof, tendon, rest @ ..] = seen;
    assert_eq!([dof, tendon], [0; 2]);
    assert!(equality > 0 && rest.iter().all(|&n| n > 3), "{seen:?}");
}

#[test]
fn dense_and_sparse_rows_are_the_same() {
    for name in CONSTRAINED {
        let [dense, sparse] = [form::DENSE, form::SPARSE].map(|form| {
            let mut model = fixture(name);
            model.opt.jacobian = form;
            let data = random_state(&model, 104, SPREAD);
            assert!(data.nefc > 0, "{name}");
            jacobian(&model, &data).concat()
        });
        assert_close(&sparse, &dense, 1e-14, name);
    }
}

#[test]
fn velocities_are_rows_times_velocities_of_dofs() {
    for name in CONSTRAINED {
        let model = fixture(name);
        let data = random_state(&model, 105, SPREAD);
        for (i, row) in jacobian(&model, &data).iter().enumerate() {
            let expected = dot(row, &data.qvel);
            assert_near(
                data.efc_vel[i],
                expected,
                1e-12,
                &format!("{name}, row {i}"),
            );
        }
    }
}

/// `aref = -b v - k i (pos - margin)`, where friction has neither position nor stiffness, and
/// `R = (1 - i) / i` times the estimate of the inverse inertia. A cone scales `R` of its axes.
#[test]
fn reference_accelerations_and_regularisation_follow_from_the_impedance() {
    for name in CONSTRAINED {
        let model = fixture(name);
        let data = random_state(&model, 106, SPREAD);
        for i in 0..data.nefc as usize {
            let [stiffness, damping, impedance, _] = data.efc_KBIP[i];
            let what = format!("{name}, row {i}");
            let pull = stiffness * impedance * (data.efc_pos[i] - data.efc_margin[i]);
            let expected = -damping * data.efc_vel[i] - pull;
            assert_near(data.efc_aref[i], expected, 1e-12, &what);
            assert_near(data.efc_D[i] * data.efc_R[i], 1.0, 1e-14, &what);
            assert!((0.0..1.0).contains(&impedance), "{what}");
            if ![row::CONTACT_PYRAMIDAL, row::CONTACT_ELLIPTIC].contains(&data.efc_type[i]) {
                let expected = (1.0 - impedance) / impedance * data.efc_diagApprox[i];
                assert_near(data.efc_R[i] / expected, 1.0, 1e-12, &what);
            }
        }
    }
}

#[test]
fn the_dual_matrix_is_the_inverse_inertia_seen_through_the_rows() {
    for name in CONSTRAINED {
        for form in [form::DENSE, form::SPARSE] {
            let mut model = fixture(name);
            model.opt.solver = solver::PGS;
            model.opt.jacobian = form;
            let data = random_state(&model, 107, SPREAD);
            let jac = jacobian(&model, &data);
            let n = jac.len();
            for (i, row) in jac.iter().enumerate() {
                let mut solved = row.clone();
                data.solve_m(&model, &mut solved).unwrap();
                let mut expected: Vec<f64> = jac.iter().map(|other| dot(other, &solved)).collect();
                expected[i] += data.efc_R[i];
                let mut ours = vec![0.0; n];
                if model.is_sparse() {
                    let start = data.efc_AR_rowadr[i] as usize;
                    for k in start..start + data.efc_AR_rownnz[i] as usize {
                        ours[data.efc_AR_colind[k] as usize] = data.efc_AR[k];
                    }
                } else {
                    ours.copy_from_slice(&data.efc_AR[i * n..][..n]);
                }
                assert_close(&ours, &expected, 1e-10, &format!("{name}, row {i}"));
            }
        }
    }
}

/// The state without contacts, or another part, has exactly the rows of the rest.
#[test]
fn a_part_that_is_switched_off_has_no_rows() {
    for (flag, kinds) in [
        (disable::EQUALITY, vec![row::EQUALITY]),
        (
            disable::FRICTIONLOSS,
            vec![row::FRICTION_DOF, row::FRICTION_TENDON],
        ),
        (disable::LIMIT, vec![row::LIMIT_JOINT, row::LIMIT_TENDON]),
        (
            disable::CONTACT,
            vec![
                row::CONTACT_FRICTIONLESS,
                row::CONTACT_PYRAMIDAL,
                row::CONTACT_ELLIPTIC,
            ],
        ),
        (
            disable::CONSTRAINT,
            (row::EQUALITY..=row::CONTACT_ELLIPTIC).collect(),
        ),
    ] {
        for name in CONSTRAINED {
            let mut model = fixture(name);
            let mut rest = random_state(&model, 108, SPREAD).efc_type;
            rest.retain(|kind| !kinds.contains(kind));
            model.opt.disableflags |= flag;
            let data = random_state(&model, 108, SPREAD);
            assert_eq!(
                data.efc_type[..data.nefc as usize],
                rest,
                "{name}, flag {flag}"
            );
        }
    }
}
