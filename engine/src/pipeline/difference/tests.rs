//! Poses that a nudge does not change, kept or computed again: the same bits.

use crate::model::paths::SpecialPath;
use crate::testing::{Random, assert_same, assert_same_data, compile};
use crate::{Data, Model};

/// Two trees with joints of every kind, several on a body and none, and something on each body.
const TREES: &str = r#"
<mujoco>
  <option timestep="0.0031"/>
  <worldbody>
    <geom type="plane" size="3 3 0.1"/>
    <body pos="0.1 -0.2 0.35">
      <freejoint/>
      <geom type="capsule" size="0.07 0.13" euler="13 27 41"/>
      <body pos="0.11 0.03 0.19">
        <joint type="ball" damping="0.03"/>
        <geom type="box" size="0.05 0.07 0.09" pos="0.02 0.01 0.13"/>
        <site name="tip" pos="0.01 0.03 0.2" quat="0.9 0.1 0.2 0.3"/>
        <body pos="0.02 0.07 0.23">
          <geom size="0.033"/>
          <body pos="0.07 0.01 0.03">
            <joint axis="1 0.3 0.2" stiffness="0.7"/>
            <joint type="slide" axis="0.2 1 0.1" pos="0.01 0.02 0.03"/>
            <geom type="cylinder" size="0.03 0.07"/>
          </body>
        </body>
      </body>
      <body pos="-0.13 0.02 0.17">
        <joint axis="0.1 0.9 0.3"/>
        <geom type="ellipsoid" size="0.05 0.07 0.11"/>
      </body>
    </body>
    <body pos="0.7 0.1 0.6">
      <joint axis="0 1 0.1"/>
      <geom type="capsule" size="0.03 0.19" pos="0.17 0 0.01" euler="0 90 0"/>
      <site name="end" pos="0.3 0.01 0.02"/>
    </body>
  </worldbody>
  <tendon><spatial name="rope" stiffness="3"><site site="tip"/><site site="end"/></spatial></tendon>
  <actuator><motor tendon="rope" gear="1.3"/></actuator>
  <sensor><framepos objtype="site" objname="tip"/><tendonvel tendon="rope"/></sensor>
</mujoco>"#;

/// A state whose quaternions are not quite units, so that the first nudge moves everything.
fn moved(model: &Model, seed: usize) -> Data {
    let (mut data, mut random) = (Data::new(model), Random::new(seed));
    for qpos in &mut data.qpos {
        *qpos += 0.1 * random.number();
    }
    for qvel in &mut data.qvel {
        *qvel = random.number();
    }
    data.ctrl[0] = 0.3;
    data
}

#[test]
fn bodies_that_a_nudge_does_not_move_keep_their_poses() {
    let model = compile(TREES);
    for (seed, centered) in [(1, false), (2, true), (3, false)] {
        let (mut kept, mut anew) = (moved(&model, seed), moved(&model, seed));
        let derivatives = kept.transition_fd(&model, 1e-6, centered).unwrap();
        let general = SpecialPath::close(&[SpecialPath::StillBodies], || {
            anew.transition_fd(&model, 1e-6, centered).unwrap()
        });
        for (name, a, b) in [
            ("A", &derivatives.a, &general.a),
            ("B", &derivatives.b, &general.b),
            ("C", &derivatives.c, &general.c),
            ("D", &derivatives.d, &general.d),
        ] {
            assert_same(a.as_slice(), b.as_slice(), name);
        }
        assert_same_data(&model, &kept, &anew);
    }
}
