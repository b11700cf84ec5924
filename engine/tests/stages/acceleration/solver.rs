//! Solvers find the minimum of `(a - a_smooth)' M (a - a_smooth) / 2 + s(J a - aref)`, whatever
//! their way there; forces of contacts lie in their cones.

use crate::constraint::{CONSTRAINED, jacobian};
use crate::support::{Random, assert_close, assert_near, dot, fixture, largest, random_state};
use plumbline::internal::codes::{cone, enable, row, solver};
use plumbline::{Data, Model};

const SPREAD: f64 = 0.02;
const CONES: [i32; 2] = [cone::PYRAMIDAL, cone::ELLIPTIC];
const SOLVERS: [i32; 3] = [solver::PGS, solver::CG, solver::NEWTON];

/// A fixture whose solver does not stop before it has converged.
fn patient(name: &str, solver: i32, cone: i32) -> Model {
    let mut model = fixture(name);
    (model.opt.solver, model.opt.cone) = (solver, cone);
    model.opt.iterations = if solver == solver::PGS { 5_000 } else { 200 };
    model.opt.tolerance = 0.0;
    model.opt.ls_iterations = 100;
    model.opt.ls_tolerance = 1e-6;
    model
}

/// Cost of a row that is not part of a cone.
fn row_cost(data: &Data, i: usize, x: f64) -> f64 {
    let (d, r, loss) = (data.efc_D[i], data.efc_R[i], data.efc_frictionloss[i]);
    match data.efc_type[i] {
        row::EQUALITY => 0.5 * d * x * x,
        row::FRICTION_DOF | row::FRICTION_TENDON if x.abs() > r * loss => {
            loss * (x.abs() - 0.5 * r * loss)
        }
        row::FRICTION_DOF | row::FRICTION_TENDON => 0.5 * d * x * x,
        _ => 0.5 * d * x.min(0.0).powi(2),
    }
}

/// Cost of an elliptic contact whose rows start at `i`: none within the dual cone, quadratic below
/// the polar one, and by the distance to the cone in between.
fn cone_cost(data: &Data, i: usize, jar: &[f64]) -> f64 {
    let contact = &data.contact[data.efc_id[i] as usize];
    let (dim, mu) = (contact.dim as usize, contact.mu);
    let normal = jar[i] * mu;
    let scaled = (1..dim).map(|k| (jar[i + k] * contact.friction[k - 1]).powi(2));
    let tangent = scaled.sum::<f64>().sqrt();
    if normal >= mu * tangent {
        0.0
    } else if mu * normal + tangent <= 0.0 {
        (i..i + dim)
            .map(|k| 0.5 * data.efc_D[k] * jar[k].powi(2))
            .sum()
    } else {
        let d = data.efc_D[i] / (mu * mu * (1.0 + mu * mu));
        0.5 * d * (normal - mu * tangent).powi(2)
    }
}

/// The cost of an acceleration, from its definition.
fn cost(model: &Model, data: &Data, qacc: &[f64]) -> f64 {
    let jac = jacobian(model, data);
    let jar: Vec<f64> = jac
        .iter()
        .zip(&data.efc_aref)
        .map(|(row, aref)| dot(row, qacc) - aref)
        .collect();
    let away: Vec<f64> = qacc
        .iter()
        .zip(&data.qacc_smooth)
        .map(|(a, b)| a - b)
        .collect();
    let mut product = vec![0.0; model.nv];
    data.mul_m_into(model, &mut product, &away).unwrap();
    let mut sum = 0.5 * dot(&product, &away);
    let mut i = 0;
    while i < jar.len() {
        if data.efc_type[i] == row::CONTACT_ELLIPTIC {
            sum += cone_cost(data, i, &jar);
            i += data.contact[data.efc_id[i] as usize].dim as usize;
        } else {
            sum += row_cost(data, i, jar[i]);
            i += 1;
        }
    }
    sum
}

#[test]
fn at_the_solution_all_forces_balance() {
    for name in CONSTRAINED {
        for (cone, solver) in CONES.into_iter().flat_map(|c| SOLVERS.map(|s| (c, s))) {
            let model = patient(name, solver, cone);
            let data = random_state(&model, 141, SPREAD);
            assert!(data.nefc > 0, "{name}");
            let mut inertial = vec![0.0; model.nv];
            data.mul_m_into(&model, &mut inertial, &data.qacc).unwrap();
            let expected: Vec<f64> = (0..model.nv)
                .map(|dof| data.qfrc_smooth[dof] + data.qfrc_constraint[dof])
                .collect();
            let what = format!("{name}, cone {cone}, solver {solver}");
            assert_close(&inertial, &expected, 1e-6, &what);
        }
    }
}

#[test]
fn no_other_acceleration_costs_less() {
    let mut random = Random(142);
    for name in CONSTRAINED {
        for (cone, solver) in CONES.into_iter().flat_map(|c| SOLVERS.map(|s| (c, s))) {
            let model = patient(name, solver, cone);
            let data = random_state(&model, 142, SPREAD);
            let what = format!("{name}, cone {cone}, solver {solver}");
            let least = cost(&model, &data, &data.qacc);
            assert!(least <= cost(&model, &data, &data.qacc_smooth), "{what}");
            let size = largest(&data.qacc);
            for shrink in [1.0, 1e-2, 1e-4] {
                let away = random.vector(model.nv, size * shrink);
                let other: Vec<f64> = data.qacc.iter().zip(away).map(|(a, b)| a + b).collect();
                let other = cost(&model, &data, &other);
                // In an elliptic cone the dual solver moves along rays and across them in turns,
                // and may end a little above the minimum.
                let stuck = solver == solver::PGS && cone == cone::ELLIPTIC;
                let excess = if stuck { 1e-3 } else { 1e-9 };
                assert!(
                    least <= other * (1.0 + excess),
                    "{what}: {least} above {other}"
                );
            }
        }
    }
}

