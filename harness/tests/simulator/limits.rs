//! What a simulator may not do, and that the harness survives it.

use std::time::Duration;

use harness::simulator::{Action, Failure};
use harness::worker::Limits;

use crate::{PENDULUM, REFERENCE, load, start_limited};

#[test]
fn a_run_that_takes_too_long_is_stopped_and_the_next_load_works() {
    let limits = Limits {
        request: Duration::from_secs(2),
        ..Limits::default()
    };
    let mut simulator = start_limited(REFERENCE, &limits).expect("starts");
    load(simulator.as_mut(), PENDULUM).expect("loads");
    let failure = simulator
        .run(Action::Step { count: u64::MAX })
        .expect_err("endless");
    assert_eq!(
        failure,
        Failure::Timeout {
            seconds: 2.0,
            place: String::new()
        }
    );
    let failure = simulator.run(Action::Forward).expect_err("no process");
    assert!(matches!(failure, Failure::Unable { .. }), "{failure:?}");
    load(simulator.as_mut(), PENDULUM).expect("loads in a new process");
    simulator.run(Action::Forward).expect("runs");
}

#[test]
fn a_run_that_computes_too_long_is_stopped_before_its_time_is_over() {
    let limits = Limits {
        request: Duration::from_secs(600),
        cpu: Some(Duration::from_secs(1)),
        ..Limits::default()
    };
    let mut simulator = start_limited(REFERENCE, &limits).expect("starts");
    load(simulator.as_mut(), PENDULUM).expect("loads");
    let failure = simulator
        .run(Action::Step { count: u64::MAX })
        .expect_err("endless");
    assert_eq!(
        failure,
        Failure::Timeout {
            seconds: 1.0,
            place: String::new()
        }
    );
    load(simulator.as_mut(), PENDULUM).expect("loads in a new process");
}

#[test]
fn a_model_that_needs_too_much_memory_is_that_and_nothing_else() {
    let limits = Limits {
        memory_mib: 512,
        ..Limits::default()
    };
    let mut simulator = start_limited(REFERENCE, &limits).expect("starts");
    let greedy = PENDULUM.replace("<worldbody>", "<size memory=\"2G\"/><worldbody>");
    let failure = load(simulator.as_mut(), &greedy).expect_err("too large");
    assert_eq!(failure, Failure::OutOfMemory { limit_mib: 512 });
    load(simulator.as_mut(), PENDULUM).expect("loads");
}

/// Here MuJoCo's C++ code throws where nobody catches, and the process aborts.
#[test]
fn a_height_field_beyond_all_memory_is_out_of_memory_too() {
    let limits = Limits {
        memory_mib: 1024,
        ..Limits::default()
    };
    let mut simulator = start_limited(REFERENCE, &limits).expect("starts");
    let huge = r#"<mujoco>
      <asset><hfield name="h" nrow="40000" ncol="40000" size="1 1 1 1"/></asset>
      <worldbody><geom type="hfield" hfield="h"/></worldbody>
    </mujoco>"#;
    let failure = load(simulator.as_mut(), huge).expect_err("too large");
    assert_eq!(failure, Failure::OutOfMemory { limit_mib: 1024 });
    load(simulator.as_mut(), PENDULUM).expect("loads in a new process");
}
