//! Runs spread over machines, runs that were interrupted, and runs of other versions.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{Bench, LIVELY, Outcome, PENDULUM, REFERENCE};

/// A handful of cases with every kind of end.
fn several() -> Bench {
    Bench::new()
        .file("a.xml", LIVELY)
        .file("b.xml", PENDULUM)
        .file(
            "b.toml",
            "[[matrix]]\nintegrator = [\"Euler\", \"RK4\", \"implicit\"]",
        )
        .file("c.xml", "<mujoco><nonsense/></mujoco>")
        .file("c.toml", "expect = \"reject\"")
        .file("d.xml", "<mujoco><nonsense/></mujoco>")
        .file("e.xml", LIVELY)
}

const RUN: &str = "run . --steps 3 --subject";

fn run(bench: &Bench, more: &str) -> Outcome {
    bench.harness(&format!("{RUN} {REFERENCE} {more}"))
}

/// The records without what the clock says.
fn records(outcome: &Outcome) -> Vec<Value> {
    let mut records: Vec<Value> = outcome.records().cloned().collect();
    for record in &mut records {
        record["seconds"] = 0.into();
    }
    records
}

/// A summary without what differs from run to run.
fn counts(outcome: &Outcome) -> Value {
    let mut summary = outcome.summary.clone().expect("a summary");
    for key in ["seconds", "time"] {
        summary["footer"][key] = 0.into();
    }
    for key in ["run", "command", "host"] {
        summary["header"][key] = 0.into();
    }
    summary
}

fn shards(bench: &Bench, of: usize) -> Vec<String> {
    let shard = |number: usize| {
        let place = format!("shard-{number}");
        let more = format!("--shard {number}/{of} --report-dir {place}");
        let outcome = run(bench, &more);
        assert!(matches!(outcome.code, 0 | 100), "{}", outcome.everything());
        format!("{place}/latest")
    };
    (1..=of).map(shard).collect()
}

#[test]
fn merged_shards_are_the_whole_run() {
    let bench = several();
    let whole = run(&bench, "");
    assert_eq!(whole.code, 100, "{}", whole.everything());
    for of in [1, 3, 9] {
        let merged = bench.harness(&format!("merge {}", shards(&bench, of).join(" ")));
        assert_eq!(merged.code, 100, "{}", merged.everything());
        assert_eq!(records(&merged), records(&whole));
        assert_eq!(counts(&merged), counts(&whole));
    }
    let weighed = run(&bench, "--shard 1/2 --durations reports/latest");
    assert_eq!(weighed.lines[0]["shard"]["whole"], 8);
}

#[test]
fn shards_are_merged_when_all_are_there_exactly_once() {
    let bench = several();
    let shards = shards(&bench, 3);
    let refused = |words: String, message: &str| {
        let outcome = bench.harness(&format!("merge {words}"));
        assert_eq!(outcome.code, 2, "{}", outcome.everything());
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    };
    refused(shards[..2].join(" "), "these are missing: 3");
    let twice = format!("{} {}", shards.join(" "), shards[1]);
    refused(twice, "shard 2 is there twice");
    run(&bench, "--report-dir whole");
    refused(format!("{} whole/latest", shards.join(" ")), "is no shard");
    run(&bench, "--shard 3/3 --seed 7 --report-dir other");
    let mixed = format!("{} other/latest", shards[..2].join(" "));
    refused(mixed, "other cases or flags");
    let third = bench.path().join(&shards[2]).join("report.jsonl");
    let text = fs::read_to_string(&third).expect("a report");
    let cut: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("\"footer\""))
        .collect();
    fs::write(&third, cut.join("\n")).expect("written");
    refused(shards.join(" "), "did not end");
}

