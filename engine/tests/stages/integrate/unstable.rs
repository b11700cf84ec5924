//! What becomes of a simulation whose numbers are bad.

use crate::support::fixture;
use plumbline::internal::codes::{disable, integrator, warning};
use plumbline::{Data, StepError};

#[test]
fn a_bad_position_starts_the_simulation_again() {
    let model = fixture("unstable/bad_numbers_in_the_state");
    let mut data = Data::new(&model);
    data.qpos[1] = f64::NAN;
    data.time = 3.0;
    data.step(&model).unwrap();
    assert_eq!(data.time, model.opt.timestep);
    let warning = &data.warning[warning::BAD_QPOS];
    assert_eq!((warning.number, warning.lastinfo), (1, 1));
}

#[test]
fn without_reset_a_warning_counts_twice() {
    let mut model = fixture("unstable/bad_numbers_in_the_state");
    model.opt.disableflags |= disable::AUTO_RESET;
    let mut data = Data::new(&model);
    data.qvel[0] = f64::INFINITY;
    data.step(&model).unwrap();
    assert_eq!(data.warning[warning::BAD_QVEL].number, 2);
}

#[test]
fn one_bad_control_makes_all_zero() {
    let model = fixture("unstable/bad_numbers_in_the_state");
    let mut data = Data::new(&model);
    data.ctrl.copy_from_slice(&[1.0, f64::NAN]);
    data.step(&model).unwrap();
    assert_eq!(data.actuator_force, [0.0, 0.0]);
    assert!(data.ctrl[1].is_nan());
    assert_eq!(data.warning[warning::BAD_CTRL].lastinfo, 1);
}

#[test]
fn a_singular_matrix_is_an_error_of_the_implicit_integrator() {
    let mut model = fixture("unstable/bad_numbers_in_the_state");
    model.opt.integrator = integrator::IMPLICIT;
    // Damping that exactly undoes the inertia of the second dof.
    model.dof_damping[1] = -model.body_mass[1] / model.opt.timestep;
    let mut data = Data::new(&model);
    assert_eq!(data.step(&model), Err(StepError::SingularImplicit));
}

#[test]
fn the_integrator_may_change_after_the_data_is_made() {
    let mut model = fixture("integrator/chain_euler");
    let mut data = Data::new(&model);
    for kind in [
        integrator::RK4,
        integrator::IMPLICIT,
        integrator::IMPLICIT_FAST,
    ] {
        model.opt.integrator = kind;
        data.step(&model).unwrap();
    }
}
