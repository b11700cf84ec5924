//! Other engines by their names: how they are found, started and judged. Nothing is installed here:
//! a program stands in for one.

use std::os::unix::fs::{PermissionsExt, symlink};

use harness::provision::cache::Cache;

use crate::{REFERENCE, Sandbox, repository};

/// A cache in which this program is the Python of an engine that is installed.
fn with_engine(name: &str, program: &str) -> Sandbox {
    let python = format!("cache/{name}/bin/python");
    let sandbox = Sandbox::new().file(&python, format!("#!/bin/sh\n{program}\n"));
    let python = sandbox.path().join(python);
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(python, executable).expect("executable");
    // MuJoCo as this machine has it.
    Sandbox::with_model(crate::PENDULUM).itself("--modes compile");
    let place = REFERENCE.replace('@', "-");
    let own = Cache::locate(None).expect("a cache").path(&place);
    symlink(own, sandbox.path().join("cache").join(place)).expect("a link");
    sandbox
}

#[test]
fn an_engine_is_started_through_its_adapter_and_judged_by_its_own_profile() {
    let adapter = repository("scripts/adapter.py");
    // The script that the harness hands over is the engine's adapter, beside what it imports.
    let program = format!(
        "test -f $(dirname $1)/adapter.py && exec python3 {}",
        adapter.display()
    );
    let mass = std::fs::read_to_string(repository("fixtures/joint/point_mass_on_a_slide.xml"));
    let sandbox = with_engine("engine-mjx-3.2.6", &program).file("mass.xml", mass.expect("text"));
    let words = "--cache cache --offline";
    let outcome = sandbox.harness(&format!(
        "run mass.xml --modes forward --subject mjx@3.2.6 {words}"
    ));
    assert!(
        outcome.stderr.contains("comparing mjx@3.2.6"),
        "{}",
        outcome.everything()
    );
    // The profile says f32, whatever the program says.
    let record = outcome.records().next().expect("a record");
    assert_eq!(record["rounding"]["precision"], "f32", "{record}");
    assert!(outcome.stderr.contains("light_* is not compared"));
    let listed = sandbox.harness(&format!("simulators {words}")).stdout;
    let line = listed.lines().find(|line| line.starts_with("mjx@"));
    let line = line.expect("a line");
    assert!(line.ends_with("installed: 3.2.6"), "{line}");
}

#[test]
fn an_engine_that_is_not_there_is_named_and_nothing_is_fetched_offline() {
    let sandbox = with_engine("engine-none-1.0", "exit 1").file("model.xml", crate::PENDULUM);
    let words = "--cache cache --offline";
    let outcome = sandbox.harness(&format!("run model.xml --subject mjx@3.2.6 {words}"));
    assert_eq!(outcome.code, 3, "{}", outcome.everything());
    let said = "mjx@3.2.6 is not available";
    assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    let listed = sandbox.harness(&format!("simulators {words}")).stdout;
    assert!(listed.contains("not installed"), "{listed}");
    let outcome = sandbox.harness("run model.xml --subject mjy@3.2.6");
    assert_eq!(outcome.code, 2, "{}", outcome.everything());
    assert!(outcome.stderr.contains("mjx@VERSION"), "{}", outcome.stderr);
}
