//! What derivatives are refused for: the data is left as it was.

use super::{EPS, in_motion};
use crate::support::{compile, fixture};
use plumbline::internal::codes::integrator;
use plumbline::{Data, DerivativeError, InverseParts, Model, StepError, TransitionParts};

/// All numbers of a data, to tell whether anything changed.
fn everything(model: &Model, data: &Data) -> Vec<(String, String)> {
    let fields = data.fields(model);
    fields
        .map(|field| (field.info.name.to_string(), format!("{:?}", field.values)))
        .collect()
}

/// Expects a refusal that changes nothing, of steps and of inverse dynamics.
#[track_caller]
fn assert_refused(
    model: &Model,
    data: &mut Data,
    eps: f64,
    expected: [Option<DerivativeError>; 2],
) {
    let before = everything(model, data);
    let [of_steps, of_inverse] = expected;
    if let Some(expected) = of_steps {
        let error = data.transition_fd(model, eps, true).unwrap_err();
        assert_eq!(error.to_string(), expected.to_string());
        assert_eq!(everything(model, data), before, "{error}");
    }
    if let Some(expected) = of_inverse {
        let error = data.inverse_fd(model, eps, true).unwrap_err();
        assert_eq!(error.to_string(), expected.to_string());
        assert_eq!(everything(model, data), before, "{error}");
    }
}

