//! A disturbance changes exactly the value it names, at the step it names.

use std::sync::Arc;

use harness::simulator::inject::{Hit, Injected};
use harness::simulator::{Action, Failure, Simulator};
use harness::snapshot::{Side, Snapshot};

use crate::{PENDULUM, REFERENCE, load, read_all, start};

fn disturbed(injection: &str) -> Injected {
    Injected::new(
        start(REFERENCE),
        Arc::new(Hit::new(injection.parse().expect("a valid injection"))),
    )
}

/// Fields in which two snapshots differ, but for the arena: MuJoCo leaves parts of it
/// uninitialised.
fn differences(a: &Snapshot, b: &Snapshot) -> Vec<String> {
    a.iter()
        .zip(b.iter())
        .filter(|(a, b)| a.description.group != "arena" && a.bytes != b.bytes)
        .map(|(a, _)| a.description.name.clone())
        .collect()
}

#[test]
fn only_the_named_value_at_the_named_step_changes() {
    for (injection, field, at) in [
        ("body_mass[1]@0:ulp=1", "body_mass", 0),
        ("xpos[1,2]@1:nan", "xpos", 1),
        ("qpos[0]@2:ulp=-1", "qpos", 2),
        ("subtree_com[0,1]@2:swap", "subtree_com", 2),
        ("moment_colind[0]@3:ulp=5", "moment_colind", 3),
    ] {
        let mut clean = start(REFERENCE);
        let mut subject = disturbed(injection);
        let loaded = load(clean.as_mut(), PENDULUM).expect("loads");
        load(&mut subject, PENDULUM).expect("loads");
        for step in 0..5 {
            let found = differences(
                &read_all(clean.as_mut(), &loaded),
                &read_all(&mut subject, &loaded),
            );
            let expected: &[&str] = if step == at { &[field] } else { &[] };
            assert_eq!(found, expected, "{injection} at {step}");
            clean.run(Action::Step { count: 1 }).expect("runs");
            subject.run(Action::Step { count: 1 }).expect("runs");
        }
    }
}

#[test]
fn a_reset_begins_the_count_anew() {
    let mut subject = disturbed("qpos[0]@1:nan");
    let loaded = load(&mut subject, PENDULUM).expect("loads");
    let is_nan = |subject: &mut Injected| {
        let snapshot = read_all(subject, &loaded);
        let view = snapshot.get(Side::Data, "qpos").expect("there");
        view.f64s().expect("floats")[0].is_nan()
    };
    for _ in 0..2 {
        subject.reset(None).expect("resets");
        assert!(!is_nan(&mut subject));
        subject.run(Action::Forward).expect("runs");
        assert!(is_nan(&mut subject));
        subject.run(Action::Forward).expect("runs");
        assert!(!is_nan(&mut subject));
    }
}

#[test]
fn what_cannot_be_disturbed_is_said() {
    let failure = load(&mut disturbed("nonsense[0]@0:nan"), PENDULUM).expect_err("no field");
    assert_eq!(
        failure.to_string(),
        "cannot inject nonsense[0]@0:nan: the simulator has no field of that name"
    );
    for (injection, reason) in [
        ("nv[0]@0:nan", "the field holds integers, which have no NaN"),
        (
            "qpos[7]@0:nan",
            "the field has shape [1], without element [7]",
        ),
        (
            "qpos[0]@0:swap",
            "the element has no next one to be exchanged with",
        ),
    ] {
        let mut subject = disturbed(injection);
        let loaded = load(&mut subject, PENDULUM).expect("loads");
        let all: Vec<usize> = (0..loaded.fields.len()).collect();
        let failure = subject
            .read(&all, &mut Snapshot::default())
            .expect_err(injection);
        assert_eq!(
            failure,
            Failure::Unable {
                what: format!("cannot inject {injection}: {reason}")
            }
        );
    }
}
