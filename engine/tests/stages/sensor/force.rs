//! Sensors of forces.

use super::{only, reading};
use crate::support::{assert_close, assert_near, compile, random_state};
use engine::math::Vec3;
use engine::model::codes::SensorType;
use engine::query::object::{Object, object_acceleration};
use engine::{Data, Model, contact_force, step};

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
    engine::forward(&model, &mut data);
    assert!(data.ncon > 0);
    let normal: f64 = (0..data.ncon as usize)
        .map(|id| contact_force(&model, &data, id)[0])
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
        step(&model, &mut data).unwrap();
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

/// The rate of momentum of a body about a point, without gravity and what is applied to it.
fn load(model: &Model, data: &Data, body: usize, about: &Vec3) -> (Vec3, Vec3) {
    let object = Object::Body(body);
    let acceleration = object_acceleration(model, data, object, false);
    let velocity = engine::query::object::object_velocity(model, data, object, false);
    let [turn_rate, turn] = [&acceleration, &velocity].map(|v| Vec3::from_column_slice(&v[..3]));
    let axes = &data.ximat[body];
    let inertia =
        |w: &Vec3| axes.mul_vec(&axes.tr_mul_vec(w).component_mul(&model.body_inertia[body]));
    let [force, torque] =
        [0, 3].map(|k| Vec3::from_column_slice(&data.xfrc_applied[body][k..k + 3]));
    let push = Vec3::from_column_slice(&acceleration[3..]) * model.body_mass[body] - force;
    let spin = inertia(&turn_rate) + turn.cross(&inertia(&turn)) - torque;
    (push, spin + (data.xipos[body] - about).cross(&push))
}

/// Newton and Euler: what passes through the joint accelerates all that it carries.
#[test]
fn force_and_torque_read_what_passes_through_the_joint() {
    let model = compile(ARM);
    for seed in 222..226 {
        let data = random_state(&model, seed, 1.0);
        let about = data.site_xpos[0];
        let (mut push, mut spin) = (Vec3::zeros(), Vec3::zeros());
        for body in [2, 3] {
            let (force, torque) = load(&model, &data, body, &about);
            push += force;
            spin += torque;
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
