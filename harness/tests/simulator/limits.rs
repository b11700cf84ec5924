//! What a simulator may not do, and that the harness survives it.

use std::time::Duration;

use harness::simulator::{Action, Failure, Limits};

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
    assert_eq!(failure, Failure::Timeout { seconds: 2.0 });
    let failure = simulator.run(Action::Forward).expect_err("no process");
    assert!(matches!(failure, Failure::Unable { .. }), "{failure:?}");
    load(simulator.as_mut(), PENDULUM).expect("loads in a new process");
    simulator.run(Action::Forward).expect("runs");
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
