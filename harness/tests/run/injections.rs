//! One disturbed value is found at exactly its address, in every stage, type and mode.

use serde_json::Value;

use crate::{LIVELY, Sandbox};

/// Injection, mode, and the address that must be reported: moment, stage, field and element.
const DISTURBANCES: &[(&str, &str, &str)] = &[
    ("body_mass[1]@0:ulp=1", "compile", " model body_mass[ball]"),
    ("nbody[0]@0:ulp=1", "compile", " size nbody"),
    (
        "opt.timestep[0]@0:ulp=-1",
        "compile",
        " option opt.timestep",
    ),
    ("stat.extent[0]@0:nan", "compile", " statistic stat.extent"),
    (
        "jnt_limited[2]@0:ulp=1",
        "compile",
        " model jnt_limited[elbow]",
    ),
    (
        "geom_rgba[1,2]@0:ulp=1",
        "compile",
        " model geom_rgba[shell, 2]",
    ),
    ("names[3]@0:ulp=1", "compile", " model names[3]"),
    (
        "qpos[8]@1:ulp=1",
        "forward",
        "qpos0 integrate qpos[shoulder.1]",
    ),
    (
        "xpos[3,2]@1:nan",
        "forward",
        "qpos0 kinematics xpos[lower, 2]",
    ),
    ("qM[0]@1:ulp=1", "forward", "qpos0 crb qM[root.0, root.0]"),
    (
        "actuator_moment[3]@2:ulp=2",
        "forced",
        "step 2 transmission actuator_moment[elbow_flexor, shoulder.1]",
    ),
    (
        "moment_colind[1]@1:ulp=1",
        "forward",
        "qpos0 transmission moment_colind[twist, shoulder.1]",
    ),
    (
        "act_dot[0]@1:ulp=1",
        "forward",
        "qpos0 actuation act_dot[push]",
    ),
    (
        "contact.dist[0]@1:ulp=1",
        "forced",
        "step 1 collision contact.dist[0: floor - shell]",
    ),
    (
        "qfrc_bias[4]@9:ulp=1",
        "forced",
        "step 9 bias qfrc_bias[root.4]",
    ),
    (
        "efc_pos[0]@2:ulp=1",
        "forced",
        "step 2 constraint efc_pos[0: equality leash]",
    ),
    (
        "sensordata[3]@4:ulp=1",
        "forced",
        "step 4 sensor sensordata[bend]",
    ),
    ("qacc[10]@7:ulp=1", "free", "step 7 solve qacc[rail]"),
    (
        "cinert[1,0]@12:swap",
        "free",
        "step 12 com_pos cinert[ball, 0]",
    ),
    ("qvel[9]@5:ulp=-3", "free", "step 5 integrate qvel[elbow]"),
    ("time[0]@6:ulp=1", "free", "step 6 integrate time"),
    ("ncon[0]@3:ulp=1", "free", "step 3 collision ncon"),
    (
        "qfrc_inverse[9]@1:ulp=1",
        "inverse",
        "qpos0 inverse qfrc_inverse[elbow]",
    ),
    ("act[0]@8:nan", "free", "step 8 integrate act[push]"),
];

#[test]
fn each_disturbance_is_the_first_divergence_and_the_only_one() {
    let sandbox = Sandbox::with_model(LIVELY);
    for (injection, mode, expected) in DISTURBANCES {
        let outcome = sandbox.itself(&format!("--modes {mode} --inject {injection}"));
        assert_eq!(outcome.code, 100, "{injection}: {}", outcome.everything());
        let failed: Vec<&Value> = outcome
            .records()
            .filter(|record| record["ok"] == false)
            .collect();
        assert_eq!(failed.len(), 1, "{injection}");
        let finding = &failed[0]["finding"];
        let word = |key: &str| finding[key].as_str().expect(key).to_owned();
        let found = format!(
            "{} {} {}{}",
            word("moment"),
            word("stage"),
            word("field"),
            word("name")
        );
        assert_eq!(found, *expected, "{injection}");
        assert!(
            failed[0].get("folded").is_none(),
            "{injection}: nothing else differs"
        );
        assert!(
            outcome.stdout.contains(expected.trim()),
            "{}",
            outcome.stdout
        );
    }
}

#[test]
fn a_disturbed_run_says_how_far_off_and_how_to_repeat_it() {
    let sandbox = Sandbox::with_model(LIVELY);
    let outcome = sandbox.itself("--modes free --inject qvel[9]@5:ulp=-3");
    let record = outcome.records().next().expect("a record");
    assert_eq!(record["finding"]["gap"]["ulps"], 3);
    assert_eq!(record["finding"]["category"], "value");
    assert_eq!(record["finding"]["count"], 1);
    let repeat = record["repeat"].as_str().expect("a command");
    assert!(outcome.stdout.contains(repeat));
    // The command is what it says: run again, it finds the same.
    let words: Vec<&str> = repeat.split_whitespace().skip(1).collect();
    let words: Vec<String> = words.iter().map(|word| word.replace('\'', "")).collect();
    let again = sandbox.command(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(
        again.records().next().expect("a record")["finding"],
        record["finding"]
    );
}

/// The category of the finding that an injection makes in the forward mode.
fn category(injection: &str) -> String {
    let sandbox = Sandbox::with_model(LIVELY);
    let outcome = sandbox.itself(&format!("--modes forward --inject {injection}"));
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    let record = outcome.records().next().expect("a record");
    let category = record["finding"]["category"].as_str();
    category.expect("a category").to_owned()
}

#[test]
fn zeros_of_different_sign_are_a_category_of_their_own() {
    // Of these two neighbours one is zero and the other minus zero at qpos0.
    assert_eq!(category("qfrc_damper[5]@1:swap"), "sign_of_zero");
}

#[test]
fn one_unit_below_zero_is_a_value_and_not_another_sign() {
    assert_eq!(category("qvel[3]@1:ulp=-1"), "value");
}

#[test]
fn an_injection_that_cannot_be_is_refused() {
    let sandbox = Sandbox::with_model(LIVELY);
    for injection in ["qvel[0]@1:ulp=0", "qvle[0]@1:ulp=1", "nonsense"] {
        let outcome = sandbox.itself(&format!("--inject {injection}"));
        assert_eq!(outcome.code, 2, "{injection}: {}", outcome.everything());
    }
}
