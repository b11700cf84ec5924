//! Springs, dampers and gravity compensation.

use crate::support::{assert_close, assert_near, dot, fixture, random_state, slope, unconstrained};
use plumbline::Object;
use plumbline::internal::codes::{disable, enable};
use plumbline::math::Vec3;

/// Models with springs of joints and tendons. Free joints are left out: MuJoCo's potential of their
/// springs is not that of their forces.
const SPRINGS: [&str; 4] = [
    "passive/springs_with_dead_band",
    "integrator/chain_euler",
    "dynamics/every_pair_of_joints_on_one_body",
    "bench/cheetah",
];

#[test]
fn springs_push_down_the_slope_of_their_potential() {
    for name in SPRINGS {
        let mut model = unconstrained(fixture(name));
        model.opt.disableflags |= disable::GRAVITY;
        model.opt.enableflags |= enable::ENERGY;
        let mut pushes = 0;
        for seed in 81..85 {
            let data = random_state(&model, seed, 0.8);
            let slopes =
                (0..model.nv).map(|dof| -slope(&model, &data, dof, |data| vec![data.energy[0]])[0]);
            assert_close(&data.qfrc_spring, &slopes.collect::<Vec<_>>(), 1e-6, name);
            pushes += usize::from(data.qfrc_spring.iter().any(|&force| force != 0.0));
        }
        assert!(pushes > 0, "{name} has no springs");
    }
}

#[test]
fn dampers_take_power_by_the_square_of_speed() {
    for name in [
        "integrator/chain_euler",
        "bench/arm26",
        "bench/stops",
        "joint/dof_properties",
    ] {
        let model = unconstrained(fixture(name));
        let data = random_state(&model, 86, 1.0);
        let joints = (0..model.nv).map(|dof| model.dof_damping[dof] * data.qvel[dof].powi(2));
        let tendons =
            (0..model.ntendon).map(|i| model.tendon_damping[i] * data.ten_velocity[i].powi(2));
        let taken = joints.sum::<f64>() + tendons.sum::<f64>();
        assert!(taken > 0.0, "{name} has no dampers");
        assert_near(dot(&data.qfrc_damper, &data.qvel), -taken, 1e-12, name);
    }
}

#[test]
fn gravity_compensation_lifts_each_body_at_its_centre_of_mass() {
    let model = fixture("passive/gravity_compensation");
    let data = random_state(&model, 87, 1.0);
    let mut expected = vec![0.0; model.nv];
    for body in 1..model.nbody {
        let mut jacp = vec![0.0; 3 * model.nv];
        data.jac_object_into(&model, Object::Body(body), &mut jacp, &mut [])
            .unwrap();
        let lift: Vec3 = model.opt.gravity * (-model.body_mass[body] * model.body_gravcomp[body]);
        for dof in 0..model.nv {
            for k in 0..3 {
                expected[dof] += jacp[k * model.nv + dof] * lift[k];
            }
        }
    }
    assert!(expected.iter().any(|&force| force.abs() > 0.1));
    assert_close(&data.qfrc_gravcomp, &expected, 1e-12, "qfrc_gravcomp");
}
