//! One fault in a run, in each report format.

use std::fs;

use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use serde_json::Value;

use crate::{LIVELY, PENDULUM, REFERENCE, Sandbox};

/// A run with a one-ULP fault in `actuator_moment`, written in every format, and one fixture that
/// is fine.
pub(crate) fn faulty() -> Sandbox {
    let sandbox = Sandbox::with_model(LIVELY).file("fine.xml", PENDULUM);
    let words = format!(
        "run . --subject {REFERENCE} --modes compile,forward,forced,free,inverse --steps 12 --inject actuator_moment[3]@2:ulp=1 --to html,junit,sarif,github,markdown"
    );
    let outcome = sandbox.harness(&words);
    // The pendulum has no fourth moment: it cannot be disturbed, which is reported separately.
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    sandbox
}

fn written(sandbox: &Sandbox, name: &str) -> String {
    let path = sandbox.path().join("reports/latest").join(name);
    fs::read_to_string(path).expect(name)
}

/// The line of the actuator that the fault is in.
fn line() -> usize {
    let found = LIVELY
        .lines()
        .position(|line| line.contains("elbow_flexor"));
    found.expect("an actuator") + 1
}

const ADDRESS: &str = "model free step 2 transmission actuator_moment[elbow_flexor, shoulder.1]";

#[test]
fn a_fault_is_a_failed_test_in_junit() {
    let sandbox = faulty();
    let report = Report::deserialize_from_str(&written(&sandbox, "junit.xml")).expect("JUnit");
    assert_eq!(
        report.name.as_ref().map(|name| name.as_str()),
        Some("plumbline")
    );
    let tests = report
        .test_suites
        .iter()
        .flat_map(|suite| &suite.test_cases);
    let failed: Vec<_> = tests
        .filter_map(|test| match &test.status {
            TestCaseStatus::NonSuccess {
                kind,
                message,
                description,
                ..
            } => Some((test, *kind, message.clone(), description.clone())),
            _ => None,
        })
        .filter(|(test, ..)| {
            test.classname
                .as_ref()
                .is_some_and(|name| name.as_str() == "model")
        })
        .collect();
    let names: Vec<&str> = failed.iter().map(|(test, ..)| test.name.as_str()).collect();
    assert_eq!(names, ["forced", "free"]);
    let (test, kind, message, description) = &failed[1];
    assert_eq!(*kind, NonSuccessKind::Failure);
    let message = message.as_ref().expect("a message").as_str();
    assert!(
        message.starts_with(ADDRESS) && message.contains("1 ulp"),
        "{message}"
    );
    let description = description.as_ref().expect("more").as_str();
    assert!(
        description.contains("harness run model.xml --modes free"),
        "{description}"
    );
    assert_eq!(
        test.extra.get("line").map(|line| line.as_str()),
        Some(&*line().to_string())
    );
    let count = report
        .test_suites
        .iter()
        .map(|suite| suite.tests)
        .sum::<usize>();
    assert_eq!(report.tests, count);
    assert!(count >= 7, "{count} tests");
}