#[test]
fn runge_kutta_noslip_no_dofs_and_bad_distances_are_refused() {
    let mut model = fixture("bench/chain_3");
    let mut data = in_motion(&model);
    for eps in [0.0, -0.0, f64::NAN, f64::INFINITY] {
        let bad = Some(DerivativeError::BadEps(eps));
        assert_refused(&model, &mut data, eps, [bad, bad]);
    }
    model.opt.noslip_iterations = 3;
    let refused = Some(DerivativeError::NoSlip);
    assert_refused(&model, &mut data, EPS, [None, refused]);
    model.opt.integrator = integrator::RK4;
    let refused = Some(DerivativeError::RungeKutta);
    assert_refused(&model, &mut data, EPS, [refused, refused]);

    let still = compile("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
    let refused = Some(DerivativeError::NoDofs);
    assert_refused(&still, &mut Data::new(&still), EPS, [refused, refused]);
}

#[test]
fn states_with_bad_numbers_are_refused() {
    let model = fixture("integrator/muscles_euler");
    type Field = fn(&mut Data) -> &mut Vec<f64>;
    let fields: [(&'static str, Field); 3] = [
        ("qpos", |data| &mut data.qpos),
        ("qvel", |data| &mut data.qvel),
        ("act", |data| &mut data.act),
    ];
    for (field, get) in fields {
        for value in [f64::NAN, f64::NEG_INFINITY] {
            let mut data = in_motion(&model);
            get(&mut data)[1] = value;
            let bad = DerivativeError::BadState {
                field,
                index: 1,
                value,
            };
            assert_refused(&model, &mut data, EPS, [Some(bad), Some(bad)]);
        }
    }
    let mut data = in_motion(&model);
    data.qvel[0] = 1e11;
    let huge = DerivativeError::BadState {
        field: "qvel",
        index: 0,
        value: 1e11,
    };
    assert_refused(&model, &mut data, EPS, [Some(huge), None]);
}

#[test]
fn slices_of_other_sizes_are_refused() {
    let model = fixture("bench/chain_3");
    let mut data = in_motion(&model);
    let before = everything(&model, &data);
    let mut short = vec![0.0; 5];
    let parts = TransitionParts {
        b: Some(&mut short),
        ..TransitionParts::default()
    };
    let error = data.transition_fd_into(&model, EPS, false, parts);
    let expected = DerivativeError::WrongSize {
        matrix: "B",
        expected: 2 * model.nv * model.nu,
        found: 5,
    };
    assert_eq!(error, Err(expected));
    let parts = InverseParts {
        mass_by_position: Some(&mut short),
        ..InverseParts::default()
    };
    let error = data.inverse_fd_into(&model, EPS, false, parts);
    let expected = DerivativeError::WrongSize {
        matrix: "DmDq",
        expected: model.nv * model.nM,
        found: 5,
    };
    assert_eq!(error, Err(expected));
    assert_eq!(everything(&model, &data), before);
}

/// MuJoCo would reset the data at the nudge that goes beyond its bound, and go on with applied
/// forces lost.
#[test]
fn a_step_that_becomes_unstable_is_an_error_and_keeps_the_state() {
    let model = fixture("bench/chain_3");
    let mut data = in_motion(&model);
    data.qfrc_applied[1] = 1.0;
    data.qvel[1] = 1e10 - 1e-3;
    let (qpos, qvel, applied) = (
        data.qpos.clone(),
        data.qvel.clone(),
        data.qfrc_applied.clone(),
    );
    let warmstart = data.qacc_warmstart.clone();
    let error = data.transition_fd(&model, 1.0, false).unwrap_err();
    assert_eq!(error, DerivativeError::Unstable);
    assert_eq!((data.qpos, data.qvel), (qpos, qvel));
    assert_eq!(
        (data.qfrc_applied, data.qacc_warmstart),
        (applied, warmstart)
    );
}

#[test]
fn what_does_not_fit_on_the_stack_is_refused_before_anything_is_done() {
    let mut model = fixture("bench/chain_10");
    model.narena = 8 * (4 * model.nv * model.nv);
    let mut data = Data::new(&model);
    let memory = DerivativeError::Step(StepError::OutOfMemory(model.narena));
    assert_refused(&model, &mut data, EPS, [Some(memory), None]);
}

#[test]
fn matrices_that_are_not_asked_for_are_not_needed() {
    let model = fixture("sensor/every_kind");
    let (n, ns, nu) = (2 * model.nv + model.na, model.nsensordata, model.nu);
    let whole = in_motion(&model).transition_fd(&model, EPS, true).unwrap();
    let sizes = [n * n, n * nu, ns * n, ns * nu];
    for which in 0..4 {
        let mut slices = sizes.map(|size| vec![0.0; size]);
        let mut parts = TransitionParts::default();
        let [a, b, c, d] = &mut slices;
        match which {
            0 => parts.a = Some(a),
            1 => parts.b = Some(b),
            2 => parts.c = Some(c),
            _ => parts.d = Some(d),
        }
        let mut data = in_motion(&model);
        data.transition_fd_into(&model, EPS, true, parts).unwrap();
        let expected = [&whole.a, &whole.b, &whole.c, &whole.d][which].transpose();
        assert_eq!(slices[which], expected.as_slice(), "{which}");
    }
}

#[test]
fn calling_again_allocates_nothing() {
    for name in [
        "integrator/swimmer_implicit",
        "bench/humanoid",
        "sensor/every_kind",
    ] {
        let model = fixture(name);
        let mut data = in_motion(&model);
        let (n, ns, nu) = (2 * model.nv + model.na, model.nsensordata, model.nu);
        let sizes = [n * n, n * nu, ns * n, ns * nu];
        let [mut a, mut b, mut c, mut d] = sizes.map(|size| vec![0.0; size]);
        let mut force = vec![0.0; model.nv * model.nv];
        let mut run = || {
            let parts = TransitionParts {
                a: Some(&mut a),
                b: Some(&mut b),
                c: Some(&mut c),
                d: Some(&mut d),
            };
            data.transition_fd_into(&model, EPS, true, parts).unwrap();
            let parts = InverseParts {
                force_by_position: Some(&mut force),
                ..InverseParts::default()
            };
            data.inverse_fd_into(&model, EPS, true, parts).unwrap();
        };
        run();
        let counted = allocation_counter::measure(run);
        assert_eq!(counted.count_total, 0, "{name}");
    }
}
