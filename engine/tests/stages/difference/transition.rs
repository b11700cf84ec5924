//! Derivatives of steps.

use super::{EPS, after, hash, in_motion, integrator_of};
use crate::record::lines;
use crate::support::{assert_near, compile, fixture};
use plumbline::{Data, DerivativeError, StepError, TransitionParts};

/// Written by `scripts/record-derivatives.py`.
const RECORDED: &str = include_str!("transition.txt");
const MATRICES: [&str; 4] = ["A", "B", "C", "D"];

#[test]
fn every_matrix_has_the_bits_of_the_reference() {
    let mut different = Vec::new();
    let columns = ["integrator", "how", "A", "B", "C", "D", "after"];
    for line in lines(RECORDED, &columns) {
        let [name, integrator, how, recorded @ ..] = &line[..] else {
            panic!("a record has a fixture, an integrator and a way: {line:?}");
        };
        let mut model = fixture(name);
        model.opt.integrator = integrator_of(integrator);
        let mut data = in_motion(&model);
        let (n, ns, nu) = (2 * model.nv + model.na, model.nsensordata, model.nu);
        let [mut a, mut b, mut c, mut d] =
            [n * n, n * nu, ns * n, ns * nu].map(|size| vec![0.0; size]);
        let parts = TransitionParts {
            a: Some(&mut a),
            b: Some(&mut b),
            c: Some(&mut c),
            d: Some(&mut d),
        };
        let outcome = data.transition_fd_into(&model, EPS, *how == "centered", parts);
        if recorded == ["unstable"] {
            assert_eq!(outcome, Err(DerivativeError::Unstable), "{name}");
            continue;
        }
        if recorded == ["refused"] {
            let memory = DerivativeError::Step(StepError::OutOfMemory(model.narena));
            assert_eq!(outcome, Err(memory), "{name}");
            continue;
        }
        assert_eq!(outcome, Ok(()), "{name}");
        let ours = [&a, &b, &c, &d].map(|matrix| hash(&[matrix]));
        let wrong = MATRICES.iter().zip(&ours).zip(recorded);
        let wrong = wrong.filter(|((_, ours), recorded)| ours != *recorded);
        let wrong: Vec<&str> = wrong.map(|((name, _), _)| *name).collect();
        if !wrong.is_empty() {
            different.push(format!("{name} {integrator} {how}: {}", wrong.join(" ")));
        } else if after(&data) != recorded[4] {
            different.push(format!(
                "{name} {integrator} {how}: what is left afterwards"
            ));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// A motor whose torque is a tenth of its control times its velocity: the implicit integrators'
/// matrix depends on the control.
const GOVERNOR: &str = r#"<mujoco>
  <option integrator="implicitfast"/>
  <worldbody>
    <body>
      <joint name="axle" axis="0 1 0"/>
      <geom size="0.1" pos="0.2 0 0"/>
    </body>
  </worldbody>
  <actuator>
    <general name="governor" joint="axle" gaintype="affine" gainprm="1 0 -0.1"/>
  </actuator>
  <sensor>
    <actuatorfrc actuator="governor"/>
  </sensor>
</mujoco>"#;

/// MuJoCo keeps that matrix for controls and activations, and turns the sign of centered
/// differences of sensors by controls; the corrected derivative does neither.
#[test]
fn the_corrected_derivative_is_the_slope_of_steps() {
    let model = compile(GOVERNOR);
    let mut data = Data::new(&model);
    (data.qvel[0], data.ctrl[0]) = (1.5, 2.0);
    let reference = data.transition_fd(&model, EPS, true).unwrap();
    let corrected = data.transition_fd_corrected(&model, EPS, true).unwrap();
    let [ahead, behind] = [EPS, -EPS].map(|by| {
        let mut data = data.clone();
        data.ctrl[0] += by;
        data.step(&model).unwrap();
        (data.qvel[0], data.sensordata[0])
    });
    let velocity = (ahead.0 - behind.0) / (2.0 * EPS);
    let force = (ahead.1 - behind.1) / (2.0 * EPS);
    assert_near(corrected.b[(1, 0)], velocity, 1e-9, "velocity by control");
    assert_near(corrected.d[(0, 0)], force, 1e-9, "force by control");
    assert_eq!(reference.d[(0, 0)], -corrected.d[(0, 0)]);
    assert!((reference.b[(1, 0)] - velocity).abs() > 1e-4);
    assert_eq!(reference.a, corrected.a);
    assert_eq!(reference.c, corrected.c);
}