/// What SARIF 2.1.0 demands of a log like ours.
fn check_sarif(log: &Value) {
    assert_eq!(log["version"], "2.1.0");
    let schema = log["$schema"].as_str().expect("a schema");
    assert!(schema.ends_with("sarif-schema-2.1.0.json"));
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert!(driver["name"].is_string());
    let rules: Vec<&Value> = driver["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .map(|rule| &rule["id"])
        .collect();
    assert!(run["invocations"][0]["executionSuccessful"].is_boolean());
    for result in run["results"].as_array().expect("results") {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(*rules[index], result["ruleId"]);
        assert!(
            ["none", "note", "warning", "error"]
                .iter()
                .any(|level| result["level"] == *level)
        );
        assert!(result["message"]["text"].is_string());
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a file");
        assert!(!uri.contains(' ') && !uri.contains('\\'), "{uri}");
        assert!(place["region"]["startLine"].as_u64() >= Some(1));
        assert!(place["region"]["startColumn"].as_u64() >= Some(1));
    }
}

#[test]
fn a_fault_is_an_error_in_sarif_at_the_line_of_its_element() {
    let sandbox = faulty();
    let log: Value = serde_json::from_str(&written(&sandbox, "report.sarif")).expect("JSON");
    check_sarif(&log);
    let results = log["runs"][0]["results"]
        .as_array()
        .expect("results")
        .iter();
    let errors: Vec<&Value> = results
        .filter(|result| result["properties"]["case"] == "model")
        .collect();
    assert_eq!(errors.len(), 2);
    let free = errors[1];
    assert_eq!(free["ruleId"], "stage/transmission");
    assert_eq!(free["level"], "error");
    assert_eq!(free["properties"]["ulps"], 1);
    let place = &free["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "model.xml");
    assert_eq!(place["region"]["startLine"], line());
    assert_eq!(
        free["locations"][0]["logicalLocations"][0]["fullyQualifiedName"],
        ADDRESS
    );
}

#[test]
fn a_fault_is_an_annotation_of_its_line() {
    let sandbox = faulty();
    let text = written(&sandbox, "annotations.txt");
    let start = format!("::error file=model.xml,line={},col=", line());
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with(&start))
        .collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(
        lines[1].contains(",title=fail model free::model free step 2"),
        "{}",
        lines[1]
    );
    assert!(
        lines[1].contains("%0Aharness run model.xml --modes free"),
        "{}",
        lines[1]
    );
}

#[test]
fn a_fault_stands_in_the_job_summary() {
    let sandbox = faulty();
    let text = written(&sandbox, "summary.md");
    assert!(text.starts_with("## ❌ "), "{text}");
    let line = format!(
        "- **fail** {}",
        ADDRESS
            .replace('_', "\\_")
            .replace('[', "\\[")
            .replace(']', "\\]")
    );
    assert!(text.contains(&line), "{text}");
    assert!(text.contains("| free |"), "{text}");
    assert!(
        text.contains("harness run model.xml --modes free --subject"),
        "{text}"
    );
}

#[test]
fn an_earlier_report_renders_to_the_same_files_elsewhere_or_to_stdout() {
    let sandbox = faulty();
    let outcome = sandbox.harness("render reports/latest --out public --to sarif,markdown,html");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    assert_eq!(
        outcome.stdout,
        "public/report.sarif\npublic/summary.md\npublic/report.html\n"
    );
    for name in ["report.sarif", "summary.md", "report.html"] {
        let here = fs::read_to_string(sandbox.path().join("public").join(name)).expect(name);
        assert_eq!(here, written(&sandbox, name), "{name}");
    }
    let shown = sandbox.harness("render reports/latest/report.jsonl --to github --stdout");
    assert_eq!(shown.stdout, written(&sandbox, "annotations.txt"));
    assert_eq!(sandbox.harness("render reports/latest --stdout").code, 2);
    assert_eq!(sandbox.harness("render nowhere").code, 2);
}

#[test]
fn the_page_has_the_models_text_wherever_it_is_rendered() {
    let sandbox = faulty();
    let elsewhere = Sandbox::new();
    let report = sandbox.path().join("reports/latest");
    let words = format!("render {} --to html --out .", report.display());
    let outcome = elsewhere.harness(&words);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let page = fs::read_to_string(elsewhere.path().join("report.html")).expect("a page");
    assert_eq!(page, written(&sandbox, "report.html"));
    assert!(page.contains("elbow_flexor\\\""), "the model's text");
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let page = written(&faulty(), "report.html");
    for sign in [
        "src=\"",
        "@import",
        "url(",
        "href=\"http",
        "fetch(",
        "</script><script src",
    ] {
        assert!(!page.contains(sign), "{sign}");
    }
    // Data cannot end the script element that it stands in.
    let data = page
        .split("id=\"data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next());
    let data: Value = serde_json::from_str(data.expect("data")).expect("JSON");
    assert_eq!(data["fixtures"][1]["text"], LIVELY);
}
