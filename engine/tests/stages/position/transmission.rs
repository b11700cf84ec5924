//! Lengths of actuators and their moments.

use crate::support::{
    assert_close, assert_near, dense_row, dot, fixture, random_state, rate, slope,
};
use plumbline::internal::codes::{joint, transmission};
use plumbline::{Data, Model, Object};

const ACTUATED: [&str; 15] = [
    "actuator/every_shortcut_on_every_transmission",
    "bench/arm26",
    "bench/humanoid",
    "bench/slider_crank",
    "dynamics/every_dynamics_on_every_joint",
    "dynamics/every_dynamics_on_tendons_sites_and_cranks",
    "dynamics/every_dynamics_with_sparse_jacobians",
    "transmission/joint_in_parent_on_ball",
    "transmission/joint_in_parent_on_free",
    "transmission/joint_in_parent_on_hinge",
    "transmission/joint_in_parent_on_slide",
    "transmission/site_with_reference",
    "transmission/site_wrench",
    "transmission/slider_crank_moving_slider",
    "transmission/slider_crank_offset",
];

/// The moment of an actuator over all dofs.
pub(crate) fn moment(model: &Model, data: &Data, actuator: usize) -> Vec<f64> {
    let start = data.moment_rowadr[actuator] as usize;
    let row = start..start + data.moment_rownnz[actuator] as usize;
    dense_row(
        &data.actuator_moment[row.clone()],
        &data.moment_colind[row],
        model.nv,
    )
}

/// Whether an actuator's length is a function of positions whose slope its moment is. The rotation
/// of a ball is measured by a rotation vector, whose rate is not the angular velocity, and a
/// reference site's own turning is left out.
fn has_exact_length(model: &Model, actuator: usize) -> bool {
    let [target, reference] = model.actuator_trnid[actuator];
    match model.actuator_trntype[actuator] {
        transmission::SLIDER_CRANK | transmission::TENDON => true,
        transmission::JOINT | transmission::JOINT_IN_PARENT => {
            matches!(model.jnt_type[target as usize], joint::SLIDE | joint::HINGE)
        }
        transmission::SITE => {
            let translates = model.actuator_gear[actuator][3..] == [0.0; 3];
            reference >= 0 && translates && model.site_bodyid[reference as usize] == 0
        }
        _ => false,
    }
}

#[test]
fn moments_are_slopes_of_lengths() {
    let mut kinds = [0; 6];
    for name in ACTUATED {
        let model = fixture(name);
        let exact: Vec<usize> = (0..model.nu)
            .filter(|&i| has_exact_length(&model, i))
            .collect();
        let pick = |values: &[f64]| exact.iter().map(|&i| values[i]).collect::<Vec<_>>();
        for seed in 31..34 {
            let data = random_state(&model, seed, 0.3);
            for dof in 0..model.nv {
                let expected = slope(&model, &data, dof, |data| pick(&data.actuator_length));
                let ours = exact.iter().map(|&i| moment(&model, &data, i)[dof]);
                let what = format!("{name}, actuators {exact:?}, dof {dof}");
                assert_close(&ours.collect::<Vec<_>>(), &expected, 1e-6, &what);
            }
            let expected = rate(&model, &data, |data| pick(&data.actuator_length));
            assert_close(&pick(&data.actuator_velocity), &expected, 1e-6, name);
        }
        for &i in &exact {
            kinds[model.actuator_trntype[i] as usize] += 1;
        }
    }
    assert!(kinds[..5].iter().all(|&n| n > 0), "{kinds:?}");
}

#[test]
fn velocities_are_moments_times_velocities_of_dofs() {
    for name in ACTUATED {
        let model = fixture(name);
        let data = random_state(&model, 34, 1.0);
        for i in 0..model.nu {
            let expected = dot(&moment(&model, &data, i), &data.qvel);
            let what = format!("{name}, actuator {i}");
            assert_near(data.actuator_velocity[i], expected, 1e-12, &what);
        }
    }
}

#[test]
fn a_wrench_at_a_site_moves_with_the_site() {
    let mut seen = 0;
    for name in ACTUATED {
        let model = fixture(name);
        let data = random_state(&model, 35, 1.0);
        for i in 0..model.nu {
            let [site, reference] = model.actuator_trnid[i];
            if model.actuator_trntype[i] != transmission::SITE || reference >= 0 {
                continue;
            }
            let velocity = data.object_velocity(&model, Object::Site(site as usize), true);
            // The gear has translation first, a spatial velocity rotation.
            let gear = &model.actuator_gear[i];
            let expected = dot(&gear[..3], &velocity[3..]) + dot(&gear[3..], &velocity[..3]);
            let what = format!("{name}, actuator {i}");
            assert_near(data.actuator_velocity[i], expected, 1e-12, &what);
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen} actuators on sites");
}

#[test]
fn a_torque_given_in_the_parent_is_the_same_torque_in_the_child() {
    let model = fixture("transmission/joint_in_parent_on_ball");
    let data = random_state(&model, 36, 1.0);
    for i in 0..model.nu {
        let joint = model.actuator_trnid[i][0] as usize;
        if model.actuator_trntype[i] != transmission::JOINT_IN_PARENT
            || model.jnt_type[joint] != joint::BALL
        {
            continue;
        }
        let body = model.jnt_bodyid[joint] as usize;
        let parent = model.body_parentid[body] as usize;
        let dof = model.jnt_dofadr[joint] as usize;
        let torque =
            plumbline::math::Vec3::from_column_slice(&moment(&model, &data, i)[dof..dof + 3]);
        // Both bodies' axes meet in the world; the body may be turned in its parent to begin with.
        let world = data.xmat[body].mul_vec(&torque);
        let gear = plumbline::math::Vec3::from_column_slice(&model.actuator_gear[i][..3]);
        let fixed = model.body_quat[body].rotate(&gear);
        let expected = data.xmat[parent].mul_vec(&fixed);
        assert_close(
            world.as_slice(),
            expected.as_slice(),
            1e-12,
            &format!("actuator {i}"),
        );
    }
}
