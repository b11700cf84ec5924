//! mujoco-rs beside the shim of the same version: two ways to the same memory.

use crate::{LIVELY, Sandbox};

/// The version that the crate binds, as `docs/guide.md` and the harness say.
const NEWEST: &str = harness::worker::MUJOCO_RS;

#[test]
#[cfg(feature = "mujoco-latest")]
fn mujoco_rs_has_the_same_bits_as_the_shim_of_its_version() {
    let sandbox = Sandbox::with_model(LIVELY);
    let words = format!("run model.xml --subject mujoco-rs --reference mujoco@{NEWEST} --steps 20");
    // The crate's adapter calls no single functions and edits no models.
    let modes = "compile,forward,forced,free,inverse";
    let outcome = sandbox.harness(&format!("{words} --modes {modes}"));
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    for record in outcome.records() {
        // What the crate gives no safe access to is missing; everything else is equal.
        assert!(
            record["outcome"] == "missing" || record["outcome"] == "pass",
            "{record}"
        );
        assert!(
            record["coverage"]["values"].as_u64() > Some(500),
            "{record}"
        );
    }
    let fault = sandbox.harness(&format!("{words} --modes free --inject xpos[3,2]@4:ulp=1"));
    assert_eq!(fault.code, 100, "{}", fault.everything());
}

#[test]
#[cfg(not(feature = "mujoco-latest"))]
fn without_the_feature_mujoco_rs_says_how_to_get_it() {
    let sandbox = Sandbox::with_model(LIVELY);
    // Never fetched: where the library is not in the cache, that is said first.
    let outcome = sandbox.harness("run model.xml --subject mujoco-rs --reference engine --offline");
    assert_eq!(outcome.code, 3, "{}", outcome.everything());
    let told =
        outcome.stderr.contains("--features mujoco-latest") || outcome.stderr.contains(NEWEST);
    assert!(told, "{}", outcome.stderr);
}
