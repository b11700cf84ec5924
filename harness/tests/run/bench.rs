//! Speed: what `harness bench` measures and how it reports.

use serde_json::Value;

use crate::{Outcome, PENDULUM, Sandbox};

fn rows(outcome: &Outcome) -> Vec<Value> {
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let report: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    report["models"].as_array().expect("a list").clone()
}

/// The times are positive, and the ratio is that of the times.
fn check(row: &Value) {
    let number = |name: &str| row[name].as_f64().expect("a number");
    let (ours, reference) = (number("ours_ns"), number("reference_ns"));
    assert!(ours > 0.0 && reference > 0.0, "{row}");
    assert!((number("ratio") - reference / ours).abs() < 1e-9, "{row}");
    assert!(number("ratio_low") <= number("ratio_high"), "{row}");
}

#[test]
fn steps_of_a_given_model_are_timed_on_both_sides() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let outcome = sandbox.harness("bench model.xml --turns 3 --steps 60 --format json");
    let rows = rows(&outcome);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["model"], "model.xml");
    assert_eq!(rows[0]["units_per_turn"], 60);
    check(&rows[0]);
}

#[test]
fn models_of_a_folder_are_timed_and_sorted_by_ratio() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let folder = sandbox.path().join("models/inner");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("a.xml"), PENDULUM).expect("written");
    std::fs::write(folder.join("b.xml"), PENDULUM).expect("written");
    std::fs::write(folder.join("notes.txt"), "no model").expect("written");
    let words = "bench model.xml models --turns 1 --steps 20 --sort ratio";
    let outcome = sandbox.harness(&format!("{words} --format json"));
    let rows = rows(&outcome);
    assert_eq!(rows.len(), 3);
    let ratios: Vec<f64> = rows
        .iter()
        .filter_map(|row| row["ratio"].as_f64())
        .collect();
    assert!(ratios.is_sorted(), "{ratios:?}");
    let table = sandbox.harness(words).stdout;
    let last = table.lines().find(|line| line.starts_with("3 models: "));
    assert!(
        last.is_some_and(|line| line.contains("below 1.2")),
        "{table}"
    );
    // One that fails is named; the others are measured all the same.
    std::fs::write(folder.join("b.xml"), "<mujoco><nothing/></mujoco>").expect("written");
    let outcome = sandbox.harness(words);
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    assert!(outcome.stdout.contains("2 models: "), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("b.xml"), "{}", outcome.stderr);
    std::fs::create_dir(sandbox.path().join("empty")).expect("a folder");
    assert_eq!(sandbox.harness("bench empty").code, 2);
}

#[test]
fn steps_are_timed_where_the_model_changes_between_them() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let flags = "--turns 2 --steps 7 --edit-every 3 --format json";
    let outcome = sandbox.harness(&format!("bench model.xml {flags}"));
    let rows = rows(&outcome);
    assert_eq!(rows[0]["units_per_turn"], 7);
    check(&rows[0]);
    let outcome = sandbox.harness("bench model.xml --edit-every 0");
    assert_eq!(outcome.code, 2, "{}", outcome.everything());
}

#[test]
fn the_report_has_what_was_printed() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let outcome = sandbox.harness("bench model.xml --turns 1 --steps 10 --format json");
    let runs = std::fs::read_dir(sandbox.path().join("reports")).expect("reports");
    let run = runs.flatten().next().expect("a run").path();
    let written = std::fs::read_to_string(run.join("bench.json")).expect("a report");
    assert_eq!(written.trim_end(), outcome.stdout.trim_end());
}

#[test]
fn without_models_the_built_in_ones_are_timed() {
    let outcome = Sandbox::new().harness("bench --turns 1 --steps 2 --format json");
    let rows = rows(&outcome);
    assert!(rows.len() >= 14, "{}", rows.len());
    rows.iter().for_each(check);
}

