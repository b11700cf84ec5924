//! Runs held to recorded values, without MuJoCo.

use crate::goldens::{recorded, replace};
use crate::{Outcome, PENDULUM, Sandbox, repository};

#[test]
fn a_run_held_to_goldens_needs_no_mujoco_and_says_so() {
    let sandbox = recorded();
    let outcome = sandbox.harness("run . --reference golden --offline --cache empty");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let modes = [
        "compile",
        "save",
        "forward",
        "forced",
        "free",
        "inverse",
        "query",
        "derivative",
        "edit",
    ];
    let own = modes.map(|mode| (mode, "pass"));
    let outcomes = outcome.outcomes();
    assert_eq!(outcomes[..own.len()], own);
    assert_eq!(outcomes[own.len()], ("compile", "rejected"));
    let reference = &outcome.lines[0]["reference"];
    assert_eq!(reference["kind"], "golden");
    let version = reference["version"].as_str().expect("a text");
    assert!(
        version.starts_with("recorded from mujoco@3.2.6 on "),
        "{version}"
    );
    assert_eq!(
        outcome.summary.expect("a summary")["header"]["reference"],
        *reference
    );
    assert!(outcome.stdout.contains("no simulator was the reference"));
}

/// Calls and edits are summed up: the moment tells what was called.
#[test]
fn what_was_recorded_of_calls_derivatives_and_edits_is_held_to() {
    let sandbox = recorded();
    let modes = "--modes query,derivative,edit";
    let outcome = sandbox.harness(&format!("run lively.xml --reference golden {modes}"));
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    assert_eq!(
        outcome.outcomes(),
        [("query", "pass"), ("derivative", "pass"), ("edit", "pass")]
    );
    // Another digest of the first moment of each.
    let text = std::fs::read_to_string(sandbox.path().join("lively.golden")).expect("a golden");
    for (section, first) in [
        ("\nquery ", "mj_rnePostConstraint"),
        ("\nderivative ", "mjd_transitionFD forward"),
        ("\nedit ", "round 1 step 1"),
    ] {
        let at = text.find(section).expect("a section");
        let field = at + text[at..].find("  field ").expect("a digest") + "  field ".len();
        let colon = field + text[field..].find(": ").expect("digests of moments") + 2;
        let mut wrong = text.clone();
        wrong.replace_range(colon..colon + 3, "000");
        std::fs::write(sandbox.path().join("lively.golden"), wrong).expect("written");
        let outcome = sandbox.harness(&format!("run lively.xml --reference golden {modes}"));
        assert_eq!(outcome.code, 100, "{}", outcome.everything());
        let failed = outcome.records().find(|record| record["outcome"] == "fail");
        let moment = failed.expect("a failure")["finding"]["moment"].to_string();
        assert!(moment.contains(first), "{section}: {moment}");
    }
}

#[test]
fn a_disturbed_value_is_found_in_the_goldens_too() {
    let sandbox = recorded();
    let run = |inject: &str| -> Outcome {
        sandbox.harness(&format!(
            "run lively.xml --reference golden --inject {inject}"
        ))
    };
    // Recorded in full: element, values and distance.
    let outcome = run("qM[0]@1:ulp=1");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    let forward = outcome.records().find(|record| record["mode"] == "forward");
    let finding = &forward.expect("a record")["finding"];
    assert_eq!(finding["moment"], "qpos0");
    assert_eq!(finding["field"], "qM");
    assert_eq!(finding["element"], 0);
    assert_eq!(finding["gap"]["ulps"], 1);
    // At every step.
    let outcome = run("actuator_length[0]@7:ulp=1");
    let free = outcome.records().find(|record| record["mode"] == "free");
    let finding = &free.expect("a record")["finding"];
    assert_eq!(finding["moment"], "step 7");
    assert_eq!(finding["field"], "actuator_length");
    assert_eq!(finding["gap"]["ulps"], 1);
    let outcome = run("qfrc_inverse[0]@1:ulp=1 --modes inverse");
    let inverse = outcome.records().next().expect("a record");
    assert_eq!(inverse["finding"]["moment"], "qpos0", "{inverse}");
    assert_eq!(inverse["finding"]["field"], "qfrc_inverse");
    // Recorded as a digest: the step, the stage and the field, of several in a stage the one that
    // it is.
    for (inject, stage, field) in [
        ("xpos[4]@7:ulp=1", "kinematics", "xpos"),
        ("ximat[4]@7:ulp=1", "kinematics", "ximat"),
        ("qacc_smooth[0]@7:ulp=1", "acceleration", "qacc_smooth"),
        ("qvel[0]@7:ulp=1", "integrate", "qvel"),
    ] {
        let outcome = run(inject);
        for mode in ["forced", "free"] {
            let record = outcome.records().find(|record| record["mode"] == mode);
            let record = record.expect("a record");
            assert_eq!(record["outcome"], "fail", "{inject} {mode}");
            let finding = &record["finding"];
            assert_eq!(finding["moment"], "step 7", "{inject} {mode}");
            assert_eq!(finding["stage"], stage);
            assert_eq!(finding["field"], field);
            assert_eq!(finding["category"], "digest");
        }
        let advice = "differs (digest only; run against mujoco@3.2.6 for values)";
        assert!(outcome.stdout.contains(advice), "{}", outcome.stdout);
    }
}

#[test]
fn nothing_takes_the_place_of_values_that_are_not_recorded() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let none = sandbox.harness("run . --reference golden");
    assert_eq!(none.code, 3, "{}", none.everything());
    assert!(none.stderr.contains("no golden values"), "{}", none.stderr);
    let sandbox = recorded().file("new.xml", PENDULUM);
    replace(&sandbox, "lively.xml", "0.004", "0.005");
    let outcome = sandbox.harness("run . --reference golden");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    for (case, message) in [("new", "no golden values"), ("lively", "fixture changed")] {
        let record = outcome.records().find(|record| record["case"] == case);
        let record = record.expect("a record");
        assert_eq!(record["outcome"], "reference_error");
        let text = record["message"].as_str().expect("a message");
        assert!(text.contains(message), "{text}");
    }
    for flag in ["--steps 3", "--seed 2", "--random 1", "--set timestep=1"] {
        let outcome = sandbox.harness(&format!("run . --reference golden {flag}"));
        assert_eq!(outcome.code, 2, "{}", outcome.everything());
    }
}

#[test]
fn the_engine_has_the_recorded_bits_on_every_fixture() {
    let fixtures = repository("fixtures");
    let fixtures = fixtures.to_str().expect("a readable path");
    // Forced runs are free ones up to the first difference.
    let modes = ["--modes", "compile,forward,free,inverse"];
    let outcome =
        Sandbox::new().command(&[&["run", fixtures, "--reference", "golden"], &modes[..]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
}
