//! Accelerations without constraints.

use crate::support::{TREES, assert_close, fixture, random_state};
use plumbline::math::Vec3;

#[test]
fn smooth_forces_are_the_sum_of_all_but_constraints() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 121, 1.0);
        let mut expected: Vec<f64> = (0..model.nv)
            .map(|dof| {
                data.qfrc_passive[dof] - data.qfrc_bias[dof]
                    + data.qfrc_applied[dof]
                    + data.qfrc_actuator[dof]
            })
            .collect();
        for body in 1..model.nbody {
            let force = &data.xfrc_applied[body];
            let [force, torque] = [0, 3].map(|k| Vec3::from_column_slice(&force[k..k + 3]));
            data.apply_ft(
                &model,
                &force,
                &torque,
                &data.xipos[body],
                body,
                &mut expected,
            )
            .unwrap();
        }
        assert_close(&data.qfrc_smooth, &expected, 1e-12, name);
    }
}

#[test]
fn inertia_times_smooth_acceleration_is_the_smooth_force() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 122, 1.0);
        let mut force = vec![0.0; model.nv];
        data.mul_m_into(&model, &mut force, &data.qacc_smooth)
            .unwrap();
        assert_close(&force, &data.qfrc_smooth, 1e-9, name);
    }
}
