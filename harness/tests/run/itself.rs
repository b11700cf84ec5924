//! MuJoCo against itself: whatever the harness does to both sides, they stay equal.

use crate::{LIVELY, REFERENCE, Sandbox, repository};

#[test]
fn a_lively_model_is_equal_in_every_mode() {
    let outcome = Sandbox::with_model(LIVELY).itself("--strict");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    assert_eq!(
        outcome.outcomes(),
        [
            ("compile", "pass"),
            ("save", "pass"),
            ("forward", "pass"),
            ("forced", "pass"),
            ("free", "pass"),
            ("inverse", "pass"),
            ("query", "pass"),
            ("derivative", "pass"),
            ("edit", "pass"),
        ]
    );
    let moments: Vec<u64> = outcome
        .records()
        .map(|record| record["coverage"]["moments"].as_u64().expect("a count"))
        .collect();
    // The model; its files; qpos0, one keyframe, three random states; twelve steps each; the states
    // again; the calls, and the data after those that change it; at two states four derivatives and
    // the data after each; two rounds of five steps with edits, and the models.
    assert_eq!(moments, [1, 1, 5, 12, 12, 5, 93, 16, 11]);
}

#[test]
fn sparse_jacobians_and_islands_are_equal_too() {
    for option in [
        r#"<option jacobian="sparse"/>"#,
        r#"<option jacobian="sparse" solver="PGS"/>"#,
        r#"<option jacobian="dense" solver="PGS" cone="elliptic"/>"#,
        r#"<option solver="CG"><flag island="enable" energy="enable"/></option>"#,
        r#"<option jacobian="sparse" solver="CG" integrator="RK4"><flag island="enable"/></option>"#,
        r#"<option integrator="implicitfast" noslip_iterations="2"/>"#,
        r#"<option><flag fwdinv="enable" contact="disable"/></option>"#,
    ] {
        let model = LIVELY.replace("<option timestep=\"0.004\"/>", option);
        let outcome = Sandbox::with_model(&model).itself("--strict");
        assert_eq!(outcome.code, 0, "{option}: {}", outcome.everything());
    }
}

#[test]
fn all_fixtures_are_equal_and_all_rejections_are_as_their_sidecars_say() {
    let sandbox = Sandbox::new();
    let fixtures = repository("fixtures");
    let fixtures = fixtures.to_str().expect("a readable path");
    let words = [
        "run",
        fixtures,
        "--subject",
        REFERENCE,
        "--steps",
        "5",
        "--strict",
    ];
    let outcome = sandbox.command(&words);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    for (mode, outcome) in outcome.outcomes() {
        // An edit may take the memory or the sense out of a model; MuJoCo has no derivatives with
        // Runge-Kutta.
        let stops = matches!(mode, "edit" | "derivative") && outcome == "stopped";
        assert!(
            stops || matches!(outcome, "pass" | "rejected"),
            "{mode} {outcome}"
        );
    }
    let time = &outcome.summary.as_ref().expect("a summary")["footer"]["time"];
    assert!(by_simulators(time) > 0.5, "{time:#}");
}

/// Share of the simulators' processes in the CPU time of a run.
fn by_simulators(time: &serde_json::Value) -> f64 {
    let sum = |part: &serde_json::Value| -> f64 {
        let seconds = part.as_object().into_iter().flat_map(|o| o.values());
        seconds.filter_map(serde_json::Value::as_f64).sum()
    };
    let simulators = sum(&time["reference"]) + sum(&time["subject"]);
    simulators / (simulators + sum(time))
}

#[test]
fn the_report_does_not_depend_on_the_number_of_jobs() {
    let sandbox = Sandbox::with_model(LIVELY).file("other.xml", crate::PENDULUM);
    let records = |jobs: &str| {
        let words = format!("run . --subject {REFERENCE} --steps 3 --jobs {jobs}");
        let outcome = sandbox.harness(&words);
        let mut records: Vec<_> = outcome.records().cloned().collect();
        for record in &mut records {
            record["seconds"] = 0.into();
        }
        records
    };
    assert_eq!(records("1"), records("3"));
}

#[test]
fn a_state_that_fills_the_socket_is_handed_over_all_the_same() {
    let body = |at| format!("<body pos=\"{at} 0 0\"><freejoint/><geom size=\".1\"/></body>");
    let bodies: String = (0..700).map(body).collect();
    let text = format!(
        "<mujoco><option><flag contact=\"disable\"/></option><worldbody>{bodies}</worldbody></mujoco>"
    );
    let sandbox = Sandbox::new().file("many.xml", &text);
    let words = format!("run . --subject {REFERENCE} --modes forced,free --steps 12");
    let outcome = sandbox.harness(&words);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
}
