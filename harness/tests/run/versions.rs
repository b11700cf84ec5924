//! Other versions of MuJoCo as simulators: each equals itself, whatever its memory held before.

use crate::{LIVELY, Sandbox};

/// One with fields newer than 3.2.6 in its arena, and one whose library has a wheel of its own.
const VERSIONS: [&str; 2] = ["3.4.0", "4.0.0"];

/// Two models, so that a process that had one model before is compared with a fresh one.
fn two_models() -> Sandbox {
    let stack = include_str!("box_stack.xml");
    Sandbox::with_model(LIVELY).file("stack.xml", stack)
}

#[test]
fn a_version_equals_itself_with_one_job_and_with_several() {
    let sandbox = two_models();
    for version in VERSIONS {
        for jobs in [1, 4] {
            let outcome = sandbox.harness(&format!(
                "run model.xml stack.xml --subject mujoco@{version} --reference mujoco@{version} \
                 --modes compile,forward,forced,free,inverse --steps 5 --jobs {jobs}"
            ));
            assert_eq!(outcome.code, 0, "{version}: {}", outcome.everything());
            let passed = outcome.outcomes();
            assert_eq!(passed.len(), 10, "{passed:?}");
            assert!(passed.iter().all(|(_, word)| *word == "pass"), "{passed:?}");
        }
    }
}

#[test]
fn drift_tells_values_apart_from_what_is_not_written_and_from_defaults() {
    let sandbox = two_models();
    let drift = "drift model.xml stack.xml --versions 3.3.7,3.4.0 --steps 3 --format json";
    let outcome = sandbox.harness(drift);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let drifts: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let fields = drifts[0]["fields"].as_object().expect("an object");
    // The boxes' contacts have another depth; nothing that is only memory is among the values.
    assert!(fields.contains_key("contact.dist"), "{drifts:#}");
    for name in ["qM", "bvh_active"] {
        assert!(!fields.contains_key(name), "{name}: {drifts:#}");
    }
    let single = sandbox.harness(&format!("{drift} --jobs 1"));
    assert_eq!(
        single.stdout,
        sandbox.harness(&format!("{drift} --jobs 4")).stdout
    );
}

#[test]
fn a_version_that_does_not_exist_lists_those_that_do() {
    let sandbox = Sandbox::with_model(LIVELY);
    let outcome = sandbox.harness("upgrade model.xml --from 3.3.7 --to 3.3.9");
    assert_eq!(outcome.code, 3, "{}", outcome.everything());
    assert!(
        outcome.stderr.contains("3.3.6, 3.3.7, 3.4.0"),
        "{}",
        outcome.stderr
    );
}
