//! `harness upgrade`: verdicts that were checked by hand, in MuJoCo's own Python.

use std::path::PathBuf;

use serde_json::Value;

use crate::{PENDULUM, Sandbox};

/// Boxes on each other. In MuJoCo's Python 3.3.7 and 3.4.0, 500 steps of this model end with
/// `middle` at the heights below; the pendulum has the same bits.
const STACK: &str = include_str!("box_stack.xml");

fn sandbox() -> Sandbox {
    let rejected = "<mujoco><worldbody><geom type='nothing'/></worldbody></mujoco>";
    Sandbox::new()
        .file("my/box_stack.xml", STACK)
        .file("my/pendulum.xml", PENDULUM)
        .file("other/broken.xml", rejected)
}

/// What the page was made of.
fn data(sandbox: &Sandbox) -> Value {
    let reports = std::fs::read_dir(sandbox.path().join("reports")).expect("reports");
    let mut all: Vec<PathBuf> = reports.map(|one| one.expect("readable").path()).collect();
    all.sort();
    let text = std::fs::read_to_string(all.last().expect("one").join("upgrade.json"));
    serde_json::from_str(&text.expect("written")).expect("JSON")
}

#[test]
fn a_stack_of_boxes_changed_in_3_4_0_and_a_pendulum_did_not() {
    let sandbox = sandbox();
    let outcome = sandbox.harness("upgrade my --from 3.3.7 --to 3.4.0");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    for part in [
        "1 of 2 models move differently, 1 move bit for bit the same.",
        "contact.dist of box-box pairs, my/box_stack, first at qpos0: bottom - middle",
        "positions and frames equal",
        "Introduced in 3.4.0",
        "Changed defaults: none.",
        "Verdict: REVIEW 1 model",
        "Next: harness explain my/box_stack.xml --from 3.3.7 --to 3.4.0",
    ] {
        assert!(
            outcome.stdout.contains(part),
            "{part}: {}",
            outcome.everything()
        );
    }
    let changed = "  CHANGED   my/box_stack  from step 1    middle rests ";
    assert!(outcome.stdout.contains(changed), "{}", outcome.stdout);
    let data = data(&sandbox);
    let stack = &data["models"][0];
    let metres = stack["metres"].as_f64().expect("a number");
    assert!((metres - BY_HAND).abs() < 1e-9, "{metres}");
}

#[test]
fn a_solver_that_ends_earlier_is_rounding() {
    // In MuJoCo's Python, no body of the stack is ever farther away than 1e-12 m.
    let sandbox = sandbox();
    let outcome = sandbox.harness("upgrade my/box_stack.xml --from 3.4.0 --to 4.0.0");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let words = "1 apart by rounding only.";
    assert!(outcome.stdout.contains(words), "{}", outcome.stdout);
}

/// How much higher `middle` lies in 3.4.0, in metres.
const BY_HAND: f64 = 0.00018924377040713258;

