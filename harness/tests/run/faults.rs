//! Subjects that crash, hang, write garbage or hand out the wrong amount: each is its own outcome,
//! and the run goes on.

use crate::{LIVELY, REFERENCE, Sandbox};

/// Runs a fault on two models; the second must be tried as well.
fn with_fault(fault: &str, flags: &str) -> (i32, Vec<(String, String, String)>) {
    let sandbox = Sandbox::new().file("a.xml", LIVELY).file("b.xml", LIVELY);
    let outcome = sandbox.harness(&format!(
        "run . --subject faulty:{fault}:{REFERENCE} --modes compile,forward,free --steps 3 --jobs 1 {flags}"
    ));
    let text = |record: &serde_json::Value, key: &str| record[key].as_str().expect(key).to_owned();
    let records = outcome.records();
    let records = records.map(|r| (text(r, "case"), text(r, "mode"), text(r, "outcome")));
    let records: Vec<_> = records.collect();
    assert!(
        outcome
            .lines
            .last()
            .is_some_and(|line| line["type"] == "footer")
    );
    (outcome.code, records)
}

fn outcome_of(records: &[(String, String, String)], case: &str, mode: &str) -> String {
    let found = records.iter().find(|(c, m, _)| c == case && m == mode);
    found.map_or_else(|| "none".to_owned(), |(.., outcome)| outcome.clone())
}

#[test]
fn a_crash_ends_the_case_and_not_the_run() {
    let (code, records) = with_fault("crash", "");
    assert_eq!(code, 101);
    for case in ["a", "b"] {
        assert_eq!(outcome_of(&records, case, "compile"), "pass");
        assert_eq!(outcome_of(&records, case, "forward"), "crash");
        assert_eq!(outcome_of(&records, case, "free"), "unable");
    }
}

#[test]
fn a_model_that_does_not_follow_its_edits_is_found_and_the_edits_are_named() {
    let sandbox = Sandbox::with_model(LIVELY);
    let outcome = sandbox.harness(&format!(
        "run model.xml --subject faulty:stale:{REFERENCE} --modes free,edit --steps 3"
    ));
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    assert_eq!(outcome.outcomes(), [("free", "pass"), ("edit", "fail")]);
    let record = outcome.records().nth(1).expect("a record");
    let message = record["message"].as_str().expect("a message");
    assert!(message.starts_with("edits: [round 1 step 1] "), "{message}");
    assert!(message.contains(" -> "), "{message}");
    let moment = record["finding"]["moment"].as_str().expect("a moment");
    assert!(moment.starts_with("round "), "{moment}");
    let repeat = record["repeat"].as_str().expect("a command");
    assert!(repeat.contains("--modes edit"), "{repeat}");
}

#[test]
fn a_hang_is_a_timeout() {
    let (code, records) = with_fault("hang", "--timeout 1");
    assert_eq!(code, 101);
    for case in ["a", "b"] {
        assert_eq!(outcome_of(&records, case, "forward"), "timeout");
    }
}

#[test]
fn exhausted_memory_is_told_apart_from_a_crash() {
    let (code, records) = with_fault("memory", "--memory 1024");
    assert_eq!(code, 101);
    assert_eq!(outcome_of(&records, "b", "forward"), "out_of_memory");
}

#[test]
fn garbage_too_few_values_and_wrong_shapes_are_garbage() {
    for fault in ["garbage", "too-few", "wrong-shape"] {
        let (code, records) = with_fault(fault, "");
        assert_eq!(code, 101, "{fault}");
        for case in ["a", "b"] {
            assert_eq!(outcome_of(&records, case, "compile"), "garbage", "{fault}");
        }
    }
}
