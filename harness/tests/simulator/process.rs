//! Any program can be a simulator: the example adapter, and programs that are none.

use std::time::Duration;

use harness::simulator::{Action, Failure, Simulator};
use harness::worker::Limits;

use crate::{PENDULUM, REFERENCE, assign, data, load, read_all, start, start_limited};

/// The one kind of model that the example adapter knows.
const POINT_MASS: &str = r#"<mujoco>
  <option gravity="0 0 -9.81" timestep="0.01"/>
  <worldbody>
    <body>
      <joint type="slide" axis="0 0 1"/>
      <inertial pos="0 0 0" mass="3" diaginertia="1 1 1"/>
    </body>
  </worldbody>
</mujoco>"#;

fn adapter() -> String {
    format!(
        "process:python3 {}/../scripts/adapter.py",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// Free fall under a force: all values after a while.
fn fall(simulator: &mut dyn Simulator) -> Vec<u64> {
    let loaded = load(simulator, POINT_MASS).expect("loads");
    simulator.poison(&["qacc".to_owned()]).expect("poisoned");
    let state = [assign("qvel", &[0.3]), assign("qfrc_applied", &[0.7])];
    simulator.set(&state).expect("set");
    simulator.run(Action::Step { count: 99 }).expect("runs");
    simulator.run(Action::Forward).expect("runs");
    let snapshot = read_all(simulator, &loaded);
    ["time", "qpos", "qvel", "qacc"]
        .iter()
        .flat_map(|name| data(&snapshot, name))
        .map(f64::to_bits)
        .collect()
}

#[test]
fn the_example_adapter_falls_as_the_reference_does_bit_for_bit() {
    let mut adapter = start(&adapter());
    assert_eq!(adapter.identity().version, "1.0");
    assert_eq!(fall(adapter.as_mut()), fall(start(REFERENCE).as_mut()));
}

#[test]
fn the_example_adapter_refuses_what_it_does_not_know() {
    let mut adapter = start(&adapter());
    let failure = load(adapter.as_mut(), PENDULUM).expect_err("not a point mass");
    let Failure::Rejected {
        unsupported: true, ..
    } = failure
    else {
        panic!("{failure:?}");
    };
    let failure = load(adapter.as_mut(), "<mujoco>").expect_err("not XML");
    let Failure::Rejected {
        unsupported: false, ..
    } = failure
    else {
        panic!("{failure:?}");
    };
    load(adapter.as_mut(), POINT_MASS).expect("loads");
    let failure = adapter.run(Action::Inverse).expect_err("not there");
    assert_eq!(
        failure,
        Failure::Unable {
            what: "no inverse here".to_owned()
        }
    );
}

/// Starts a command that will not do.
fn failure_of(command: &str, seconds: u64) -> Failure {
    let limits = Limits {
        request: Duration::from_secs(seconds),
        ..Limits::default()
    };
    match start_limited(&format!("process:{command}"), &limits) {
        Err(failure) => failure,
        Ok(_) => panic!("{command} is no simulator"),
    }
}

/// A Python program that connects and then does this.
fn connected(action: &str) -> String {
    format!(
        "python3 -c 'import os, socket, time; s = socket.socket(socket.AF_UNIX); \
         s.connect(os.environ[\"PLUMBLINE_SOCKET\"]); s.recv(16); {action}'"
    )
}

#[test]
fn a_program_that_ends_at_once_is_a_crash_with_its_last_words() {
    let failure = failure_of("echo I am no simulator", 60);
    assert!(
        failure.to_string().ends_with("code 0: I am no simulator"),
        "{failure:?}"
    );
    let failure = failure_of("./no-such-program", 60);
    assert!(failure.to_string().contains("code 127"), "{failure:?}");
}

#[test]
fn a_program_that_never_connects_is_a_timeout() {
    assert_eq!(
        failure_of("sleep 1000", 2),
        Failure::Timeout {
            seconds: 2.0,
            place: String::new()
        }
    );
}

#[test]
fn a_program_that_says_something_else_breaks_the_protocol() {
    for action in [
        "s.send(b\"Hello, world! I am not a frame.\")",
        "s.send(b\"PLB1\" + bytes([255] * 12))",
        "s.send(b\"PLB1\" + bytes([2] + [0] * 11) + b\"{}\")",
    ] {
        let failure = failure_of(&connected(action), 60);
        assert!(
            matches!(failure, Failure::Protocol { .. }),
            "{action}: {failure:?}"
        );
    }
}

#[test]
fn a_program_that_connects_and_says_nothing_is_a_timeout() {
    let failure = failure_of(&connected("time.sleep(1000)"), 4);
    assert_eq!(
        failure,
        Failure::Timeout {
            seconds: 4.0,
            place: String::new()
        }
    );
}
