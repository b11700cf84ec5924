//! Derivatives of smooth forces by velocity, which the implicit integrators take into account.

use crate::support::{assert_near, compile, fixture, random_state, unconstrained};
use plumbline::internal::codes::{integrator, jacobian};
use plumbline::{Data, Model};

/// Smooth forces at a velocity that differs in one dof.
fn forces(model: &Model, data: &Data, dof: usize, by: f64) -> Vec<f64> {
    let mut data = data.clone();
    data.qvel[dof] += by;
    data.forward(model).unwrap();
    data.qfrc_smooth
}

/// The state with controls within their ranges: the derivative does not know of the clamp.
fn within_ranges(model: &Model, mut data: Data) -> Data {
    for (ctrl, &[low, high]) in data.ctrl.iter_mut().zip(&model.actuator_ctrlrange) {
        if low < high {
            *ctrl = ctrl.clamp(low, high);
        }
    }
    data.forward(model).unwrap();
    data
}

/// The columns and values of a row of `qDeriv` after a step from the state.
fn derivative(model: &Model, data: &Data) -> Vec<(Vec<i32>, Vec<f64>)> {
    let mut data = data.clone();
    data.step(model).unwrap();
    (0..model.nv)
        .map(|row| {
            let start = data.D_rowadr[row] as usize;
            let range = start..start + data.D_rownnz[row] as usize;
            (
                data.D_colind[range.clone()].to_vec(),
                data.qDeriv[range].to_vec(),
            )
        })
        .collect()
}

/// A chain in water and wind. Its ellipsoids are large: of small ones MuJoCo bounds a divisor.
const SWIMMER: &str = r#"<mujoco>
  <option density="90" viscosity="0.4" wind="0.3 -0.2 0.1"/>
  <worldbody>
    <body>
      <freejoint/>
      <geom type="ellipsoid" size="0.6 0.3 0.2" fluidshape="ellipsoid" fluidcoef="0.6 0.3 1.4 1.1 0.9"/>
      <body pos="-1 0 0">
        <joint axis="0 0.2 1"/>
        <geom type="box" size="0.6 0.1 0.2" pos="-0.5 0 0"/>
        <body pos="-1 0 0">
          <joint type="ball"/>
          <geom type="capsule" size="0.2 0.5" pos="-0.5 0 0" fluidshape="ellipsoid"/>
          <geom type="cylinder" size="0.2 0.6" pos="-1 0.2 0" euler="20 0 0" fluidshape="ellipsoid"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>"#;

/// Where the pattern of `qDeriv` has an element, it is the slope of the forces. Tendons between
/// branches have slopes outside of it, which MuJoCo leaves out.
#[track_caller]
fn assert_slopes(name: &str, model: Model) {
    const STEP: f64 = 1e-6;
    let mut model = unconstrained(model);
    model.opt.integrator = integrator::IMPLICIT;
    for seed in 181..184 {
        let data = within_ranges(&model, random_state(&model, seed, 0.5));
        let rows = derivative(&model, &data);
        for dof in 0..model.nv {
            let [ahead, behind] = [STEP, -STEP].map(|by| forces(&model, &data, dof, by));
            for (row, (columns, values)) in rows.iter().enumerate() {
                let Some(k) = columns.iter().position(|&column| column == dof as i32) else {
                    continue;
                };
                let slope = (ahead[row] - behind[row]) / (2.0 * STEP);
                let what = format!("{name}, force {row} by velocity {dof}");
                assert_near(values[k], slope, 1e-6, &what);
            }
        }
    }
}

#[test]
fn of_inertia_dampers_and_actuators_they_are_slopes_of_the_forces() {
    for (name, form) in [
        "integrator/chain_implicit",
        "integrator/muscles_implicit",
        "bench/chain_10",
        "bench/cheetah",
        "dynamics/every_pair_of_joints_on_one_body",
    ]
    .into_iter()
    .flat_map(|name| [(name, jacobian::DENSE), (name, jacobian::SPARSE)])
    {
        let mut model = fixture(name);
        model.opt.jacobian = form;
        assert_slopes(name, model);
    }
}

#[test]
fn of_fluids_they_are_slopes_of_the_forces() {
    assert_slopes("boxes", fixture("bench/swimmer"));
    assert_slopes("ellipsoids", compile(SWIMMER));
}
