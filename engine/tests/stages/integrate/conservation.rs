//! Momentum and energy of what nothing acts on.

use crate::support::{assert_close, largest, random_state};
use crate::velocity::{floating, floating_without_quaternions};
use plumbline::internal::codes::integrator;
use plumbline::{Data, Model};

/// A floating tree with nothing applied to it.
fn adrift(model: &Model) -> Data {
    let mut data = random_state(model, 171, 0.5);
    data.qfrc_applied.fill(0.0);
    data.xfrc_applied.fill([0.0; 6]);
    data.forward(model).unwrap();
    data
}

/// Velocity and angular momentum of the whole, and its energy.
fn invariants(data: &Data) -> Vec<f64> {
    let (linear, angular) = (data.subtree_linvel[1], data.subtree_angmom[1]);
    let energy = data.energy[0] + data.energy[1];
    [linear.as_slice(), angular.as_slice(), &[energy]].concat()
}

/// The largest change of momentum or energy over a tenth of a second.
fn drift(mut model: Model, kind: i32, timestep: f64) -> f64 {
    model.opt.integrator = kind;
    model.opt.timestep = timestep;
    let mut data = adrift(&model);
    let start = invariants(&data);
    for _ in 0..(0.1 / timestep).round() as usize {
        data.step(&model).unwrap();
    }
    data.forward(&model).unwrap();
    let end = invariants(&data);
    let gaps: Vec<f64> = start.iter().zip(end).map(|(a, b)| a - b).collect();
    largest(&gaps)
}

#[test]
fn momentum_and_energy_do_not_change_in_an_instant() {
    let model = floating();
    let data = adrift(&model);
    let rates = |data: &Data| {
        let [ahead, behind] = [1e-5, -1e-5].map(|time| crate::support::later(&model, data, time));
        let pairs = invariants(&ahead).into_iter().zip(invariants(&behind));
        pairs.map(|(a, b)| (a - b) / 2e-5).collect::<Vec<_>>()
    };
    assert!(
        largest(&data.qacc) > 1.0,
        "it would keep them without moving"
    );
    assert_close(&rates(&data), &[0.0; 7], 1e-8, "rates");
}

#[test]
fn runge_kutta_keeps_momentum_and_energy() {
    let found = drift(floating_without_quaternions(), integrator::RK4, 0.001);
    assert!(found < 1e-10, "{found}");
    let found = drift(floating(), integrator::RK4, 0.001);
    assert!(found < 1e-7, "{found}");
}

/// Runge-Kutta averages angular velocities of several moments as if they were in the same axes:
/// with quaternions it is of second order.
#[test]
fn the_drift_falls_with_the_order_of_the_integrator() {
    let with: fn() -> Model = floating;
    let without: fn() -> Model = floating_without_quaternions;
    for (model, kind, ratio) in [
        (with, integrator::EULER, 2.0),
        (with, integrator::IMPLICIT, 2.0),
        (with, integrator::RK4, 4.0),
        (without, integrator::EULER, 2.0),
        (without, integrator::RK4, 16.0),
    ] {
        let found = drift(model(), kind, 0.01) / drift(model(), kind, 0.005);
        let expected = 0.7 * ratio..1.5 * ratio;
        assert!(
            expected.contains(&found),
            "integrator {kind}: {found} instead of {ratio}"
        );
    }
}
