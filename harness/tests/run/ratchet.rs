//! The baseline, which only ever gets tighter, and the history, which only ever gets longer.

use std::fs;

use serde_json::Value;

use crate::reports::schema;
use crate::{LIVELY, REFERENCE, Sandbox};

fn run(sandbox: &Sandbox, more: &str) -> crate::Outcome {
    sandbox.itself(&format!("--modes forced {more}"))
}

fn accepted(sandbox: &Sandbox) -> Value {
    let text = fs::read_to_string(sandbox.path().join("base.json")).expect("a baseline");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let checked = schema("baseline.schema.json").check(&json);
    checked.unwrap_or_else(|error| panic!("{error}\n{text}"));
    json["cases"]["model"]["forced"].clone()
}

#[test]
fn worse_than_the_baseline_fails_and_better_asks_to_tighten() {
    let sandbox = Sandbox::with_model(LIVELY);
    let fault =
        |ulps: u32| format!("--inject qvel[9]@3:ulp={ulps} --baseline base.json --baseline-create");
    // Without a file, what is there today is accepted, though it is not equal.
    let first = run(&sandbox, &fault(100));
    assert_eq!(first.code, 0, "{}", first.everything());
    let bound = accepted(&sandbox)["differs"]["qvel"]
        .as_f64()
        .expect("a bound");
    assert!(bound > 0.0 && bound < 1e-12, "{bound}");

    assert_eq!(run(&sandbox, &fault(100)).code, 0);
    let worse = run(&sandbox, &fault(200));
    assert_eq!(worse.code, 100, "{}", worse.everything());
    assert!(
        worse
            .stdout
            .contains("worse than the baseline: model forced: qvel differs by"),
        "{}",
        worse.stdout
    );
    let other = run(
        &sandbox,
        "--inject qacc[9]@3:ulp=1 --baseline base.json --baseline-create",
    );
    assert_eq!(other.code, 100, "{}", other.everything());
    assert!(
        other.stdout.contains("qacc did not differ"),
        "{}",
        other.stdout
    );

    // Worse never loosens.
    assert_eq!(sandbox.harness("baseline tighten base.json").code, 0);
    assert!(accepted(&sandbox)["differs"].get("qacc").is_none());
}

#[test]
fn ground_once_won_is_never_lost() {
    let sandbox = Sandbox::with_model(LIVELY);
    let fault =
        |ulps: u32| format!("--inject qvel[9]@3:ulp={ulps} --baseline base.json --baseline-create");
    run(&sandbox, &fault(100));
    let before = accepted(&sandbox)["differs"]["qvel"].as_f64();
    let better = run(&sandbox, &fault(1));
    assert_eq!(better.code, 0, "{}", better.everything());
    assert!(
        better.stdout.contains("better than the baseline"),
        "{}",
        better.stdout
    );
    assert!(
        better.stdout.contains("harness baseline tighten"),
        "{}",
        better.stdout
    );
    let tightened = sandbox.harness("baseline tighten base.json");
    assert_eq!(tightened.stdout, "base.json: 1 entries tightened\n");
    assert!(accepted(&sandbox)["differs"]["qvel"].as_f64() < before);
    assert_eq!(run(&sandbox, &fault(100)).code, 100);

    assert_eq!(run(&sandbox, "--baseline base.json").code, 0);
    sandbox.harness("baseline tighten base.json reports/latest");
    assert_eq!(accepted(&sandbox), "equal");
    assert_eq!(run(&sandbox, &fault(1)).code, 100);
    assert_eq!(sandbox.harness("baseline check base.json").code, 100);
    // Unless somebody says so.
    assert_eq!(sandbox.harness("baseline record base.json").code, 0);
    assert_eq!(sandbox.harness("baseline check base.json").code, 0);
}

#[test]
fn a_baseline_of_others_or_of_nonsense_is_refused() {
    let sandbox = Sandbox::with_model(LIVELY).file("nonsense.json", "{\"schema\": 1}");
    assert_eq!(
        run(&sandbox, "--baseline base.json --baseline-create").code,
        0
    );
    let refused = sandbox.harness("run model.xml --modes compile --reference mujoco@3.2.6 --subject engine --baseline base.json --baseline-create");
    assert_eq!(refused.code, 2, "{}", refused.everything());
    let expected = format!(
        "the baseline is about {REFERENCE} against {REFERENCE}, the report about engine against"
    );
    assert!(refused.stderr.contains(&expected), "{}", refused.stderr);
    assert_eq!(sandbox.harness("baseline check nonsense.json").code, 2);
}

#[test]
fn a_history_has_a_line_for_each_run_and_tells_what_changed() {
    let sandbox = Sandbox::with_model(LIVELY);
    run(&sandbox, "");
    let words = "history history.jsonl --add reports/latest";
    assert_eq!(sandbox.harness(words).code, 0);
    // The run's name is its second: the next one must have another.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    run(&sandbox, "--inject qvel[9]@3:ulp=1");
    let outcome = sandbox.harness(words);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    assert!(
        outcome.stdout.contains("qvel: worst error"),
        "{}",
        outcome.stdout
    );
    assert!(
        outcome.stdout.contains("not ok       ▁█"),
        "{}",
        outcome.stdout
    );
    // The same run is not counted twice.
    assert!(
        sandbox
            .harness(words)
            .stderr
            .contains("is in the history already")
    );
    let text = fs::read_to_string(sandbox.path().join("history.jsonl")).expect("a history");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    let history = schema("history.schema.json");
    for line in &lines {
        history
            .check(line)
            .unwrap_or_else(|error| panic!("{error}\n{line:#}"));
    }
    assert_eq!(
        (&lines[0]["not_ok"], &lines[1]["not_ok"]),
        (&0.into(), &1.into())
    );
    assert!(lines[1]["worst"]["qvel"].as_f64() > Some(0.0));
    let markdown = sandbox
        .harness("history history.jsonl --format markdown --last 1")
        .stdout;
    assert_eq!(markdown.lines().count(), 3, "{markdown}");
    let broken = sandbox.file("broken.jsonl", "{}\n");
    assert_eq!(broken.harness("history broken.jsonl").code, 2);
}
