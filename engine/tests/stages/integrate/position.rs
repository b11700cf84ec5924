//! Positions on their manifold.

use crate::support::{Random, TREES, assert_close, assert_near, fixture, random_state};
use plumbline::Model;
use plumbline::internal::codes::joint;

/// Where the quaternions of a model start in `qpos`.
fn quaternions(model: &Model) -> Vec<usize> {
    (0..model.njnt)
        .filter_map(|jnt| match model.jnt_type[jnt] {
            joint::FREE => Some(model.jnt_qposadr[jnt] as usize + 3),
            joint::BALL => Some(model.jnt_qposadr[jnt] as usize),
            _ => None,
        })
        .collect()
}

fn norm(quat: &[f64]) -> f64 {
    quat.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[test]
fn the_velocity_between_two_positions_leads_from_one_to_the_other() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 151, 1.0);
        let velocity = Random(152).vector(model.nv, 1.0);
        let mut moved = data.qpos.clone();
        model.integrate_pos(&mut moved, &velocity, 0.5).unwrap();
        let mut found = vec![f64::NAN; model.nv];
        model
            .differentiate_pos(&mut found, 0.5, &data.qpos, &moved)
            .unwrap();
        assert_close(&found, &velocity, 1e-12, name);
    }
}

#[test]
fn quaternions_stay_unit_over_a_long_run() {
    for name in [
        "dynamics/spinning_body",
        "integrator/chain_rk4",
        "joint/every_type",
        "bench/pile",
    ] {
        let model = fixture(name);
        let mut data = random_state(&model, 153, 0.1);
        for _ in 0..300 {
            data.step(&model).unwrap();
        }
        let starts = quaternions(&model);
        assert!(!starts.is_empty(), "{name}");
        for start in starts {
            assert_near(norm(&data.qpos[start..start + 4]), 1.0, 1e-13, name);
        }
    }
}

#[test]
fn normalizing_makes_quaternions_unit_and_leaves_the_rest() {
    let model = fixture("joint/every_type");
    let mut qpos = Random(154).vector(model.nq, 3.0);
    let given = qpos.clone();
    model.normalize_quat(&mut qpos).unwrap();
    let starts = quaternions(&model);
    for &start in &starts {
        assert_near(norm(&qpos[start..start + 4]), 1.0, 1e-15, "norm");
        let ratio = qpos[start] / given[start];
        for k in 1..4 {
            assert_near(
                qpos[start + k],
                given[start + k] * ratio,
                1e-15,
                "direction",
            );
        }
    }
    for i in (0..model.nq).filter(|i| !starts.iter().any(|start| (*start..start + 4).contains(i))) {
        assert_eq!(qpos[i], given[i]);
    }
}