#[test]
fn all_solvers_find_the_same_acceleration() {
    for name in CONSTRAINED {
        for cone in CONES {
            let [dual, conjugate, newton] = SOLVERS.map(|solver| {
                let model = patient(name, solver, cone);
                random_state(&model, 143, SPREAD).qacc
            });
            let what = format!("{name}, cone {cone}");
            assert_close(&conjugate, &newton, 1e-5, &format!("{what}: CG"));
            assert_close(&dual, &newton, 1e-5, &format!("{what}: PGS"));
        }
    }
}

/// Dofs in no island are left at the acceleration that the solver starts from, as in MuJoCo 3.2.6.
#[test]
fn islands_solve_to_the_same_acceleration_as_the_whole() {
    for name in CONSTRAINED {
        for cone in CONES {
            let mut model = patient(name, solver::CG, cone);
            let whole = random_state(&model, 144, SPREAD);
            model.opt.enableflags |= enable::ISLAND;
            let parts = random_state(&model, 144, SPREAD);
            assert!(parts.nisland > 0, "{name}");
            let within = |qacc: &[f64]| {
                let dofs = qacc.iter().zip(&parts.dof_island);
                let dofs = dofs.filter(|(_, island)| **island >= 0);
                dofs.map(|(qacc, _)| *qacc).collect::<Vec<_>>()
            };
            let what = format!("{name}, cone {cone}");
            assert_close(&within(&parts.qacc), &within(&whole.qacc), 1e-6, &what);
        }
    }
}

#[test]
fn forces_are_in_their_cones_and_within_their_bounds() {
    for name in CONSTRAINED {
        for (cone, solver) in CONES.into_iter().flat_map(|c| SOLVERS.map(|s| (c, s))) {
            // Whatever has been reached after a few iterations must be possible too.
            let mut model = patient(name, solver, cone);
            model.opt.iterations = 3;
            let data = random_state(&model, 145, SPREAD);
            let what = format!("{name}, cone {cone}, solver {solver}");
            for i in 0..data.nefc as usize {
                let force = data.efc_force[i];
                match data.efc_type[i] {
                    row::EQUALITY | row::CONTACT_ELLIPTIC => {}
                    row::FRICTION_DOF | row::FRICTION_TENDON => {
                        assert!(force.abs() <= data.efc_frictionloss[i], "{what}, row {i}");
                    }
                    _ => assert!(force >= 0.0, "{what}, row {i}: {force}"),
                }
            }
            for (id, contact) in data.contact.iter().enumerate() {
                let force = data.contact_force(&model, id).unwrap();
                let scaled = (1..contact.dim as usize).map(|k| force[k] / contact.friction[k - 1]);
                let friction = if model.opt.cone == cone::ELLIPTIC {
                    scaled.map(|f| f * f).sum::<f64>().sqrt()
                } else {
                    scaled.map(f64::abs).sum()
                };
                let bound = force[0] * (1.0 + 1e-9) + 1e-12;
                assert!(
                    friction <= bound,
                    "{what}, contact {id}: {friction} above {bound}"
                );
            }
        }
    }
}

/// Complementarity: a limit or a frictionless contact pushes by as much as it is short of its
/// reference acceleration, and not at all beyond it.
#[test]
fn a_one_sided_row_pushes_only_below_its_reference() {
    let [mut pushing, mut free] = [0, 0];
    for name in [
        "constraint/limits_of_joints_and_tendons",
        "bench/stops",
        "constraint/contacts_of_every_dimension",
    ] {
        for solver in SOLVERS {
            let model = patient(name, solver, cone::PYRAMIDAL);
            let data = random_state(&model, 146, SPREAD);
            for (i, row) in jacobian(&model, &data).iter().enumerate() {
                if data.efc_type[i] < row::LIMIT_JOINT {
                    continue;
                }
                let excess = dot(row, &data.qacc) - data.efc_aref[i];
                let expected = -data.efc_D[i] * excess.min(0.0);
                let what = format!("{name}, solver {solver}, row {i}");
                assert_near(data.efc_force[i], expected, 1e-5, &what);
                if excess < 0.0 {
                    pushing += 1
                } else {
                    free += 1
                }
            }
        }
    }
    assert!(pushing > 10 && free > 10, "{pushing} push, {free} are free");
}

/// Started at the last step's acceleration, a solver ends no higher than it starts.
#[test]
fn a_warm_start_is_never_made_worse() {
    for name in CONSTRAINED {
        for (cone, solver) in CONES
            .into_iter()
            .flat_map(|c| [solver::CG, solver::NEWTON].map(|s| (c, s)))
        {
            let mut model = patient(name, solver, cone);
            model.opt.iterations = 1;
            let mut data = random_state(&model, 147, SPREAD);
            for _ in 0..5 {
                data.step(&model).unwrap();
                let warm = data.qacc.clone();
                data.forward(&model).unwrap();
                let [reached, started] = [&data.qacc, &warm].map(|a| cost(&model, &data, a));
                let what = format!("{name}, cone {cone}, solver {solver}");
                assert!(
                    reached <= started * (1.0 + 1e-12),
                    "{what}: {reached} above {started}"
                );
            }
        }
    }
}
