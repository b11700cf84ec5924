//! `dump`: fields as JSON, after a state and steps.

use serde_json::Value;

use crate::{LIVELY, PENDULUM, REFERENCE, Sandbox};

fn dump(sandbox: &Sandbox, more: &str) -> Value {
    let outcome = sandbox.harness(&format!("dump model.xml --simulator {REFERENCE} {more}"));
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    serde_json::from_str(&outcome.stdout).expect("JSON on stdout")
}

#[test]
fn a_dump_has_sizes_shapes_types_and_flat_data() {
    let dump = dump(&Sandbox::with_model(LIVELY), "");
    crate::reports::schema("dump.schema.json")
        .check(&dump)
        .expect("fits its schema");
    assert_eq!(dump["simulator"]["version"], "3.2.6");
    assert_eq!(dump["model"]["sizes"]["nv"], 11);
    let xpos = &dump["data"]["fields"]["xpos"];
    assert_eq!(xpos["shape"], serde_json::json!([6, 3]));
    assert_eq!(xpos["type"], "f64");
    assert_eq!(xpos["data"].as_array().map(Vec::len), Some(18));
    assert_eq!(dump["model"]["fields"]["opt.timestep"]["data"][0], 0.004);
}

#[test]
fn steps_from_a_state_give_mujocos_values() {
    let sandbox =
        Sandbox::with_model(PENDULUM).file("state.json", r#"{"qpos": [0.5], "ctrl": [1]}"#);
    let forward = dump(&sandbox, "--state state.json --fields qpos,actuator_*");
    let fields = forward["data"]["fields"].as_object().expect("an object");
    assert_eq!(fields["qpos"]["data"][0], 0.5);
    // Gear 2 on a hinge, as MuJoCo computes it.
    assert_eq!(fields["actuator_length"]["data"][0], 1.0);
    assert!(!fields.contains_key("xpos"));
    let stepped = dump(&sandbox, "--state state.json --steps 3 --fields time,qpos");
    let time = stepped["data"]["fields"]["time"]["data"][0]
        .as_f64()
        .expect("a number");
    assert_eq!(time, 0.002 + 0.002 + 0.002);
    assert_ne!(stepped["data"]["fields"]["qpos"]["data"][0], 0.5);
}

#[test]
fn a_wrong_state_file_is_a_usage_error() {
    for (state, message) in [
        (r#"{"qpos": [1, 2]}"#, "qpos"),
        (r#"{"qpoz": [1]}"#, "qpoz"),
        (r#"{"qpos": 1}"#, "state.json"),
        (r#"{"qpos": ["NaN"]}"#, "NaN"),
        ("no JSON", "state.json"),
    ] {
        let sandbox = Sandbox::with_model(PENDULUM).file("state.json", state);
        let words = format!("dump model.xml --simulator {REFERENCE} --state state.json");
        let outcome = sandbox.harness(&words);
        assert_eq!(outcome.code, 2, "{state}: {}", outcome.everything());
        assert!(
            outcome.stderr.contains(message),
            "{state}: {}",
            outcome.stderr
        );
        assert_eq!(outcome.stdout, "");
    }
}

#[test]
fn a_rejected_model_is_an_error_on_stderr() {
    let sandbox = Sandbox::with_model("<mujoco><nonsense/></mujoco>");
    let outcome = sandbox.harness(&format!("dump model.xml --simulator {REFERENCE}"));
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    assert!(outcome.stderr.contains("nonsense"), "{}", outcome.stderr);
    assert_eq!(outcome.stdout, "");
    let outcome = sandbox.harness(&format!("dump nothing.xml --simulator {REFERENCE}"));
    assert_eq!(outcome.code, 2);
    let outcome = sandbox.harness(&format!(
        "dump model.xml --simulator {REFERENCE} --fields qpoz"
    ));
    assert_ne!(outcome.code, 0);
}
