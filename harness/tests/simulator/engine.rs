//! The engine of this repository as a simulator. Expected values are MuJoCo's, read beside it.

use harness::simulator::{Action, Failure};
use harness::snapshot::Side;

use crate::{PENDULUM, REFERENCE, assign, data, fixture, load, read_all, start};

#[test]
fn every_field_that_it_offers_exists_in_the_reference_with_the_same_type_and_dimensions() {
    let mut engine = start("engine");
    let mut reference = start(REFERENCE);
    let offered = load(engine.as_mut(), PENDULUM).expect("loads").fields;
    let known = load(reference.as_mut(), PENDULUM).expect("loads").fields;
    assert!(offered.len() > 100, "{}", offered.len());
    for field in offered.iter() {
        assert!(known.contains(field), "{field:?}");
    }
}

#[test]
fn a_state_is_set_and_its_positions_are_the_references() {
    let mut snapshots = Vec::new();
    for kind in ["engine", REFERENCE] {
        let mut simulator = start(kind);
        let loaded = load(simulator.as_mut(), PENDULUM).expect("loads");
        simulator.poison(&["xpos".to_owned()]).expect("poisoned");
        simulator.set(&[assign("qpos", &[0.3])]).expect("set");
        simulator.run(Action::Forward).expect("runs");
        snapshots.push(read_all(simulator.as_mut(), &loaded));
    }
    for name in ["qpos", "xipos", "qM", "actuator_length"] {
        let values = |index: usize| snapshots[index].get(Side::Data, name).expect(name).bytes;
        assert_eq!(values(0), values(1), "{name}");
    }
}

#[test]
fn an_invalid_model_is_rejected_and_the_next_one_loads() {
    let mut engine = start("engine");
    let failure = engine
        .load(&fixture("reject/actuator/kv_and_dampratio.xml"))
        .expect_err("invalid");
    assert!(
        matches!(
            failure,
            Failure::Rejected {
                unsupported: false,
                ..
            }
        ),
        "{failure:?}"
    );
    load(engine.as_mut(), PENDULUM).expect("loads after that");
}

#[test]
fn keyframes_and_wrong_values_are_answered_as_the_reference_does() {
    let mut answers = Vec::new();
    for kind in ["engine", REFERENCE] {
        let mut simulator = start(kind);
        load(simulator.as_mut(), PENDULUM).expect("loads");
        simulator.reset(Some(0)).expect("there is one");
        answers.push([
            simulator.reset(Some(1)).expect_err("only one"),
            simulator.set(&[assign("qpos", &[])]).expect_err("too few"),
            simulator.set(&[assign("none", &[])]).expect_err("no field"),
        ]);
    }
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn steps_are_the_references() {
    let ends = ["engine", REFERENCE].map(|kind| {
        let mut simulator = start(kind);
        let loaded = load(simulator.as_mut(), PENDULUM).expect("loads");
        let state = [assign("qvel", &[-0.7]), assign("ctrl", &[0.25])];
        simulator.set(&state).expect("set");
        simulator.run(Action::Step { count: 50 }).expect("runs");
        let snapshot = read_all(simulator.as_mut(), &loaded);
        ["time", "qpos", "qvel"].map(|name| data(&snapshot, name))
    });
    assert_eq!(ends[0], ends[1]);
}

/// What the engine does not know in a state must not shift what it does know.
#[test]
fn a_state_with_contact_leaves_every_position_in_its_place() {
    let resting = r#"<mujoco>
      <worldbody>
        <geom type="plane" size="1 1 1"/>
        <body pos="0 0 0.09"><freejoint/><geom size="0.1"/></body>
      </worldbody>
    </mujoco>"#;
    let snapshots = ["engine", REFERENCE].map(|kind| {
        let mut simulator = start(kind);
        let loaded = load(simulator.as_mut(), resting).expect("loads");
        simulator.run(Action::Forward).expect("runs");
        read_all(simulator.as_mut(), &loaded)
    });
    for name in ["xpos", "geom_xmat", "cdof", "qM", "qLDiagInv", "qfrc_bias"] {
        let [ours, theirs] = [0, 1].map(|side: usize| data(&snapshots[side], name));
        assert_eq!(ours, theirs, "{name}");
    }
}
