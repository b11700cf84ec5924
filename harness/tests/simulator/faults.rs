//! Each way to misbehave has its own failure, and the next load works.

use std::time::Duration;

use harness::simulator::{Action, Failure, Pipelined};
use harness::snapshot::Snapshot;
use harness::worker::Limits;

use crate::{PENDULUM, load, start_limited};

/// Loads, computes and reads with a simulator that has this fault.
fn failure_of(fault: &str, seconds: u64) -> (Failure, Box<dyn Pipelined>) {
    let limits = Limits {
        request: Duration::from_secs(seconds),
        memory_mib: 1024,
        ..Limits::default()
    };
    let kind = format!("faulty:{fault}:mujoco@3.2.6");
    let mut simulator = start_limited(&kind, &limits).expect("starts");
    let loaded = load(simulator.as_mut(), PENDULUM).expect("loads");
    let all: Vec<usize> = (0..loaded.fields.len()).collect();
    let failure = simulator
        .run(Action::Forward)
        .and_then(|_| simulator.read(&all, &mut Snapshot::default()))
        .expect_err(fault);
    (failure, simulator)
}

#[test]
fn a_signal_is_a_crash_that_names_it() {
    let (failure, mut simulator) = failure_of("crash", 60);
    let Failure::Crash {
        signal: Some(11),
        exit_code: None,
        ..
    } = &failure
    else {
        panic!("{failure:?}");
    };
    assert!(failure.to_string().contains("signal 11 (SIGSEGV)"));
    load(simulator.as_mut(), PENDULUM).expect("loads in a new process");
}

#[test]
fn an_exit_is_a_crash_with_its_code_and_last_words() {
    let (failure, _) = failure_of("exit", 60);
    assert_eq!(
        failure.to_string(),
        "the simulator exited with code 3: giving up"
    );
}

#[test]
fn a_hang_is_a_timeout() {
    let (failure, mut simulator) = failure_of("hang", 2);
    assert_eq!(
        failure,
        Failure::Timeout {
            seconds: 2.0,
            place: String::new()
        }
    );
    load(simulator.as_mut(), PENDULUM).expect("loads in a new process");
}

#[test]
fn a_hoard_is_out_of_memory() {
    let (failure, mut simulator) = failure_of("memory", 60);
    assert_eq!(failure, Failure::OutOfMemory { limit_mib: 1024 });
    load(simulator.as_mut(), PENDULUM).expect("loads in a new process");
}

#[test]
fn nonsense_missing_values_and_wrong_shapes_break_the_protocol() {
    for (fault, words) in [
        ("garbage", "field 57005 where"),
        ("too-few", "too few values for warning.number"),
        ("wrong-shape", "wrong shape for warning.number"),
    ] {
        let (failure, mut simulator) = failure_of(fault, 60);
        let Failure::Protocol { detail } = &failure else {
            panic!("{failure:?}");
        };
        assert!(detail.contains(words), "{fault}: {detail}");
        load(simulator.as_mut(), PENDULUM).expect("loads in a new process");
    }
}
