//! What a run leaves behind, held to the schemas in `docs/schema/`.

use std::fs;

use serde_json::Value;

use crate::schema::Schema;
use crate::{LIVELY, Outcome, PENDULUM, REFERENCE, SINGULAR, Sandbox, repository};

pub(crate) fn schema(name: &str) -> Schema {
    let path = repository("docs/schema").join(name);
    let text = fs::read_to_string(&path).expect("a schema");
    Schema::new(serde_json::from_str(&text).expect("JSON"))
}

/// One run with every kind of record that is easily had: pass, fail with a curve, rejected,
/// stopped, reference error.
fn mixed() -> (Sandbox, Outcome) {
    let sandbox = Sandbox::new()
        .file("lively.xml", LIVELY)
        .file("singular.xml", SINGULAR)
        .file("singular.toml", "[[matrix]]\nintegrator = [\"implicit\"]")
        .file("wrong.xml", "<mujoco><nonsense/></mujoco>")
        .file("no.xml", "<mujoco><nonsense/></mujoco>")
        .file("no.toml", "expect = \"reject\"\nacceptance = [\"X-1\"]")
        .file("close.xml", LIVELY)
        .file(
            "close.toml",
            "[[tolerance]]\nfield = \"*\"\nreason = \"r\"\nulps = 9\n\n[schedule]\nsteps = 5",
        );
    let words = format!("run . --subject {REFERENCE} --steps 6 --inject qvel[0]@2:ulp=3");
    let outcome = sandbox.harness(&words);
    (sandbox, outcome)
}

#[test]
fn reports_and_summaries_fit_their_schemas() {
    let (_, outcome) = mixed();
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    let words: Vec<&str> = outcome
        .outcomes()
        .into_iter()
        .map(|(_, word)| word)
        .collect();
    for word in [
        "pass",
        "fail",
        "rejected",
        "stopped",
        "reference_error",
        "close",
    ] {
        assert!(words.contains(&word), "{word} in {words:?}");
    }
    let report = schema("report.schema.json");
    for line in &outcome.lines {
        report
            .check(line)
            .unwrap_or_else(|error| panic!("{error}\n{line:#}"));
    }
    let summary = outcome.summary.as_ref().expect("a summary");
    let summary_schema = schema("summary.schema.json");
    summary_schema
        .check(summary)
        .unwrap_or_else(|error| panic!("{error}\n{summary:#}"));
    // The schema is not one that everything fits.
    assert!(
        report
            .check(&serde_json::json!({"type": "record"}))
            .is_err()
    );
    assert!(report.check(summary).is_err());
}

#[test]
fn a_report_begins_with_who_was_compared_and_ends_with_the_counts() {
    let (sandbox, outcome) = mixed();
    let header = &outcome.lines[0];
    assert_eq!(header["type"], "header");
    assert_eq!(header["schema"], 2);
    assert_eq!(header["reference"]["version"], "3.2.6");
    let hash = header["reference"]["sha256"].as_str().expect("a hash");
    assert_eq!(hash.len(), 64);
    let footer = outcome.lines.last().expect("a footer");
    assert_eq!(footer["type"], "footer");
    assert_eq!(footer["exit_code"], 100);
    assert_eq!(footer["records"], outcome.records().count());
    assert_eq!(footer["outcomes"]["rejected"], 1);
    let failures = outcome.summary.as_ref().expect("a summary")["failures"].clone();
    let failures = failures.as_array().expect("a list");
    // Worst first.
    assert_eq!(failures[0]["outcome"], "reference_error");
    let latest = fs::read_link(sandbox.path().join("reports/latest")).expect("a link");
    assert_eq!(latest.to_str(), header["run"].as_str());
}

#[test]
fn each_run_has_a_folder_of_its_own_and_latest_is_the_newest() {
    let sandbox = Sandbox::with_model(PENDULUM);
    for _ in 0..2 {
        assert_eq!(sandbox.itself("--modes compile").code, 0);
    }
    let folders = fs::read_dir(sandbox.path().join("reports")).expect("a directory");
    assert_eq!(folders.count(), 3, "two runs and the link");
    let mine = sandbox.harness(&format!(
        "run model.xml --subject {REFERENCE} --modes compile --report-dir mine"
    ));
    assert_eq!(mine.code, 0);
    assert!(sandbox.path().join("mine/latest/summary.json").is_file());
}

#[test]
fn an_error_curve_is_kept_for_runs_that_part() {
    let (_, outcome) = mixed();
    let free = outcome
        .records()
        .find(|record| record["case"] == "lively" && record["mode"] == "free")
        .expect("a free run");
    assert_eq!(free["outcome"], "fail");
    let curve = free["curve"].as_array().expect("a curve");
    let steps: Vec<u64> = curve.iter().filter_map(|point| point[0].as_u64()).collect();
    assert_eq!(steps, [2, 3, 4, 5, 6]);
    // Only what is read at step 2 is disturbed: the simulation itself goes on undisturbed.
    assert!(curve[0][1].as_f64().is_some_and(|error| error > 0.0));
    assert_eq!(curve[1][1], Value::from(0.0));
}
