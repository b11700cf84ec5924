//! Sensors of forces.

use super::{only, reading};
use crate::support::{assert_close, assert_near, compile, inertial_load, random_state};
use plumbline::Data;
use plumbline::internal::codes::SensorType;
use plumbline::math::Vec3;

/// A ball that rests on the floor within a site that covers it, and a patch that covers nothing.
const RESTING: &str = r#"<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 0.149">
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.15" mass="2"/>
      <site name="skin" type="box" size="0.11 0.21 0.16"/>
      <site name="top" type="sphere" size="0.01" pos="0 0 0.15"/>
    </body>
  </worldbody>
  <sensor><touch site="skin"/><touch site="top"/></sensor>
</mujoco>"#;

#[test]
fn touch_sums_the_normal_forces_of_contacts() {
    let model = compile(RESTING);
    let mut data = random_state(&model, 221, 0.005);
    data.forward(&model).unwrap();
    assert!(data.ncon > 0);
    let normal: f64 = (0..data.ncon as usize)
        .map(|id| data.contact_force(&model, id).unwrap()[0])
        .sum();
    assert!(normal > 0.0);
    assert_near(reading(&model, &data, 0)[0], normal, 1e-13, "skin");
    assert_eq!(reading(&model, &data, 1), [0.0]);
}

#[test]
fn at_rest_touch_reads_the_weight() {
    let model = compile(RESTING);
    let mut data = Data::new(&model);
    for _ in 0..2000 {
        data.step(&model).unwrap();
    }
    assert_near(reading(&model, &data, 0)[0], 2.0 * 9.81, 1e-6, "weight");
}

/// An arm whose upper part carries a lower one, with sensors where they are joined.
const ARM: &str = r#"<mujoco>
  <option gravity="0 1 -9.81"/>
  <worldbody>
    <body>
      <joint type="ball"/>
      <geom type="capsule" size="0.05" fromto="0 0 0 0.3 0 0.1"/>
      <body name="fore" pos="0.3 0 0.1" euler="20 0 40">
        <joint axis="0 1 0.2" pos="0.02 0 0"/>
        <geom type="box" size="0.1 0.05 0.03" pos="0.1 0.02 0" euler="10 20 30"/>
        <site name="wrist" pos="0.02 0 0" euler="30 10 -50"/>
        <body pos="0.2 0 0">
          <joint type="slide" axis="1 0 1"/>
          <geom size="0.04" pos="0 0.03 0"/>
        </body>
      </body>
    </body>
  </worldbody>
  <sensor><force site="wrist"/><torque site="wrist"/></sensor>
</mujoco>"#;

/// Newton and Euler: what passes through the joint accelerates all that it carries.
#[test]
fn force_and_torque_read_what_passes_through_the_joint() {
    let model = compile(ARM);
    for seed in 222..226 {
        let data = random_state(&model, seed, 1.0);
        let about = data.site_xpos[0];
        let (mut push, mut spin) = (Vec3::zeros(), Vec3::zeros());
        for body in [2, 3] {
            let (force, torque) = inertial_load(&model, &data, body);
            push += force;
            spin += torque + (data.xipos[body] - about).cross(&force);
        }
        let axes = &data.site_xmat[0];
        let expected = axes.tr_mul_vec(&push);
        assert_close(
            &only(&model, &data, SensorType::Force),
            expected.as_slice(),
            1e-11,
            "force",
        );
        let expected = axes.tr_mul_vec(&spin);
        assert_close(
            &only(&model, &data, SensorType::Torque),
            expected.as_slice(),
            1e-11,
            "torque",
        );
    }
}