#[test]
fn a_run_cut_off_anywhere_is_completed_to_the_same_report() {
    let bench = several();
    let whole = run(&bench, "--report-dir whole");
    // The bench looks for its outcome in `reports`.
    let whole_text = fs::read(bench.path().join("whole/latest/report.jsonl")).expect("a report");
    drop(whole);
    let whole = run(&bench, "");
    let header = whole_text
        .iter()
        .position(|byte| *byte == b'\n')
        .expect("a line")
        + 1;
    let ends = [
        header,
        header + 10,
        (header + whole_text.len()) / 2,
        whole_text.len() - 5,
    ];
    for (number, end) in ends.into_iter().enumerate() {
        let name = format!("cut-{number}.jsonl");
        fs::write(bench.path().join(&name), &whole_text[..end]).expect("written");
        let resumed = run(&bench, &format!("--resume {name}"));
        assert_eq!(resumed.code, 100, "{}", resumed.everything());
        assert_eq!(records(&resumed), records(&whole), "cut at {end}");
        assert_eq!(counts(&resumed), counts(&whole));
    }
    fs::write(bench.path().join("cut.jsonl"), &whole_text[..header]).expect("written");
    for (more, message) in [
        ("--seed 5", "other cases or flags"),
        ("--reference python@3.2.6", ""),
        ("--filter a", "other cases"),
    ] {
        let outcome = run(&bench, &format!("--resume cut.jsonl {more}"));
        assert!(matches!(outcome.code, 2 | 3), "{}", outcome.everything());
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
}

#[test]
fn a_killed_run_leaves_a_report_that_can_be_read_and_completed() {
    let bench = several();
    let words = "run . --steps 2000 --jobs 1 --modes compile,free --report-dir killed --subject";
    let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(words.split_whitespace().chain([REFERENCE]))
        .current_dir(bench.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let report = bench.path().join("killed/latest/report.jsonl");
    let begun = Instant::now();
    while fs::read_to_string(&report).map_or(0, |text| text.lines().count()) < 3 {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "no record appears"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    let read = bench.harness("render killed/latest --to markdown --stdout");
    assert_eq!(read.code, 0, "{}", read.everything());
    let again = words.replace("killed", "reports");
    let resumed = bench.harness(&format!("{again} {REFERENCE} --resume killed/latest"));
    let whole = bench.harness(&format!("{again} {REFERENCE}"));
    assert_eq!(records(&resumed), records(&whole));
}

#[test]
fn only_what_failed_is_run_again() {
    let bench = several();
    run(&bench, "");
    let again = run(&bench, "--rerun-failed reports/latest");
    let cases: Vec<&Value> = again.records().map(|record| &record["case"]).collect();
    assert_eq!(cases, ["d"]);
    fs::remove_file(bench.path().join("d.xml")).expect("removed");
    run(&bench, "");
    let nothing = run(&bench, "--rerun-failed reports/latest");
    assert_eq!(nothing.code, 4, "{}", nothing.everything());
}

#[test]
fn fields_that_only_one_version_has_are_listed_and_do_not_fail() {
    let bench = Bench::with_model(PENDULUM);
    let outcome = bench.harness(&format!(
        "run model.xml --subject mujoco@3.3.7 --reference {REFERENCE} --modes compile,forward --steps 3"
    ));
    for record in outcome.records() {
        let extra = record["extra"].as_array().map_or(0, Vec::len);
        assert!(extra > 0, "{record:#}");
        let outcome = record["outcome"].as_str().expect("a word");
        assert!(matches!(outcome, "pass" | "missing" | "fail"), "{record:#}");
    }
    assert!(matches!(outcome.code, 0 | 100), "{}", outcome.everything());
}

#[test]
fn drift_tells_where_mujoco_changed_and_that_a_version_does_not_differ_from_itself() {
    let bench = Bench::with_model(LIVELY);
    let words = "drift model.xml --versions 3.2.6,3.2.6,3.3.7 --steps 3";
    let outcome = bench.harness(&format!("{words} --format json"));
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let drifts: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(drifts[0]["equal"], 1);
    assert_eq!(drifts[0]["fields"], serde_json::json!({}));
    assert_eq!(drifts[1]["to"], "mujoco@3.3.7");
    let new = drifts[1]["new_fields"].as_array().expect("a list");
    assert!(!new.is_empty(), "{drifts:#}");
    let text = bench.harness(words).stdout;
    assert!(
        text.contains("mujoco@3.2.6 -> mujoco@3.2.6: 1 of 1 cases equal"),
        "{text}"
    );
    assert!(text.contains("new fields: "), "{text}");
    for (versions, code) in [("3.2.6", 2), ("3.2.6,new", 2)] {
        let outcome = bench.harness(&format!("drift model.xml --versions {versions}"));
        assert_eq!(outcome.code, code, "{}", outcome.everything());
    }
}
