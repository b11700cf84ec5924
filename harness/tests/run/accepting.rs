//! `accept`: the criteria are traced, the errata are current, and the exit code is the engine's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use harness::case::{Overrides, discover};
use harness::commands::accept::Criteria;
use serde_json::Value;

use crate::{Outcome, Sandbox, repository};

fn accept(more: &[&str]) -> Outcome {
    let fixtures = repository("fixtures");
    let fixtures = fixtures.to_str().expect("a readable path");
    Sandbox::new().command(&[&["accept", fixtures], more].concat())
}

fn criteria() -> Criteria {
    Criteria::load(&repository("fixtures")).expect("criteria")
}

#[test]
fn every_criterion_of_the_specifications_is_traced() {
    let criteria = criteria();
    let (all, lacking) = criteria.untraced();
    assert_eq!((all.len(), lacking), (27, Vec::new()));
    assert_eq!((all[13].as_str(), all[26].as_str()), ("A-AC14", "B-AC13"));
    for criterion in &criteria.criteria {
        let Some(test) = &criterion.test else {
            continue;
        };
        let (file, function) = test.split_once("::").expect("FILE::TEST");
        let text = std::fs::read_to_string(repository(file)).expect(file);
        assert!(text.contains(&format!("fn {function}()")), "{test}");
    }
}

#[test]
fn sidecars_and_criteria_name_each_other() {
    let criteria = criteria();
    let mut expected: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for criterion in &criteria.criteria {
        for check in &criterion.checks {
            let ids = expected.entry(check.fixture.clone()).or_default();
            ids.insert(criterion.id.clone());
        }
    }
    let root = repository("fixtures");
    let found = discover(std::slice::from_ref(&root), &Overrides::default()).expect("fixtures");
    let mut given: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for case in found.cases {
        let ids = case
            .sidecar
            .acceptance
            .iter()
            .map(|id| id.get_ref().clone());
        let ids: BTreeSet<String> = ids.collect();
        let name = case.path.strip_prefix(&root).expect("below the root");
        if !ids.is_empty() {
            given.insert(name.with_extension("").display().to_string(), ids);
        }
    }
    assert_eq!(given, expected);
}

#[test]
fn the_engine_meets_every_criterion_bit_for_bit() {
    let outcome = accept(&["--format", "json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let traced = "27 of 27 criteria traced\n";
    assert!(outcome.stderr.contains(traced), "{}", outcome.stderr);
    let report: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let criteria = report["criteria"].as_array().expect("an array");
    for criterion in criteria {
        let verdict = &criterion["engine_verdict"];
        let measured = criterion["checks"]
            .as_array()
            .is_some_and(|c| !c.is_empty());
        let expected = if measured {
            "bit_equal"
        } else {
            "not_measured"
        };
        assert_eq!(verdict, expected, "{criterion:#}");
        let reason = criterion["reason"].as_str();
        let silent = criterion["spec_verdict"] == "right" || criterion["spec_verdict"] == "code";
        assert!(silent || reason.is_some(), "{criterion:#}");
    }
    let wrong = |c: &&Value| c["spec_verdict"] == "wrong";
    assert!(criteria.iter().filter(wrong).count() >= 14);
}

#[test]
fn the_errata_are_current() {
    let outcome = accept(&["--errata"]);
    let written = std::fs::read_to_string(repository("docs/errata.md")).expect("docs/errata.md");
    let advice = "run: harness accept --errata > docs/errata.md";
    assert_eq!(outcome.stdout, written, "{advice}");
}

#[test]
fn a_subject_that_differs_fails_whatever_the_specification_says() {
    let criterion = r#"[[criterion]]
id = "T-1"
claim = "Gear 2 on a hinge."
checks = [{ fixture = "model", field = "actuator_gear", elements = [0], expect = { equal = { values = [3.0], within = 0.0 } } }]"#;
    let sandbox = Sandbox::with_model(crate::PENDULUM).file("acceptance/t.toml", criterion);
    assert_eq!(sandbox.harness("accept . --update").code, 0);
    let same = sandbox.harness("accept . --format markdown");
    assert_eq!(same.code, 0, "{}", same.everything());
    assert!(
        same.stdout.contains("| wrong | bit-equal |"),
        "{}",
        same.stdout
    );
    let broken = sandbox.harness("accept . --subject faulty:too-few:mujoco@3.2.6");
    assert_ne!(broken.code, 0, "{}", broken.everything());
    // What a document numbers and no criterion covers is reported.
    let numbered = format!("numbered = {{ prefix = \"T-\", count = 2 }}\n{criterion}");
    let sandbox = sandbox.file("acceptance/t.toml", numbered);
    let outcome = sandbox.harness("accept .");
    let told = "1 of 2 criteria traced, without T-2\n";
    assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
}

#[test]
fn a_mistake_in_a_criterion_is_a_usage_error() {
    for (text, message) in [
        ("[[criterion]]\nid = \"T\"\nclaim = \"c\"", "exactly one of"),
        (
            "[[criterion]]\nid = \"T\"\nclaim = \"c\"\nchecks = [{ fixture = \"nothing\", expect = \"nonzero\" }]",
            "no fixture",
        ),
        (
            "[[criterion]]\nid = \"T\"\nclaim = \"c\"\nchecks = [{ fixture = \"model\", field = \"qpoz\", expect = \"nonzero\" }]",
            "qpoz",
        ),
        ("[[criterion]]\nid = \"T\"\nclame = \"c\"", "clame"),
    ] {
        let sandbox = Sandbox::with_model(crate::PENDULUM).file("acceptance/t.toml", text);
        let outcome = sandbox.harness("accept .");
        assert_eq!(outcome.code, 2, "{text}: {}", outcome.everything());
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
}

#[test]
fn no_function_computes_parameters_of_muscles_alone() {
    fn search(directory: &Path) {
        for entry in std::fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                search(&path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                assert!(
                    !text.contains("compute_muscle_params"),
                    "{}",
                    path.display()
                );
            }
        }
    }
    search(&repository("engine/src"));
}
