//! Coriolis, centrifugal and gravity forces.

use crate::support::{
    TREES, assert_close, assert_near, dot, fixture, inertial_load, random_state, rate, slope,
    unconstrained,
};
use plumbline::internal::codes::{disable, enable};
use plumbline::{Data, Model};

/// Potential energy of gravity alone.
fn falling(name: &str) -> Model {
    let mut model = unconstrained(fixture(name));
    model.opt.disableflags |= disable::PASSIVE;
    model.opt.enableflags |= enable::ENERGY;
    model.opt.gravity = plumbline::math::Vec3::new(1.0, 2.0, -9.81);
    model
}

#[test]
fn at_rest_the_bias_is_the_slope_of_the_potential_of_gravity() {
    for name in TREES {
        let model = falling(name);
        let mut data = random_state(&model, 61, 1.0);
        data.qvel.fill(0.0);
        data.forward(&model).unwrap();
        let slopes =
            (0..model.nv).map(|dof| slope(&model, &data, dof, |data| vec![data.energy[0]])[0]);
        assert_close(&data.qfrc_bias, &slopes.collect::<Vec<_>>(), 1e-6, name);
    }
}

/// From the balance of energy: `v' c = v' (dM/dt) v / 2`.
#[test]
fn coriolis_forces_do_the_work_that_the_change_of_inertia_takes() {
    for name in TREES {
        let model = falling(name);
        let mut data = random_state(&model, 62, 1.0);
        let moving = dot(&data.qfrc_bias, &data.qvel);
        let qvel = data.qvel.clone();
        data.qvel.fill(0.0);
        data.forward(&model).unwrap();
        let coriolis = moving - dot(&data.qfrc_bias, &qvel);
        data.qvel.clone_from(&qvel);
        let energy = |data: &Data| {
            let mut momentum = vec![0.0; model.nv];
            data.mul_m_into(&model, &mut momentum, &qvel).unwrap();
            vec![0.5 * dot(&momentum, &qvel)]
        };
        assert_near(coriolis, rate(&model, &data, energy)[0], 1e-6, name);
    }
}

/// D'Alembert: with no acceleration of the joints, what each body's motion takes, seen by the
/// joints.
#[test]
fn the_bias_is_what_the_motion_of_all_bodies_takes() {
    for name in TREES {
        let model = falling(name);
        let mut data = random_state(&model, 63, 1.0);
        data.xfrc_applied.fill([0.0; 6]);
        data.qacc.fill(0.0);
        data.rne_post_constraint(&model).unwrap();
        let mut expected = vec![0.0; model.nv];
        for body in 1..model.nbody {
            let (push, spin) = inertial_load(&model, &data, body);
            let point = &data.xipos[body];
            data.apply_ft(&model, &push, &spin, point, body, &mut expected)
                .unwrap();
        }
        assert_close(&data.qfrc_bias, &expected, 1e-10, name);
    }
}
