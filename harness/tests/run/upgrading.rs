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
