//! Generated models: campaigns that can be repeated and continued, and findings made small.

use crate::{LIVELY, REFERENCE, Sandbox};

/// Compares MuJoCo with itself, so that what is found is the campaign's own.
fn campaign(sandbox: &Sandbox, more: &str) -> crate::Outcome {
    sandbox.harness(&format!(
        "fuzz --seed 3 --modes compile --subject {REFERENCE} {more}"
    ))
}

/// The last line: before it stand the models on which MuJoCo itself crashes.
fn verdict(outcome: &crate::Outcome) -> &str {
    outcome.stdout.lines().last().unwrap_or_default()
}

#[test]
fn a_campaign_goes_on_where_it_ended_and_most_of_its_models_are_accepted() {
    let sandbox = Sandbox::new();
    let first = campaign(&sandbox, "--count 30");
    assert_eq!(first.code, 0, "{}", first.everything());
    assert!(
        verdict(&first).starts_with("ok: 30 models"),
        "{}",
        first.stdout
    );
    let second = campaign(&sandbox, "--count 60");
    assert!(second.stderr.contains("going on after 30 models"));

    // The same models in one go.
    let whole = campaign(&Sandbox::new(), "--count 60");
    assert_eq!(whole.stdout, second.stdout);
    let accepted = verdict(&whole)
        .split(", ")
        .nth(1)
        .and_then(|part| part.split(' ').next());
    let accepted: usize = accepted
        .and_then(|count| count.parse().ok())
        .expect("a count");
    assert!(accepted > 20, "{}", whole.stdout);
}

#[test]
fn a_folder_keeps_one_campaign_and_says_which() {
    let sandbox = Sandbox::new();
    assert_eq!(campaign(&sandbox, "--count 1 --out kept").code, 0);
    let other = campaign(&sandbox, "--count 1 --out kept --features wrap");
    assert_eq!(other.code, 2, "{}", other.everything());
    let told = "kept has a campaign with other flags (harness fuzz --seed 3";
    assert!(other.stderr.contains(told), "{}", other.stderr);
}

#[test]
fn given_models_are_changed_a_little() {
    let sandbox = Sandbox::with_model(LIVELY);
    let outcome = campaign(&sandbox, "--count 20 --from .");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let nothing = Sandbox::new();
    assert_eq!(campaign(&nothing, "--from . --count 1").code, 4);
}

#[test]
fn a_feature_that_does_not_exist_is_refused() {
    let outcome = campaign(&Sandbox::new(), "--features warp");
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.stderr.contains("there is no feature \"warp\""),
        "{}",
        outcome.stderr
    );
}

#[test]
fn a_finding_is_reduced_to_the_few_lines_that_show_it() {
    let sandbox = Sandbox::with_model(LIVELY);
    let outcome = sandbox.harness(&format!(
        "reduce model.xml --subject {REFERENCE} --modes forward --inject ten_length[0]@1:ulp=1"
    ));
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let small = std::fs::read_to_string(sandbox.path().join("model.reduced.xml")).expect("written");
    assert!(small.contains("<tendon>"), "{small}");
    assert!(small.lines().count() < 20, "{small}");
    assert!(
        !small.contains("<sensor>") && !small.contains("<equality>"),
        "{small}"
    );
}

#[test]
fn where_nothing_differs_nothing_is_reduced() {
    let sandbox = Sandbox::with_model(LIVELY);
    let outcome = sandbox.harness(&format!(
        "reduce model.xml --subject {REFERENCE} --modes compile"
    ));
    assert_eq!(outcome.code, 4, "{}", outcome.everything());
    assert!(
        outcome.stdout.contains("nothing differs"),
        "{}",
        outcome.stdout
    );
}
