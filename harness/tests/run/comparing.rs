//! Two runs compared: what was fixed, broken, gone, new, larger or slower, and the reports that can
//! be read for it.

use std::fs;

use serde_json::{Value, json};

use crate::reports::schema;
use crate::{LIVELY, Outcome, PENDULUM, REFERENCE, Sandbox};

/// Runs MuJoCo against itself on everything in the sandbox; the report is then in `to`.
fn run_into(sandbox: &Sandbox, to: &str, more: &str) {
    let words = format!("run . --subject {REFERENCE} --steps 6 --report-dir {to} {more}");
    let outcome = sandbox.harness(&words);
    assert!([0, 100].contains(&outcome.code), "{}", outcome.everything());
}

fn compare(sandbox: &Sandbox, base: &str, new: &str) -> (i32, Value) {
    let outcome = sandbox.harness(&format!("compare {base} {new} --format json"));
    let json = serde_json::from_str(&outcome.stdout);
    let json = json.unwrap_or_else(|_| panic!("{}", outcome.everything()));
    schema("compare.schema.json")
        .check(&json)
        .unwrap_or_else(|error| panic!("{error}\n{json:#}"));
    (outcome.code, json)
}

fn kinds(json: &Value) -> Vec<String> {
    let changes = json["changes"].as_array().expect("a list").iter();
    let word = |change: &Value, key: &str| change[key].as_str().unwrap_or("").to_owned();
    let line = |change: &Value| {
        let parts = ["kind", "case", "mode", "field"].map(|key| word(change, key));
        parts.join(" ").trim_end().to_owned()
    };
    changes.map(line).collect()
}

#[test]
fn a_fault_is_broken_and_its_removal_is_fixed() {
    let sandbox = Sandbox::with_model(LIVELY);
    run_into(&sandbox, "good", "");
    run_into(&sandbox, "bad", "--inject actuator_moment[3]@2:ulp=1");
    let (code, json) = compare(&sandbox, "good/latest", "bad/latest");
    assert_eq!(code, 100);
    assert_eq!(json["worse"], true);
    let broken = ["forced", "free", "edit"].map(|mode| format!("broken model {mode}"));
    assert_eq!(kinds(&json), broken);
    let new = json["changes"][0]["new"].as_str().expect("words");
    assert!(
        new.starts_with("fail step 2 transmission actuator_moment[elbow_flexor, shoulder.1]: "),
        "{new}"
    );
    assert!(new.contains("(1 ulp, "), "{new}");
    let (code, json) = compare(&sandbox, "bad/latest", "good/latest");
    assert_eq!(code, 0);
    let fixed = ["forced", "free", "edit"].map(|mode| format!("fixed model {mode}"));
    assert_eq!(kinds(&json), fixed);
    let (code, json) = compare(&sandbox, "bad/latest", "bad/latest/report.jsonl");
    assert_eq!((code, kinds(&json).len()), (0, 0));
}

#[test]
fn a_larger_error_of_a_field_is_worse_and_a_smaller_one_is_not() {
    let sandbox = Sandbox::with_model(LIVELY);
    let inject = |count: u32| format!("--modes forced --inject qvel[9]@3:ulp={count}");
    run_into(&sandbox, "small", &inject(1));
    run_into(&sandbox, "large", &inject(900));
    let (code, json) = compare(&sandbox, "small/latest", "large/latest");
    assert_eq!(
        (code, kinds(&json)),
        (100, vec!["grew model forced qvel".to_owned()])
    );
    let (code, json) = compare(&sandbox, "large/latest", "small/latest");
    assert_eq!(
        (code, kinds(&json)),
        (0, vec!["shrank model forced qvel".to_owned()])
    );
}

#[test]
fn cases_that_come_and_go_are_named() {
    let sandbox = Sandbox::with_model(PENDULUM).file("other.xml", PENDULUM);
    run_into(&sandbox, "both", "--modes compile");
    fs::remove_file(sandbox.path().join("other.xml")).expect("removed");
    run_into(&sandbox, "one", "--modes compile");
    let (code, json) = compare(&sandbox, "one/latest", "both/latest");
    assert_eq!(
        (code, kinds(&json)),
        (0, vec!["new other compile".to_owned()])
    );
    let (code, json) = compare(&sandbox, "both/latest", "one/latest");
    assert_eq!(
        (code, kinds(&json)),
        (100, vec!["gone other compile".to_owned()])
    );
    let allowed = sandbox.harness("compare both/latest one/latest --allow-gone");
    assert_eq!(allowed.code, 0, "{}", allowed.everything());
}

#[test]
fn text_and_markdown_tell_the_same() {
    let sandbox = Sandbox::with_model(LIVELY);
    run_into(&sandbox, "good", "--modes forward");
    run_into(&sandbox, "bad", "--modes forward --inject qM[0]@1:ulp=1");
    let text = sandbox.harness("compare good/latest bad/latest").stdout;
    assert!(
        text.contains("broken model forward\n     was pass\n     is  fail qpos0 crb qM["),
        "{text}"
    );
    assert!(text.ends_with("worse: 1 broken, 0 unchanged\n"), "{text}");
    let markdown = sandbox.harness("compare good/latest bad/latest --format markdown");
    assert_eq!(markdown.code, 100);
    assert!(
        markdown.stdout.starts_with("## ❌ worse: 1 broken"),
        "{}",
        markdown.stdout
    );
    assert!(
        markdown
            .stdout
            .contains("| model forward | pass | fail qpos0 crb qM\\[root.0, root.0\\]")
    );
    assert!(
        markdown
            .stdout
            .contains("harness run model.xml --modes forward")
    );
}