#[test]
fn the_same_version_is_refused_and_a_quiet_upgrade_is_safe() {
    let sandbox = sandbox();
    let outcome = sandbox.harness("upgrade my --from 3.4.0 --to 3.3.7");
    assert_eq!(outcome.code, 2, "{}", outcome.everything());
    let outcome =
        sandbox.harness("upgrade my/pendulum.xml --from 3.3.7 --to 3.4.0 --controls random");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    assert!(
        outcome.stdout.contains("all 1 move bit for bit the same"),
        "{}",
        outcome.stdout
    );
    assert!(
        outcome.stdout.contains("Verdict: SAFE"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn an_accepted_change_is_green_until_another_comes() {
    let sandbox = sandbox();
    let command = "upgrade my/box_stack.xml --from 3.3.7 --to 3.4.0 --steps 30";
    assert_eq!(sandbox.harness(command).code, 100);
    assert_eq!(sandbox.harness(&format!("{command} --accept")).code, 0);
    let again = sandbox.harness(command);
    assert_eq!(again.code, 0, "{}", again.everything());
    assert!(
        again.stdout.contains("1 reviewed and accepted"),
        "{}",
        again.stdout
    );
    // Another run of the same model is another change.
    assert_eq!(
        sandbox
            .harness("upgrade my/box_stack.xml --from 3.3.7 --to 3.4.0 --steps 31")
            .code,
        100
    );
}

#[test]
fn bisection_finds_the_release_and_recorded_controls_drive_the_model() {
    let sandbox = sandbox().file("controls.csv", "motor\n0.5\n0.5\n-0.25\n");
    let outcome = sandbox.harness("upgrade my --from 3.3.6 --to 3.4.0 --bisect --steps 30");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    assert!(
        outcome.stdout.contains("my/box_stack  |··●|  3.4.0"),
        "{}",
        outcome.stdout
    );
    let driven = "upgrade my/pendulum.xml --from 3.3.7 --to 3.4.0 --controls controls.csv";
    let outcome = sandbox.harness(driven);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let other = "upgrade my/box_stack.xml --from 3.3.7 --to 3.4.0 --controls controls.csv";
    let outcome = sandbox.harness(other);
    assert!(
        outcome.stdout.contains("the model has 0 actuators"),
        "{}",
        outcome.everything()
    );
}

/// A ball inside of another body that is lighter than what it displaces. In MuJoCo's Python it rises
/// in 3.3.7 and 3.5.0, and sinks in 3.4.0.
const FLOAT: &str = r#"<mujoco>
  <worldbody>
    <body name="frame" pos="0 0 1">
      <freejoint/>
      <geom size="0.05" mass="0.1"/>
      <body name="ball" gravcomp="1.5"><geom size="0.12" mass="5"/></body>
    </body>
  </worldbody>
</mujoco>"#;

#[test]
fn bisection_finds_a_change_that_was_taken_back() {
    let sandbox = Sandbox::new().file("my/float.xml", FLOAT);
    let outcome = sandbox.harness("upgrade my --from 3.3.7 --to 3.5.0 --bisect --steps 50");
    // Both ends move alike.
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    for part in [
        "my/float  |·●●|  3.4.0, 3.5.0",
        "3.4.0  qfrc_passive (passive), my/float, at qpos0: [joint 0.2] 73.6 N or N m -> 0 N or N m",
        "gravity compensation of bodies without joints inside of others is back",
    ] {
        assert!(outcome.stdout.contains(part), "{part}: {}", outcome.stdout);
    }
}

#[test]
fn bisection_tells_the_releases_that_matter_from_those_that_round_differently() {
    let sandbox = Sandbox::new()
        .file("my/margin.xml", MARGIN)
        .file("my/flag.xml", PASSIVE);
    let outcome = sandbox.harness("upgrade my --from 3.3.5 --to 3.9.0 --bisect --steps 60");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    for part in [
        "  3.3.6  does not load or run, my/flag, at loading: XML Error: Schema violation: unrecognized attribute: 'passive'",
        "  3.5.0  number of contacts of plane-sphere pairs, my/margin, at step 29: floor - ball 0 -> 1",
        "3.5.0: the margins and gaps of two geoms are added",
        "|  3.3.6\n",
        "|  3.5.0\n",
    ] {
        assert!(outcome.stdout.contains(part), "{part}: {}", outcome.stdout);
    }
}

/// A ball whose margin and that of the floor are added since 3.5.0.
const MARGIN: &str = r#"<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 0.1" margin="0.01"/>
    <body name="ball" pos="0 0 0.13"><freejoint/><geom name="ball" size="0.1" margin="0.005"/></body>
  </worldbody>
</mujoco>"#;

/// A flag that 3.3.6 does not know any more.
const PASSIVE: &str = r#"<mujoco>
  <option><flag passive="disable"/></option>
  <worldbody>
    <body euler="0 40 0"><joint axis="0 1 0" damping="1"/><geom size="0.1" pos="0 0 -1"/></body>
  </worldbody>
</mujoco>"#;

/// A finger that touches the mocap body it is on, until 3.12.0 keeps such bodies from colliding.
const MOCAP: &str = r#"<mujoco>
  <worldbody>
    <body name="hand" mocap="true" pos="0 0 0.3">
      <geom name="palm" type="sphere" size="0.1"/>
      <body name="finger" pos="0.05 0 0.1">
        <joint name="hinge" axis="0 1 0"/>
        <geom name="finger" type="capsule" size="0.05" fromto="0 0 0 0.2 0 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>"#;

/// The largest angle between the fingers of 3.11.0 and 3.12.0 in 500 steps, from `qpos` in MuJoCo's
/// own Python.
const TURNED: f64 = 3.045230083080119;

#[test]
fn a_finger_on_a_mocap_body_loses_its_contact_in_3_12_0() {
    let sandbox = Sandbox::new().file("my/finger.xml", MOCAP);
    let outcome = sandbox.harness("upgrade my --from 3.11.0 --to 3.12.0");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    for part in [
        "CHANGED   my/finger  from step 1    finger turns by 174 degrees",
        "number of contacts of sphere-capsule pairs, my/finger, first at qpos0: palm - finger 1 -> 0",
        "mocap bodies do not collide with their children any more",
    ] {
        assert!(outcome.stdout.contains(part), "{part}: {}", outcome.stdout);
    }
    let radians = data(&sandbox)["models"][0]["radians"].as_f64();
    assert!((radians.expect("a number") - TURNED).abs() < 1e-12);
}

/// A box that stands askew on another one.
const ASKEW: &str = r#"<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body name="lower" pos="0 0 .0999"><freejoint/><geom name="lower" type="box" size=".1 .1 .1"/></body>
    <body name="upper" pos=".05 .02 .2995" euler="0 0 30"><freejoint/><geom name="upper" type="box" size=".08 .09 .1"/></body>
  </worldbody>
</mujoco>"#;

#[test]
fn rounding_at_the_start_is_no_cause_if_a_later_state_has_a_larger_one() {
    let sandbox = Sandbox::new().file("my/askew.xml", ASKEW);
    let outcome = sandbox.harness("upgrade my --from 3.11.0 --to 3.12.0");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    let cause =
        "contact.frame of box-box pairs, my/askew, first at step 16: lower - upper turned by";
    assert!(outcome.stdout.contains(cause), "{}", outcome.stdout);
}

/// As `numpy.save` writes it.
fn array(shape: &str, values: &[f64]) -> Vec<u8> {
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    bytes
}

/// An archive of one file without compression, as `numpy.savez` writes it, but for checksums.
fn archive(name: &str, content: &[u8]) -> Vec<u8> {
    let name = format!("{name}.npy");
    let (size, length) = (content.len() as u32, name.len() as u16);
    let sizes = [[0; 4], size.to_le_bytes(), size.to_le_bytes()].concat();
    let mut bytes = [b"PK\x03\x04", &[0; 10][..], &sizes].concat();
    bytes.extend([&length.to_le_bytes()[..], &[0; 2], name.as_bytes(), content].concat());
    let directory = bytes.len() as u32;
    bytes.extend([b"PK\x01\x02", &[0; 12][..], &sizes].concat());
    bytes.extend([&length.to_le_bytes()[..], &[0; 16], name.as_bytes()].concat());
    let end = bytes.len() as u32 - directory;
    bytes.extend([b"PK\x05\x06", &[0; 4][..], &[1, 0, 1, 0]].concat());
    bytes.extend([&end.to_le_bytes()[..], &directory.to_le_bytes(), &[0; 2]].concat());
    bytes
}

#[test]
fn boxes_that_only_a_recorded_state_brings_together_change_with_it_alone() {
    let apart = STACK.replace("0 0 .2990", "9 0 9");
    assert_ne!(apart, STACK);
    let sandbox = Sandbox::new().file("my/apart.xml", &apart);
    // The stack of `box_stack.xml`.
    let bottom = [0.0, 0.0, 0.0995, 1.0, 0.0, 0.0, 0.0];
    let middle = [0.0, 0.0, 0.2990, 1.0, 0.0, 0.0, 0.0];
    let qpos = array("(1, 14)", &[bottom, middle].concat());
    std::fs::write(sandbox.path().join("state.npz"), archive("qpos", &qpos)).expect("written");
    let command = "upgrade my --from 3.3.7 --to 3.4.0";
    let outcome = sandbox.harness(command);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let outcome = sandbox.harness(&format!("{command} --states state.npz"));
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    let cause = "first at the recorded start: bottom - middle -0.25 mm -> -0.5 mm";
    assert!(outcome.stdout.contains(cause), "{}", outcome.stdout);
    let metres = data(&sandbox)["models"][0]["metres"].as_f64();
    let metres = metres.expect("a number");
    assert!((metres - BY_HAND).abs() < 1e-9, "{metres}");
    let other = Sandbox::new().file("my/pendulum.xml", PENDULUM);
    std::fs::write(other.path().join("state.npz"), archive("qpos", &qpos)).expect("written");
    let outcome = other.harness(&format!("{command} --states state.npz"));
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    let refusal = "qpos of the recorded state has the shape [1, 14], the model has 1 values";
    assert!(outcome.stdout.contains(refusal), "{}", outcome.stdout);
}

#[test]
fn a_model_that_nobody_reads_is_told() {
    let sandbox = sandbox();
    let outcome = sandbox.harness("upgrade other --from 3.3.7 --to 3.4.0");
    // What was not compared is not safe.
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    assert!(
        outcome.stdout.contains("not read  other/broken"),
        "{}",
        outcome.stdout
    );
}