#[test]
fn loads_are_timed_for_small_and_large_models() {
    let outcome = Sandbox::new().harness("bench load --turns 1 --format json");
    let rows = rows(&outcome);
    rows.iter().for_each(check);
    let dofs: Vec<u64> = rows.iter().filter_map(|row| row["dofs"].as_u64()).collect();
    assert_eq!(dofs, [3, 30, 300, 27, 270, 2700, 2, 600, 6000]);
}

#[test]
fn loads_of_given_models_are_timed() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let outcome = sandbox.harness("bench load model.xml --turns 1 --format json");
    let rows = rows(&outcome);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["model"], "model.xml");
    check(&rows[0]);
}

#[test]
fn loads_are_timed_on_as_many_cores_as_are_asked_for() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let outcome = sandbox.harness("bench load model.xml --turns 1 --cores 1,1 --format json");
    let rows = rows(&outcome);
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["cores"] == 1));
    rows.iter().for_each(check);
    let outcome = sandbox.harness("bench load model.xml --turns 1 --cores 1");
    assert!(
        outcome.stdout.contains("model.xml, 1 core "),
        "{}",
        outcome.stdout
    );
    for wrong in ["0", "1000000"] {
        let outcome = sandbox.harness(&format!("bench load model.xml --cores {wrong}"));
        assert_eq!(outcome.code, 2, "{}", outcome.everything());
        assert!(outcome.stderr.contains("--cores"), "{}", outcome.stderr);
    }
}

#[test]
fn derivatives_are_timed_on_both_sides_and_on_threads() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let words = "bench derivative model.xml --turns 2 --steps 3 --format json";
    let outcome = sandbox.harness(words);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let report: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(report["unit"], "derivative");
    let row = &report["models"][0];
    assert_eq!(row["turns"], 2);
    assert!(row["ours_ns"].as_f64() > Some(0.0) && row["reference_ns"].as_f64() > Some(0.0));
    let outcome = sandbox.harness(&format!("{words} --threads 2"));
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    assert!(
        outcome.stdout.contains("2 threads against 1"),
        "{}",
        outcome.stdout
    );
    assert_eq!(
        sandbox
            .harness("bench derivative model.xml --threads 0")
            .code,
        2
    );
    // Without models: an arm of seven dofs and a humanoid among others.
    let outcome = Sandbox::new().harness("bench derivative --turns 1 --steps 1");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    for model in ["arm_7", "humanoid"] {
        assert!(outcome.stdout.contains(model), "{}", outcome.stdout);
    }
}

#[test]
fn steps_of_many_worlds_are_timed_on_both_sides_and_on_threads() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let words = "bench batch model.xml --worlds 9 --hold 3 --turns 2 --steps 4 --format json";
    let outcome = sandbox.harness(words);
    let found = rows(&outcome);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["units_per_turn"], 9 * 3 * 4);
    check(&found[0]);
    let outcome = sandbox.harness(&format!("{words} --threads 2"));
    assert_eq!(rows(&outcome)[0]["model"], "model.xml, 2 threads against 1");
    for wrong in ["--worlds 0", "--threads 0", "--hold 0", "--turns 0"] {
        let outcome = sandbox.harness(&format!("bench batch model.xml {wrong}"));
        assert_eq!(outcome.code, 2, "{}", outcome.everything());
    }
    let outcome = Sandbox::new().harness("bench batch --worlds 5 --turns 1 --steps 1");
    for model in ["chain_3", "arm_7", "humanoid"] {
        assert!(outcome.stdout.contains(model), "{}", outcome.everything());
    }
}

#[test]
fn the_table_has_a_line_for_each_model() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let outcome = sandbox.harness("bench model.xml --turns 1 --steps 10");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let line = outcome.stdout.lines().nth(2).expect("a third line");
    assert!(line.starts_with("model.xml "), "{line}");
}

#[test]
fn what_cannot_be_measured_is_told_by_the_exit_code() {
    let sandbox = Sandbox::with_model("<mujoco><worldbody><nothing/></worldbody></mujoco>");
    assert_eq!(sandbox.harness("bench model.xml").code, 100);
    assert_eq!(sandbox.harness("bench absent.xml").code, 2);
    assert_eq!(sandbox.harness("bench model.xml --turns 0").code, 2);
}
