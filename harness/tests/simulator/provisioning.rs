//! Getting MuJoCo: from the cache, by hand, by two at once, and not at all.

use std::path::{Path, PathBuf};
use std::process::Command;

use harness::commands::doctor::{self, State};
use harness::provision::{NotAvailable, ProvisionOptions, mujoco};
use harness::simulator::Failure;
use harness::worker::{Limits, spawn};

use crate::{options, start};

fn in_cache(directory: &Path) -> ProvisionOptions {
    ProvisionOptions {
        cache: Some(directory.to_owned()),
        ..options()
    }
}

/// Directory of the reference's library in the shared cache.
fn installed() -> PathBuf {
    let prepared = mujoco("3.2.6", &options()).expect("MuJoCo 3.2.6");
    prepared.library.parent().expect("a directory").to_owned()
}

#[test]
fn offline_an_empty_cache_is_one_clear_error() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let options = ProvisionOptions {
        offline: true,
        ..in_cache(directory.path())
    };
    let Err(Failure::Unavailable { message }) = spawn("mujoco@3.2.6", &Limits::default(), &options)
    else {
        panic!("there is nothing to start");
    };
    assert!(message.contains("--offline forbids"), "{message}");
    assert!(message.contains("--mujoco-lib DIR"), "{message}");
}

#[test]
fn a_library_given_by_hand_needs_no_download() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let options = ProvisionOptions {
        offline: true,
        mujoco_lib: Some(installed()),
        ..in_cache(directory.path())
    };
    let simulator = spawn("mujoco@3.2.6", &Limits::default(), &options).expect("starts");
    assert_eq!(simulator.identity().version, "3.2.6");
}

#[test]
fn a_library_of_another_version_than_asked_for_is_refused() {
    let options = ProvisionOptions {
        mujoco_lib: Some(installed()),
        ..options()
    };
    let Err(Failure::Unavailable { message }) = spawn("mujoco@3.3.7", &Limits::default(), &options)
    else {
        panic!("3.2.6 is not 3.3.7");
    };
    assert!(message.contains("is version 3.2.6"), "{message}");
}

#[test]
fn a_version_that_does_not_exist_is_one_clear_error() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let Err(NotAvailable(message)) = mujoco("0.0.1", &in_cache(directory.path())) else {
        panic!("there is no such version");
    };
    assert!(
        message.contains("before 3.2.5 are not supported"),
        "{message}"
    );
    assert!(message.contains("3.3.7, 3.4.0"), "{message}");
}

#[test]
fn two_that_fetch_at_once_do_not_disturb_each_other() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let options = in_cache(directory.path());
    let fetch = || mujoco("3.2.6", &options).expect("fetched");
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(fetch);
        (fetch(), other.join().expect("no panic"))
    });
    assert_eq!(first, second);
    let mut names: Vec<String> = std::fs::read_dir(directory.path())
        .expect("there")
        .map(|entry| {
            entry
                .expect("readable")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(names.len(), 3, "{names:?}");
    assert_eq!(names[..2], ["lock", "mujoco-3.2.6"]);
}

/// Names a library for the probe below.
const PROBE_LIBRARY: &str = "PLUMBLINE_PROBE_LIBRARY";

#[test]
fn without_python_or_a_compiler_the_error_says_so() {
    let library = installed();
    for (given, words) in [
        (None, "python3 is needed"),
        (Some(library), "C compiler `cc`"),
    ] {
        let empty = tempfile::tempdir().expect("a temporary directory");
        let mut probe = Command::new(std::env::current_exe().expect("this test"));
        probe
            .args(["--exact", "provisioning::probe_without_tools"])
            .args(["--nocapture", "--ignored"])
            .env("PLUMBLINE_CACHE", empty.path())
            .env("PATH", empty.path());
        if let Some(library) = given {
            probe.env(PROBE_LIBRARY, library);
        }
        let output = probe.output().expect("runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(words), "{text}");
        assert!(text.contains("--mujoco-lib DIR"), "{text}");
    }
}

#[test]
#[ignore = "run by the test above, in an environment of its making"]
fn probe_without_tools() {
    let options = ProvisionOptions {
        mujoco_lib: std::env::var_os(PROBE_LIBRARY).map(PathBuf::from),
        ..options()
    };
    match mujoco("3.2.6", &options) {
        Ok(_) => println!("it is available"),
        Err(failure) => println!("{failure}"),
    }
}

#[test]
fn the_doctor_sees_what_works() {
    start("mujoco@3.2.6");
    let found = doctor::probe_simulators(&Limits::default(), &options());
    let state = |kind: &str| {
        found
            .iter()
            .find(|one| one.kind == kind)
            .map(|one| one.state)
    };
    assert_eq!(state("engine"), Some(State::Ok));
    assert_eq!(state("mujoco@3.2.6"), Some(State::Ok));
    for check in doctor::environment(&options()) {
        assert_eq!(check.state, State::Ok, "{check:?}");
    }
}

#[test]
fn the_doctor_fetches_nothing() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let found = doctor::probe_simulators(&Limits::default(), &in_cache(directory.path()));
    let mujoco = found.iter().find(|one| one.kind == "mujoco@3.2.6");
    assert_eq!(mujoco.map(|one| one.state), Some(State::Absent));
    assert!(
        std::fs::read_dir(directory.path())
            .expect("there")
            .next()
            .is_none()
    );
}
