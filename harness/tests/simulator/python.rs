//! The bindings as a second witness: what the shim reads from memory is what Python sees, in every
//! field.

use harness::simulator::{Action, Simulator};
use harness::snapshot::{Side, Snapshot};

use crate::{PENDULUM, REFERENCE, assign, load, read_all, start};

const WITNESS: &str = "python@3.2.6";

/// Contacts, limits, friction, an equality, a tendon, a sensor, a camera, a mocap body and texts;
/// sparse, with islands.
const RICH: &str = r#"<mujoco model="rich">
  <option jacobian="sparse" solver="CG"><flag island="enable" energy="enable" multiccd="enable"/></option>
  <statistic extent="3"/>
  <custom><numeric name="n" data="1 2 3"/><text name="t" data="words"/></custom>
  <asset><texture name="sky" type="skybox" builtin="gradient" width="8" height="8"/></asset>
  <worldbody>
    <geom type="plane" size="2 2 0.1"/>
    <body name="target" mocap="true" pos="0 1 1"><site name="goal"/></body>
    <body name="ball" pos="0 0 0.09"><freejoint/><geom name="ball" size="0.1"/><site name="top" pos="0 0 0.1"/></body>
    <body name="box" pos="1 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
    <body name="arm" pos="-1 0 1">
      <joint name="shoulder" axis="0 1 0" range="-10 10" frictionloss="0.1" damping="0.2"/>
      <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.05"/>
      <camera name="eye"/>
      <body pos="0.5 0 0">
        <joint name="elbow" axis="0 1 0" stiffness="1"/>
        <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.04"/>
        <site name="hand" pos="0.4 0 0"/>
      </body>
    </body>
  </worldbody>
  <tendon><spatial name="rope" range="0 1" limited="true"><site site="goal"/><site site="hand"/></spatial></tendon>
  <actuator>
    <position name="drive" joint="elbow" kp="5" dampratio="1"/>
    <general name="slow" joint="shoulder" dyntype="filter" dynprm="0.1" gainprm="3"/>
  </actuator>
  <equality><joint joint1="shoulder" joint2="elbow" polycoef="0 -1 0 0 0"/></equality>
  <sensor><jointpos joint="elbow"/><framepos objtype="site" objname="hand"/></sensor>
  <keyframe><key qpos="0 0 0.2 1 0 0 0 1 0 0.3 1 0 0 0 0.1 -0.1"/></keyframe>
</mujoco>"#;

/// Asserts that all fields of both are the same, byte by byte.
fn assert_same(witness: &Snapshot, shim: &Snapshot, when: &str) {
    assert_eq!(witness.slots.len(), shim.slots.len());
    let count = shim
        .get(Side::Data, "nefc")
        .and_then(|view| view.integers());
    let unconstrained = count == Some(vec![0]);
    for (witness, shim) in witness.iter().zip(shim.iter()) {
        let name = &shim.description.name;
        // Without constraints MuJoCo reserves the transposed Jacobian's row counts but never writes
        // them.
        if unconstrained && name.starts_with("efc_JT_row") {
            continue;
        }
        assert_eq!(witness.description, shim.description);
        assert_eq!(witness.shape, shim.shape, "{name} {when}");
        assert_eq!(witness.bytes, shim.bytes, "{name} {when}");
    }
}

fn compare(text: &str, state: &[(&str, &[f64])]) {
    let mut pair = [start(WITNESS), start(REFERENCE)];
    let loaded = pair
        .each_mut()
        .map(|simulator| load(simulator.as_mut(), text).expect("loads"));
    let mut check = |when: &str, act: &dyn Fn(&mut dyn Simulator)| {
        let [witness, shim] = [0, 1].map(|side| {
            act(pair[side].as_mut());
            read_all(pair[side].as_mut(), &loaded[side])
        });
        assert_same(&witness, &shim, when);
    };
    check("as loaded", &|_| {});
    check("at the start", &|simulator| {
        simulator.run(Action::Forward).expect("runs");
    });
    check("in another state", &|simulator| {
        let state: Vec<_> = state
            .iter()
            .map(|(name, values)| assign(name, values))
            .collect();
        simulator.set(&state).expect("set");
        simulator.run(Action::Forward).expect("runs");
    });
    for step in 0..20 {
        check(&format!("at step {step}"), &|simulator| {
            simulator.run(Action::Step { count: 1 }).expect("runs");
        });
    }
    check("after the inverse", &|simulator| {
        simulator.run(Action::Inverse).expect("runs");
    });
    check("at the keyframe", &|simulator| {
        simulator.reset(Some(0)).expect("resets");
        simulator.run(Action::Forward).expect("runs");
    });
}

#[test]
fn python_sees_what_the_shim_reads_without_constraints() {
    compare(PENDULUM, &[("qpos", &[0.3]), ("ctrl", &[0.5])]);
}

#[test]
fn python_sees_what_the_shim_reads_with_constraints_islands_and_sensors() {
    compare(
        RICH,
        &[
            ("ctrl", &[0.5, -0.2]),
            ("qfrc_applied", &[0.1; 14]),
            ("mocap_pos", &[0.1, 0.8, 1.1]),
            ("time", &[2.5]),
            ("eq_active", &[0.0]),
        ],
    );
}

#[test]
fn the_witness_answers_mistakes_as_the_reference_does() {
    let answers = [WITNESS, REFERENCE].map(|kind| {
        let mut simulator = start(kind);
        let rejected =
            load(simulator.as_mut(), "<mujoco><nonsense/></mujoco>").expect_err("invalid");
        load(simulator.as_mut(), PENDULUM).expect("loads");
        [
            rejected,
            simulator.reset(Some(1)).expect_err("only one"),
            simulator.set(&[assign("qpos", &[])]).expect_err("too few"),
            simulator.set(&[assign("none", &[])]).expect_err("no field"),
        ]
    });
    assert_eq!(answers[0][1..], answers[1][1..]);
    for [rejected, ..] in &answers {
        assert!(
            rejected.to_string().contains("unrecognized element"),
            "{rejected}"
        );
    }
}
