//! Inverse dynamics undoes forward dynamics.

use crate::support::{TREES, assert_close, fixture, random_state, unconstrained};
use plumbline::internal::codes::{cone, disable, enable, integrator, solver};
use plumbline::math::Vec3;
use plumbline::{Data, Model};

/// What acts on the joints from outside: applied forces, those on bodies, and actuators.
fn applied(model: &Model, data: &Data) -> Vec<f64> {
    let both = data.qfrc_applied.iter().zip(&data.qfrc_actuator);
    let mut qfrc: Vec<f64> = both.map(|(a, b)| a + b).collect();
    for body in 1..model.nbody {
        let [force, torque] =
            [0, 3].map(|k| Vec3::from_column_slice(&data.xfrc_applied[body][k..k + 3]));
        data.apply_ft(model, &force, &torque, &data.xipos[body], body, &mut qfrc)
            .unwrap();
    }
    qfrc
}

#[test]
fn without_constraints_it_finds_the_applied_forces() {
    for name in TREES {
        let model = unconstrained(fixture(name));
        let mut data = random_state(&model, 91, 1.0);
        data.inverse(&model).unwrap();
        let expected = applied(&model, &data);
        assert_close(&data.qfrc_inverse, &expected, 1e-9, name);
    }
}

#[test]
fn with_constraints_it_finds_the_applied_forces_where_the_solver_converged() {
    for name in [
        "constraint/bodies_connected_and_welded",
        "constraint/contacts_of_every_dimension",
        "constraint/friction_loss",
        "constraint/joints_and_tendons_coupled",
        "constraint/limits_of_joints_and_tendons",
        "constraint/sites_connected_and_welded",
        "bench/boxes_on_plane",
        "bench/linkages",
    ] {
        for cone in [cone::PYRAMIDAL, cone::ELLIPTIC] {
            let mut model = fixture(name);
            model.opt.cone = cone;
            model.opt.solver = solver::NEWTON;
            model.opt.iterations = 200;
            model.opt.tolerance = 0.0;
            model.opt.ls_iterations = 100;
            model.opt.ls_tolerance = 1e-6;
            let mut data = random_state(&model, 92, 0.02);
            assert!(data.nefc > 0, "{name} has no rows");
            let force = data.efc_force.clone();
            let expected = applied(&model, &data);
            data.inverse(&model).unwrap();
            let what = format!("{name}, cone {cone}");
            assert_close(&data.qfrc_inverse, &expected, 1e-6, &what);
            assert_close(&data.efc_force, &force, 1e-6, &what);
        }
    }
}

/// With `invdiscrete`, `qacc` is the change of velocity over a step, whatever the integrator does.
#[test]
fn from_the_change_of_velocity_over_a_step_it_finds_the_applied_forces() {
    for name in [
        "integrator/chain_euler",
        "integrator/swimmer_euler",
        "integrator/muscles_euler",
    ] {
        for kind in [
            integrator::EULER,
            integrator::IMPLICIT,
            integrator::IMPLICIT_FAST,
        ] {
            let mut model = unconstrained(fixture(name));
            model.opt.integrator = kind;
            model.opt.enableflags |= enable::INVDISCRETE;
            model.opt.disableflags &= !disable::EULER_DAMP;
            let mut data = random_state(&model, 93, 0.5);
            let expected = applied(&model, &data);
            let (qpos, qvel, act) = (data.qpos.clone(), data.qvel.clone(), data.act.clone());
            data.step(&model).unwrap();
            for dof in 0..model.nv {
                data.qacc[dof] = (data.qvel[dof] - qvel[dof]) / model.opt.timestep;
            }
            (data.qpos, data.qvel, data.act) = (qpos, qvel, act);
            data.inverse(&model).unwrap();
            assert_close(
                &data.qfrc_inverse,
                &expected,
                1e-9,
                &format!("{name}, integrator {kind}"),
            );
        }
    }
}
