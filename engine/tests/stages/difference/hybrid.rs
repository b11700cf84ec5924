//! Derivatives of steps by formulas.

use super::{EPS, in_motion};
use crate::support::{compile, fixture, unconstrained};
use plumbline::internal::codes::{disable, integrator};
use plumbline::{DerivativeConfig, DerivativeInput, Model, max_relative_error};

/// A chain with dampers of joints and tendons, motors, servos, filters, integrators and limits.
const ARM: &str = r#"<mujoco>
  <worldbody>
    <body>
      <joint name="ball" type="ball" damping="0.3"/>
      <geom type="capsule" size="0.05 0.2" pos="0.2 0 0"/>
      <body pos="0.4 0 0">
        <joint name="elbow" axis="0 1 0.3" damping="0.2" armature="0.1"/>
        <geom type="capsule" size="0.04 0.2" pos="0.2 0.1 0"/>
        <site name="hand" pos="0.4 0 0"/>
      </body>
      <body pos="0 0.4 0">
        <joint name="slide" type="slide" axis="1 0 1" actuatorfrcrange="-0.1 0.1"/>
        <geom size="0.1"/>
      </body>
    </body>
    <body pos="0 0 1">
      <freejoint name="free"/>
      <geom type="box" size="0.1 0.2 0.3"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="both" damping="0.7">
      <joint joint="elbow" coef="1"/>
      <joint joint="slide" coef="-2"/>
    </fixed>
  </tendon>
  <actuator>
    <motor joint="elbow" gear="3"/>
    <position tendon="both" kp="2" kv="0.5"/>
    <velocity joint="elbow" kv="0.4" ctrlrange="-0.1 0.1"/>
    <motor joint="slide" gear="5"/>
    <general joint="elbow" dyntype="filter" dynprm="0.05" gainprm="2"/>
    <general joint="elbow" dyntype="filterexact" dynprm="0.05" gainprm="2" actearly="true"/>
    <intvelocity joint="elbow" kp="3" actrange="-1 1"/>
    <general joint="elbow" gaintype="affine" gainprm="1 0.2 -0.3" forcerange="-9 9"/>
    <general site="hand" gear="0 0 1 0 0 0" biastype="affine" biasprm="0.1 0 -0.2"/>
  </actuator>
</mujoco>"#;

#[test]
fn formulas_agree_with_centered_differences() {
    let mut models: Vec<(String, Model)> = vec![("arm".into(), compile(ARM))];
    for name in [
        "bench/chain_10",
        "bench/arm26",
        "bench/humanoid",
        "joint/every_type",
    ] {
        models.push((name.into(), unconstrained(fixture(name))));
    }
    for (name, model) in &mut models {
        for kind in [integrator::EULER, integrator::IMPLICIT_FAST] {
            for damped in [true, false] {
                model.opt.integrator = kind;
                model.opt.disableflags &= !disable::EULER_DAMP;
                if !damped {
                    model.opt.disableflags |= disable::EULER_DAMP;
                }
                let mut data = in_motion(model);
                // A short distance makes rounding count, a long one curvature: one of the two is good.
                let errors = [EPS, 10.0 * EPS].map(|eps| data.hybrid_error(model, eps).unwrap());
                let error = errors[0].min(errors[1]);
                assert!(error < 1e-8, "{name} {kind} {damped}: {error}");
            }
        }
    }
}

#[test]
fn the_result_says_which_columns_are_differences() {
    use DerivativeInput::{Activation, Control, Position, Velocity};
    let mut model = compile(ARM);
    let of_kind = |model: &Model, kind: fn(&DerivativeInput) -> bool| {
        let hybrid = in_motion(model).transition_hybrid(model, EPS).unwrap();
        hybrid
            .by_differences
            .iter()
            .filter(|input| kind(input))
            .count()
    };
    assert_eq!(
        of_kind(&model, |input| matches!(input, Position(_))),
        model.nv
    );
    assert_eq!(of_kind(&model, |input| matches!(input, Velocity(_))), 0);
    assert_eq!(of_kind(&model, |input| matches!(input, Activation(_))), 0);
    // Controls of actuators with dynamics.
    assert_eq!(of_kind(&model, |input| matches!(input, Control(4..=6))), 3);
    assert_eq!(of_kind(&model, |input| matches!(input, Control(_))), 3);
    // The matrix of implicitfast depends on the control of a gain by velocity.
    model.opt.integrator = integrator::IMPLICIT_FAST;
    assert_eq!(of_kind(&model, |input| matches!(input, Control(_))), 4);
    // The full implicit method has no formula, and neither has a fluid.
    let all = 2 * model.nv + model.na + model.nu;
    model.opt.integrator = integrator::IMPLICIT;
    assert_eq!(of_kind(&model, |_| true), all);
    model.opt.integrator = integrator::EULER;
    model.opt.density = 1.0;
    assert_eq!(
        of_kind(&model, |input| matches!(input, Velocity(_))),
        model.nv
    );

    let walker = fixture("bench/humanoid");
    let mut data = in_motion(&walker);
    while data.nefc == 0 {
        data.step(&walker).unwrap();
    }
    let hybrid = data.transition_hybrid(&walker, EPS).unwrap();
    assert_eq!(
        hybrid.by_differences.len(),
        2 * walker.nv + walker.na + walker.nu
    );
}

#[test]
fn the_config_chooses_between_formulas_and_differences() {
    let model = compile(ARM);
    let mut data = in_motion(&model);
    let mut config = DerivativeConfig::default();
    let (a, _) = data.transition(&model, &config).unwrap();
    assert_eq!(a, data.transition_hybrid(&model, EPS).unwrap().a);
    config.analytical = false;
    let (a, b) = data.transition(&model, &config).unwrap();
    let differences = data.transition_fd(&model, EPS, true).unwrap();
    assert_eq!((&a, &b), (&differences.a, &differences.b));
    assert_eq!(max_relative_error(&a, &differences.a, 1.0), 0.0);
    let error = data.difference_error(&model, EPS).unwrap();
    assert!(error > 0.0 && error < 1e-7, "{error}");
}
