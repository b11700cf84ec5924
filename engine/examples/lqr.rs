//! Balances an acrobot upright: two links like a gymnast on a bar, with a motor at the hip only.
//!
//! The step is linearised about the upright pose, `dx' = A dx + B du`, and the gain `K` of the
//! control `u = -K x` follows from the discrete Riccati equation
//!
//! ```text
//! P = Q + A' P (A - B K),  K = (R + B' P B)^-1 B' P A
//! ```
//!
//! Anderson and Moore, Optimal Control: Linear Quadratic Methods (1990), chapter 2.

use nalgebra::{DMatrix, DVector};
use plumbline::{Data, Model};

/// Hands at the origin, both links up.
pub(crate) const ACROBOT: &str = r#"<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body>
      <joint name="hands" axis="0 1 0" damping="0.05"/>
      <geom type="capsule" size="0.05" fromto="0 0 0 0 0 1" mass="1"/>
      <body pos="0 0 1">
        <joint name="hip" axis="0 1 0" damping="0.05"/>
        <geom type="capsule" size="0.05" fromto="0 0 0 0 0 1" mass="1"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="hip" joint="hip" gear="10"/>
  </actuator>
</mujoco>"#;

/// `A` and `B` of the step at the upright pose.
pub(crate) fn linearised(
    model: &Model,
) -> Result<(DMatrix<f64>, DMatrix<f64>), Box<dyn std::error::Error>> {
    let step = Data::new(model).transition_fd(model, 1e-6, true)?;
    Ok((step.a, step.b))
}

/// The gain that balances errors of the state against effort; `None` if the iteration does not
/// settle.
pub(crate) fn gain(a: &DMatrix<f64>, b: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    const MOST: usize = 10_000;
    let (n, m) = b.shape();
    let (q, r) = (
        DMatrix::<f64>::identity(n, n),
        DMatrix::<f64>::identity(m, m),
    );
    let mut p = q.clone();
    for _ in 0..MOST {
        let effort = &r + b.transpose() * &p * b;
        let gain = effort.lu().solve(&(b.transpose() * &p * a))?;
        let next = &q + a.transpose() * &p * (a - b * &gain);
        // Rounding would make it drift away from symmetric.
        let next = (&next + next.transpose()) * 0.5;
        let change = (&next - &p).amax() / next.amax();
        p = next;
        if change < 1e-13 {
            return Some(gain);
        }
    }
    None
}

/// Lets go from a small angle and steps with the gain; returns the largest angle of the last second.
pub(crate) fn balance(
    model: &Model,
    gain: &DMatrix<f64>,
) -> Result<f64, Box<dyn std::error::Error>> {
    const STEPS: usize = 1000;
    let mut data = Data::new(model);
    data.qpos.copy_from_slice(&[0.02, -0.01]);
    let mut largest: f64 = 0.0;
    for step in 0..STEPS {
        let state =
            DVector::from_iterator(2 * model.nv, data.qpos.iter().chain(&data.qvel).copied());
        let control = gain * state;
        for (ctrl, control) in data.ctrl.iter_mut().zip(control.iter()) {
            *ctrl = -control;
        }
        data.step(model)?;
        if step >= STEPS - 100 {
            largest = data.qpos.iter().fold(largest, |most, x| most.max(x.abs()));
        }
    }
    Ok(largest)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_xml_string(ACROBOT)?;
    let (a, b) = linearised(&model)?;
    let gain = gain(&a, &b).ok_or("the Riccati equation was not solved")?;
    println!("gain {:?}", gain.as_slice());
    println!(
        "largest angle in the last second: {:.1e} rad",
        balance(&model, &gain)?
    );
    Ok(())
}
