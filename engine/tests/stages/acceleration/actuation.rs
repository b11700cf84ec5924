//! Forces and activations of actuators.

use crate::support::{assert_close, assert_near, dot, fixture, random_state};
use plumbline::internal::codes::{bias, dynamics, gain};
use plumbline::{Data, Model};

const ACTUATED: [&str; 7] = [
    "actuator/every_shortcut_on_every_transmission",
    "actuator/groups_and_limits",
    "bench/arm26",
    "bench/cheetah",
    "dynamics/every_dynamics_on_every_joint",
    "dynamics/every_dynamics_on_tendons_sites_and_cranks",
    "dynamics/every_dynamics_with_sparse_jacobians",
];

/// A control within its range, if it has one.
fn control(model: &Model, data: &Data, i: usize) -> f64 {
    if model.actuator_ctrllimited[i] == 0 {
        return data.ctrl[i];
    }
    let [low, high] = model.actuator_ctrlrange[i];
    data.ctrl[i].clamp(low, high)
}

#[test]
fn joint_forces_are_moments_times_forces() {
    for name in ACTUATED {
        let model = fixture(name);
        let data = random_state(&model, 131, 0.5);
        assert!(model.jnt_actfrclimited.iter().all(|&limited| limited == 0));
        let mut expected = vec![0.0; model.nv];
        for i in 0..model.nu {
            let moment = crate::position::moment(&model, &data, i);
            for (sum, moment) in expected.iter_mut().zip(moment) {
                *sum += moment * data.actuator_force[i];
            }
        }
        assert_close(&data.qfrc_actuator, &expected, 1e-12, name);
        let power = dot(&data.actuator_force, &data.actuator_velocity);
        assert_near(dot(&data.qfrc_actuator, &data.qvel), power, 1e-11, name);
    }
}

/// `gain(length, velocity) * input + bias(length, velocity)`, within the force range.
#[test]
fn an_affine_actuator_is_its_gain_times_its_input_and_its_bias() {
    let mut seen = 0;
    for name in ACTUATED {
        let model = fixture(name);
        let data = random_state(&model, 132, 0.5);
        for i in 0..model.nu {
            let affine = |p: &[f64]| {
                p[0] + p[1] * data.actuator_length[i] + p[2] * data.actuator_velocity[i]
            };
            let gain = match model.actuator_gaintype[i] {
                gain::FIXED => model.actuator_gainprm[i][0],
                gain::AFFINE => affine(&model.actuator_gainprm[i]),
                _ => continue,
            };
            let bias = match model.actuator_biastype[i] {
                bias::NONE => 0.0,
                bias::AFFINE => affine(&model.actuator_biasprm[i]),
                _ => continue,
            };
            // Early activation is the input of the next step.
            if model.actuator_actearly[i] != 0 || model.actuator_actnum[i] > 1 {
                continue;
            }
            let input = match usize::try_from(model.actuator_actadr[i]) {
                Ok(adr) => data.act[adr],
                Err(_) => control(&model, &data, i),
            };
            let mut force = gain * input + bias;
            if model.actuator_forcelimited[i] != 0 {
                let [low, high] = model.actuator_forcerange[i];
                force = force.clamp(low, high);
            }
            if model.opt.disableactuator & (1 << model.actuator_group[i]) != 0 {
                force = 0.0;
            }
            let what = format!("{name}, actuator {i}");
            assert_near(data.actuator_force[i], force, 1e-13, &what);
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen} affine actuators");
}

#[test]
fn an_integrator_follows_its_control_and_a_filter_approaches_it() {
    let mut seen = [0; 2];
    for name in ACTUATED {
        let model = fixture(name);
        let data = random_state(&model, 133, 0.5);
        for i in 0..model.nu {
            let Ok(adr) = usize::try_from(model.actuator_actadr[i]) else {
                continue;
            };
            let ctrl = control(&model, &data, i);
            let expected = match model.actuator_dyntype[i] {
                dynamics::INTEGRATOR => ctrl,
                dynamics::FILTER | dynamics::FILTER_EXACT => {
                    (ctrl - data.act[adr]) / model.actuator_dynprm[i][0].max(1e-15)
                }
                _ => continue,
            };
            seen[usize::from(model.actuator_dyntype[i] != dynamics::INTEGRATOR)] += 1;
            assert_near(
                data.act_dot[adr],
                expected,
                1e-13,
                &format!("{name}, actuator {i}"),
            );
        }
    }
    assert!(seen.iter().all(|&n| n > 5), "{seen:?}");
}
