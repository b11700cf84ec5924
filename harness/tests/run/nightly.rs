//! `scripts/nightly` from end to end, three nights in a row.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::{LIVELY, REFERENCE, Sandbox, repository};

/// One night; returns the exit code, what was printed, and the run's directory.
fn night(sandbox: &Sandbox, more: &[&str]) -> (i32, String, PathBuf) {
    // A run's name is its second.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let output = Command::new("bash")
        .arg(repository("scripts/nightly"))
        .args([
            "--fixtures",
            "models",
            "--corpus",
            "public",
            "--out",
            "nights",
            "--keep",
            "2",
            "--drift",
            "3.2.6,3.3.7",
            "--quick",
            "--",
        ])
        .args(["--subject", REFERENCE, "--steps", "6"])
        .args(more)
        .env("HARNESS", env!("CARGO_BIN_EXE_harness"))
        .env(
            "GITHUB_STEP_SUMMARY",
            sandbox.path().join("step-summary.md"),
        )
        .env_remove("GITHUB_ACTIONS")
        .current_dir(sandbox.path())
        .output()
        .expect("bash");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    let run = fs::canonicalize(sandbox.path().join("nights/latest"));
    (
        output.status.code().expect("a code"),
        printed,
        run.expect("a run"),
    )
}

#[test]
fn a_fault_shows_between_two_nights_and_its_removal_in_the_third() {
    let criterion = r#"[[criterion]]
id = "T-1"
claim = "The elbow's flexor has a gear."
checks = [{ fixture = "arm", field = "actuator_gear", expect = "nonzero" }]"#;
    let sandbox = Sandbox::new()
        .file("models/arm.xml", LIVELY)
        .file("models/acceptance/t.toml", criterion)
        .file("public/other.xml", crate::PENDULUM);
    let recorded = sandbox.harness("golden write models");
    assert_eq!(recorded.code, 0, "{}", recorded.everything());
    let pinned = sandbox.harness("accept models --update");
    assert_eq!(pinned.code, 0, "{}", pinned.everything());
    let (code, printed, first) = night(&sandbox, &[]);
    assert_eq!(code, 0, "{printed}");
    assert!(
        !first.join("compare.md").exists(),
        "there is nothing to compare with"
    );
    for name in [
        "report.jsonl",
        "report.html",
        "junit.xml",
        "report.sarif",
        "annotations.txt",
        "summary.md",
        "bench.json",
        "bench-load.json",
        "accept.md",
        "drift.md",
        "nightly.md",
    ] {
        assert!(first.join(name).is_file(), "{name}: {printed}");
    }
    let told = fs::read_to_string(first.join("nightly.md")).expect("a summary");
    for part in [
        "| accept | 0 |",
        "| golden | 0 |",
        "| drift | 0 |",
        "### mujoco@3.2.6 -> mujoco@3.3.7: ",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }

    let (code, printed, second) = night(
        &sandbox,
        &["--inject", "actuator_moment[3]@2:ulp=1", "--filter", "arm"],
    );
    assert_eq!(code, 100, "{printed}");
    let comparison = fs::read_to_string(second.join("compare.json")).expect("a comparison");
    let comparison: Value = serde_json::from_str(&comparison).expect("JSON");
    // In forced, free and edit.
    assert_eq!(comparison["counts"]["broken"], 3);
    let words = comparison["changes"][1]["new"].as_str().expect("words");
    assert!(
        words.starts_with("fail step 2 transmission actuator_moment[elbow_flexor, shoulder.1]"),
        "{words}"
    );
    assert_eq!(
        comparison["base"]["run"].as_str(),
        first.file_name().and_then(|name| name.to_str())
    );
    let told = fs::read_to_string(second.join("nightly.md")).expect("a summary");
    assert!(
        told.contains("3 broken") && told.contains("| fixtures | 100 |"),
        "{told}"
    );

    let (code, printed, third) = night(&sandbox, &[]);
    assert_eq!(code, 0, "{printed}");
    assert!(printed.contains("fixed models/arm free"), "{printed}");
    // Two are kept, and the history of all three.
    assert!(!first.exists() && second.exists() && third.exists());
    let history =
        fs::read_to_string(sandbox.path().join("nights/history.jsonl")).expect("a history");
    assert_eq!(history.lines().count(), 3);
    let summary = fs::read_to_string(sandbox.path().join("step-summary.md")).expect("a summary");
    assert_eq!(summary.matches("### Steps").count(), 3);
}