/// A sandbox with the report of one record, of version `version` and with this outcome and speed.
fn written(version: u64, outcome: &str, ratio: f64) -> (Value, Value) {
    let header = json!({"type": "header", "schema": version, "run": "then", "harness": "0.1.0",
        "subject": {"kind": "engine", "version": "0.1.0"}, "reference": {"kind": REFERENCE, "version": "3.2.6"},
        "host": {"os": "linux", "arch": "x86_64", "cpu": "a", "cores": 1}, "command": [], "default_seed": 1, "cases": 1});
    let ok = outcome == "pass" || outcome == "unsupported";
    let record = json!({"type": "record", "case": "arm", "path": "arm.xml", "mode": "free", "outcome": outcome, "ok": ok,
        "coverage": {"moments": 1, "fields": 2, "values": 3}, "diverging": 0, "seconds": 0.1, "repeat": "harness run arm.xml"});
    let sandbox = json!({"unit": "step", "subject": header["subject"], "reference": header["reference"], "optimized": true,
        "models": [{"model": "pile", "dofs": 3, "ratio": ratio, "ratio_low": 0.95 * ratio, "ratio_high": 1.05 * ratio,
        "ours_ns": 1.0, "reference_ns": ratio, "ours_per_second": 1.0, "reference_per_second": 1.0, "turns": 3, "units_per_turn": 9}]});
    (Value::String(format!("{header}\n{record}\n")), sandbox)
}

fn folder(sandbox: Sandbox, name: &str, (report, speed): (Value, Value)) -> Sandbox {
    let report = report.as_str().expect("text").to_owned();
    sandbox
        .file(&format!("{name}/report.jsonl"), report)
        .file(&format!("{name}/bench.json"), speed.to_string())
}

#[test]
fn a_report_of_version_one_is_read_and_one_of_the_future_refused() {
    let sandbox = folder(Sandbox::new(), "old", written(1, "pass", 1.0));
    let sandbox = folder(sandbox, "future", written(99, "pass", 1.0));
    let (code, json) = compare(&sandbox, "old", "old");
    assert_eq!((code, json["unchanged"].as_u64()), (0, Some(1)));
    assert_eq!(json["base"]["whole"], false, "there is no footer");
    let refused: Outcome = sandbox.harness("compare old future");
    assert_eq!(refused.code, 2);
    let expected = "future/report.jsonl: the report has version 99 of the format, this program reads versions 1 to 2";
    assert!(refused.stderr.contains(expected), "{}", refused.stderr);
}

#[test]
fn coverage_lost_and_speed_lost_are_worse() {
    let sandbox = folder(Sandbox::new(), "old", written(2, "pass", 1.0));
    let sandbox = folder(sandbox, "uncovered", written(2, "unsupported", 1.0));
    let sandbox = folder(sandbox, "slow", written(2, "pass", 0.5));
    let (code, json) = compare(&sandbox, "old", "uncovered");
    assert_eq!(
        (code, kinds(&json)),
        (100, vec!["uncovered arm free".to_owned()])
    );
    let (code, json) = compare(&sandbox, "uncovered", "old");
    assert_eq!(
        (code, kinds(&json)),
        (0, vec!["covered arm free".to_owned()])
    );
    let (code, json) = compare(&sandbox, "old", "slow");
    assert_eq!(
        (code, json["speed"][0]["verdict"].as_str()),
        (100, Some("slower"))
    );
    let text = sandbox.harness("compare old slow").stdout;
    assert!(
        text.contains("slower step of pile: ratio was 1.00, is 0.50"),
        "{text}"
    );
    assert_eq!(compare(&sandbox, "slow/bench.json", "old/bench.json").0, 0);
}

#[test]
fn a_cut_off_line_is_no_line_and_nonsense_is_refused_with_its_place() {
    let (report, speed) = written(2, "pass", 1.0);
    let text = report.as_str().expect("text").to_owned();
    let cut = format!("{text}{{\"type\": \"rec");
    let sandbox = folder(Sandbox::new(), "cut", (cut.into(), speed.clone()));
    let sandbox = folder(
        sandbox,
        "nonsense",
        (format!("{text}nonsense\n").into(), speed.clone()),
    );
    let sandbox = folder(sandbox, "headless", ("{}\n".into(), speed));
    assert_eq!(compare(&sandbox, "cut", "cut").0, 0);
    for (name, message) in [
        ("nonsense", "report.jsonl:3: not a line of a report"),
        ("headless", "a report begins with its header"),
        ("absent", "absent: "),
    ] {
        let refused = sandbox.harness(&format!("compare cut {name}"));
        assert_eq!(refused.code, 2, "{name}");
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
}
