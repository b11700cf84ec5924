//! Derivatives of steps by formulas.

use super::{EPS, in_motion};
use crate::support::{compile, fixture, unconstrained};
use nalgebra::DMatrix;
use plumbline::internal::codes::{disable, integrator};
use plumbline::{
    Data, DerivativeConfig, DerivativeInput, HybridTransition, Model, max_relative_error,
};

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

/// Derivatives of a step that are right beyond what a formula is held to, and how far they may be
/// off.
///
/// A centered difference over `h` is `D(h) = D + c2 h^2 + c4 h^4 + ...`, and rounding adds about
/// `1e-16 / h`. Two extrapolations of three distances (Richardson, 1911) take out the first two
/// terms, so that the distance can be long enough for rounding not to count. What the second
/// extrapolation changes is what the first was wrong by, and more than the second is.
struct Extrapolated {
    /// Once extrapolated.
    once: [DMatrix<f64>; 2],
    a: DMatrix<f64>,
    b: DMatrix<f64>,
}

impl Extrapolated {
    fn new(model: &Model, data: &mut Data) -> Extrapolated {
        const DISTANCE: f64 = 1e-4;
        let [one, two, four] = [1.0, 2.0, 4.0].map(|times| {
            let step = data.transition_fd_corrected(model, times * DISTANCE, true);
            let step = step.unwrap();
            [step.a, step.b]
        });
        let fourth = |near: &DMatrix<f64>, far: &DMatrix<f64>| (near * 4.0 - far) / 3.0;
        let sixth = |near: &DMatrix<f64>, far: &DMatrix<f64>| (near * 16.0 - far) / 15.0;
        let once = [0, 1].map(|i| fourth(&one[i], &two[i]));
        let [a, b] = [0, 1].map(|i| sixth(&once[i], &fourth(&two[i], &four[i])));
        Extrapolated { once, a, b }
    }

    /// How far the analytical columns may be off here: by what the second extrapolation changes.
    fn uncertain(&self, model: &Model, hybrid: &HybridTransition) -> f64 {
        let mut once = hybrid.clone();
        [once.a, once.b] = self.once.clone();
        self.error(model, &once).0
    }

    /// The largest error of an analytical column, relative where elements are larger than 1; how
    /// many columns there are.
    fn error(&self, model: &Model, hybrid: &HybridTransition) -> (f64, usize) {
        let (nv, na) = (model.nv, model.na);
        let of_state = |at: usize| match at {
            _ if at < nv => DerivativeInput::Position(at),
            _ if at < 2 * nv => DerivativeInput::Velocity(at - nv),
            _ => DerivativeInput::Activation(at - 2 * nv),
        };
        let analytical = |input| !hybrid.by_differences.contains(&input);
        let pair = |ours: &DMatrix<f64>, truth: &DMatrix<f64>, at: usize| {
            let column = |matrix: &DMatrix<f64>| matrix.columns(at, 1).into_owned();
            max_relative_error(&column(ours), &column(truth), 1.0)
        };
        let by_state = (0..2 * nv + na).filter(|&at| analytical(of_state(at)));
        let by_state = by_state.map(|at| pair(&hybrid.a, &self.a, at));
        let by_control = (0..model.nu).filter(|&at| analytical(DerivativeInput::Control(at)));
        let by_control = by_control.map(|at| pair(&hybrid.b, &self.b, at));
        let errors: Vec<f64> = by_state.chain(by_control).collect();
        let largest = errors.iter().fold(
            0.0,
            |most: f64, &error| {
                if error <= most { most } else { error }
            },
        );
        (largest, errors.len())
    }
}

/// What a formula may be off by, and what the derivatives that it is held to may be.
const BOUND: f64 = 1e-8;
const CERTAIN: f64 = 1e-9;

#[test]
fn formulas_are_right_to_eight_digits() {
    let mut models: Vec<(String, Model)> = vec![("arm".into(), compile(ARM))];
    for name in [
        "bench/chain_10",
        "bench/walker",
        "bench/cheetah",
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
                let truth = Extrapolated::new(model, &mut data);
                let about = format!("{name} {kind} {damped}");
                let hybrid = data.transition_hybrid(model, EPS).unwrap();
                let uncertain = truth.uncertain(model, &hybrid);
                assert!(uncertain < CERTAIN, "{about}: certain to {uncertain} only");
                let (error, columns) = truth.error(model, &hybrid);
                assert!(columns >= model.nv.min(1), "{about}: nothing is analytical");
                assert!(error < BOUND, "{about}: {error}");
            }
        }
    }
}

/// The check above would see an error of ten times its bound in any element of one column.
#[test]
fn a_formula_that_is_off_by_little_more_than_the_bound_is_found() {
    let model = compile(ARM);
    let mut data = in_motion(&model);
    let truth = Extrapolated::new(&model, &mut data);
    let right = data.transition_hybrid(&model, EPS).unwrap();
    for row in 0..2 * model.nv + model.na {
        let mut wrong = right.clone();
        wrong.a[(row, model.nv)] += 10.0 * BOUND;
        assert!(truth.error(&model, &wrong).0 > BOUND, "{row}");
    }
    let mut wrong = right.clone();
    wrong.b *= 1.0 + 1e-6;
    assert!(truth.error(&model, &wrong).0 > BOUND);
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
