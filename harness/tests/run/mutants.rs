//! The mutation score: a bounded sample of faults in the engine, on the fixtures of one folder.

use std::process::Command;

use serde_json::Value;

use crate::repository;

#[test]
fn faults_in_tendons_are_noticed_and_the_stage_is_blamed() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = folder.path().join("faults.json");
    let output = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(["mutants", "fixtures/tendon"])
        .args(["--module", "pipeline/position/tendon", "--sample", "40"])
        .args(["--seed", "3", "--least", "80", "--json"])
        .arg(&json)
        .current_dir(repository("."))
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}{told}");
    assert!(said.contains("| pipeline/position |"), "{said}");
    let text = std::fs::read_to_string(&json).expect("written");
    let faults: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    assert_eq!(faults.len(), 40);
    let blamed = |blame: &str| faults.iter().filter(|f| f["blame"] == blame).count();
    assert!(blamed("right") >= 20, "{said}");
    assert!(blamed("wrong") <= 2, "{said}");

    // With nothing that could notice them, those that were noticed still count.
    let noticed = |faults: &[Value]| faults.iter().filter(|f| !f["killed"].is_null()).count();
    let before = noticed(&faults);
    let again = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(["mutants", "fixtures/visual", "--modes", "compile"])
        .args(["--module", "pipeline/position/tendon", "--sample", "40"])
        .args(["--seed", "3", "--again"])
        .arg(&json)
        .arg("--json")
        .arg(&json)
        .current_dir(repository("."))
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&again.stderr).into_owned();
    assert_eq!(again.status.code(), Some(0), "{told}");
    let text = std::fs::read_to_string(&json).expect("written");
    let faults: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    assert_eq!((faults.len(), noticed(&faults)), (40, before));
}
