//! Runs spread over machines, runs that were interrupted, and runs of other versions.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{LIVELY, Outcome, PENDULUM, REFERENCE, Sandbox};

/// A handful of cases with every kind of end.
fn several() -> Sandbox {
    Sandbox::new()
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

fn run(sandbox: &Sandbox, more: &str) -> Outcome {
    sandbox.harness(&format!("{RUN} {REFERENCE} {more}"))
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

fn shards(sandbox: &Sandbox, of: usize) -> Vec<String> {
    let shard = |number: usize| {
        let place = format!("shard-{number}");
        let more = format!("--shard {number}/{of} --report-dir {place}");
        let outcome = run(sandbox, &more);
        assert!(matches!(outcome.code, 0 | 100), "{}", outcome.everything());
        format!("{place}/latest")
    };
    (1..=of).map(shard).collect()
}

#[test]
fn merged_shards_are_the_whole_run() {
    let sandbox = several();
    let whole = run(&sandbox, "");
    assert_eq!(whole.code, 100, "{}", whole.everything());
    for of in [1, 3, 9] {
        let merged = sandbox.harness(&format!("merge {}", shards(&sandbox, of).join(" ")));
        assert_eq!(merged.code, 100, "{}", merged.everything());
        assert_eq!(records(&merged), records(&whole));
        assert_eq!(counts(&merged), counts(&whole));
    }
    let weighed = run(&sandbox, "--shard 1/2 --durations reports/latest");
    assert_eq!(weighed.lines[0]["shard"]["whole"], 8);
}

#[test]
fn shards_are_merged_when_all_are_there_exactly_once() {
    let sandbox = several();
    let shards = shards(&sandbox, 3);
    let refused = |words: String, message: &str| {
        let outcome = sandbox.harness(&format!("merge {words}"));
        assert_eq!(outcome.code, 2, "{}", outcome.everything());
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    };
    refused(shards[..2].join(" "), "these are missing: 3");
    let twice = format!("{} {}", shards.join(" "), shards[1]);
    refused(twice, "shard 2 is there twice");
    run(&sandbox, "--report-dir whole");
    refused(format!("{} whole/latest", shards.join(" ")), "is no shard");
    run(&sandbox, "--shard 3/3 --seed 7 --report-dir other");
    let mixed = format!("{} other/latest", shards[..2].join(" "));
    refused(mixed, "other cases or flags");
    let third = sandbox.path().join(&shards[2]).join("report.jsonl");
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
    let sandbox = several();
    let whole = run(&sandbox, "--report-dir whole");
    // The sandbox looks for its outcome in `reports`.
    let whole_text = fs::read(sandbox.path().join("whole/latest/report.jsonl")).expect("a report");
    drop(whole);
    let whole = run(&sandbox, "");
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
        fs::write(sandbox.path().join(&name), &whole_text[..end]).expect("written");
        let resumed = run(&sandbox, &format!("--resume {name}"));
        assert_eq!(resumed.code, 100, "{}", resumed.everything());
        assert_eq!(records(&resumed), records(&whole), "cut at {end}");
        assert_eq!(counts(&resumed), counts(&whole));
    }
    fs::write(sandbox.path().join("cut.jsonl"), &whole_text[..header]).expect("written");
    for (more, message) in [
        ("--seed 5", "this one has --seed 5"),
        ("--reference python@3.2.6", ""),
        ("--filter a", "other cases"),
    ] {
        let outcome = run(&sandbox, &format!("--resume cut.jsonl {more}"));
        assert!(matches!(outcome.code, 2 | 3), "{}", outcome.everything());
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
}

/// Kills a run as soon as its report has this many whole lines.
fn kill_at(sandbox: &Sandbox, words: &[&str], report: &Path, lines: usize) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(words)
        .current_dir(sandbox.path())
        .env("TMPDIR", sandbox.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    let written = || fs::read_to_string(report).map_or(0, |text| text.matches('\n').count());
    while written() < lines {
        assert!(begun.elapsed() < Duration::from_secs(60), "no line {lines}");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
}

#[test]
fn a_run_that_is_killed_leaves_no_temporary_files() {
    let sandbox = several();
    let words = "run . --steps 2000 --modes free --jobs 1 --report-dir killed";
    let words: Vec<&str> = words.split(' ').collect();
    let report = sandbox.path().join("killed/latest/report.jsonl");
    kill_at(&sandbox, &words, &report, 2);
    let entries = fs::read_dir(sandbox.path()).expect("a directory").flatten();
    let names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let left = names.iter().find(|name| name.starts_with("plumbline-"));
    assert_eq!(left, None);
}

#[test]
fn a_run_killed_at_any_moment_leaves_a_report_that_can_be_read_and_completed() {
    let sandbox = several();
    let words = format!("run . --steps 2000 --modes compile,free --subject {REFERENCE}");
    let whole = sandbox.harness(&words);
    let all = fs::read_to_string(sandbox.path().join("reports/latest/report.jsonl"));
    let all = all.expect("a report").lines().count();
    let mut unfinished = 0;
    for (lines, jobs) in [(1, "1"), (2, "2"), (4, "1"), (7, "2"), (all - 1, "2")] {
        let place = format!("killed-{lines}");
        let more = ["--jobs", jobs, "--report-dir", &place];
        let killed = words.split_whitespace().chain(more).collect::<Vec<_>>();
        let report = sandbox.path().join(&place).join("latest/report.jsonl");
        kill_at(&sandbox, &killed, &report, lines);
        let text = fs::read_to_string(&report).expect("a report");
        unfinished += usize::from(!text.contains("\"footer\""));
        let read = sandbox.harness(&format!("render {place}/latest --to markdown --stdout"));
        assert_eq!(read.code, 0, "{}", read.everything());
        let resumed = sandbox.harness(&format!("{words} --resume {place}/latest"));
        assert_eq!(resumed.code, whole.code, "{}", resumed.everything());
        assert_eq!(records(&resumed), records(&whole), "killed at line {lines}");
        assert_eq!(counts(&resumed), counts(&whole), "killed at line {lines}");
    }
    assert!(unfinished >= 3, "{unfinished} of 5 were killed in time");
}

/// The small brother of what `scripts/scale/check.py` does with 10,000 cases on a cluster.
#[test]
fn generated_cases_over_four_workers_of_which_one_is_killed_are_the_whole_run() {
    let mut sandbox = Sandbox::new();
    for number in 0..32 {
        let damping = format!("damping=\"0.{:03}\" axis", 11 + number);
        let text = match number % 16 {
            15 => "<mujoco><nonsense/></mujoco>".to_owned(),
            _ => PENDULUM.replacen("axis", &damping, 1),
        };
        sandbox = sandbox.file(&format!("case_{number:02}.xml"), &text);
    }
    let words = format!("run . --steps 60 --modes compile,free --jobs 1 --subject {REFERENCE}");
    let whole = sandbox.harness(&words);
    assert_eq!(whole.code, 100, "{}", whole.everything());
    let mut places = Vec::new();
    for number in 1..=4 {
        let place = format!("part-{number}");
        let mut shard = format!("{words} --shard {number}/4 --report-dir {place}");
        if number == 3 {
            let report = sandbox.path().join(&place).join("latest/report.jsonl");
            let killed: Vec<&str> = shard.split_whitespace().collect();
            // Its header, and half of its cases with two records each.
            kill_at(&sandbox, &killed, &report, 7);
            let text = fs::read_to_string(&report).expect("a report");
            assert!(!text.contains("\"footer\""), "killed too late");
            shard = format!("{shard} --resume {place}/latest");
        }
        let outcome = sandbox.harness(&shard);
        assert!(matches!(outcome.code, 0 | 100), "{}", outcome.everything());
        places.push(format!("{place}/latest"));
    }
    let merged = sandbox.harness(&format!("merge {}", places.join(" ")));
    assert_eq!(merged.code, 100, "{}", merged.everything());
    assert_eq!(records(&merged), records(&whole));
    assert_eq!(counts(&merged), counts(&whole));
}

#[test]
fn only_what_failed_is_run_again() {
    let sandbox = several();
    run(&sandbox, "");
    let again = run(&sandbox, "--rerun-failed reports/latest");
    let cases: Vec<&Value> = again.records().map(|record| &record["case"]).collect();
    assert_eq!(cases, ["d"]);
    fs::remove_file(sandbox.path().join("d.xml")).expect("removed");
    run(&sandbox, "");
    let nothing = run(&sandbox, "--rerun-failed reports/latest");
    assert_eq!(nothing.code, 4, "{}", nothing.everything());
}

/// The words of a list in a record.
fn words<'a>(record: &'a Value, key: &str) -> BTreeSet<&'a str> {
    let words = record[key].as_array().into_iter().flatten();
    words.filter_map(Value::as_str).collect()
}

#[test]
fn fields_that_only_one_version_has_are_listed_and_do_not_fail() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let modes = "compile,forward,forced,free,inverse,edit";
    let versions =
        format!("--subject mujoco@3.3.7 --reference {REFERENCE} --steps 3 --modes {modes}");
    let outcome = sandbox.harness(&format!("run model.xml {versions}"));
    assert_eq!(outcome.records().count(), 6, "{}", outcome.everything());
    for record in outcome.records() {
        let (missing, extra) = (words(record, "missing"), words(record, "extra"));
        // From the headers of both versions.
        let (only_earlier, only_later) = match record["mode"].as_str() {
            Some("compile") => (vec!["opt.apirate"], vec!["light_type", "M_rownnz"]),
            _ => (vec!["C_rownnz", "qLDiagSqrtInv"], vec!["M", "iefc_J"]),
        };
        for field in only_earlier {
            assert!(missing.contains(field), "{field}: {record:#}");
        }
        for field in only_later {
            assert!(extra.contains(field), "{field}: {record:#}");
        }
        assert!(missing.is_disjoint(&extra), "{record:#}");
        let compared = record["differing"].as_array().into_iter().flatten();
        for field in compared.filter_map(|differing| differing["field"].as_str()) {
            let one_sided = missing.contains(field) || extra.contains(field);
            assert!(!one_sided, "{field} is no difference: {record:#}");
        }
    }
    // Nothing else differs among these: the run is in order.
    let fields = "qpos,qvel,xpos,qM,C_rownnz,qLDiagSqrtInv,*fc_J";
    let run = format!("run model.xml {versions} --fields {fields} --allow-empty");
    let outcome = sandbox.harness(&run);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    for record in outcome.records().filter(|one| one["mode"] != "compile") {
        assert_eq!(record["outcome"], "missing", "{record:#}");
        assert_eq!(
            words(record, "missing"),
            ["C_rownnz", "qLDiagSqrtInv"].into()
        );
        assert_eq!(words(record, "extra"), ["iefc_J"].into());
    }
    let listed = "not covered: 2 fields: C_rownnz, qLDiagSqrtInv";
    assert!(outcome.stdout.contains(listed), "{}", outcome.stdout);
}

#[test]
fn drift_tells_where_mujoco_changed_and_that_a_version_does_not_differ_from_itself() {
    let sandbox = Sandbox::with_model(LIVELY);
    let command = "drift model.xml --versions 3.2.6,3.2.6,3.3.7 --steps 3";
    let outcome = sandbox.harness(&format!("{command} --format json"));
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let drifts: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(drifts[0]["equal"], 1);
    assert_eq!(drifts[0]["fields"], serde_json::json!({}));
    assert_eq!(drifts[1]["to"], "mujoco@3.3.7");
    let (new, gone) = (
        words(&drifts[1], "new_fields"),
        words(&drifts[1], "gone_fields"),
    );
    assert!(new.contains("tendon_armature"), "{drifts:#}");
    assert!(gone.contains("qLDiagSqrtInv"), "{drifts:#}");
    // The structure of the sparse matrices went from the data to the model.
    let moved = drifts[1]["moved_fields"].as_object().expect("an object");
    assert_eq!(moved["D_rownnz"], "model");
    for field in moved.keys() {
        let one_sided = new.contains(field.as_str()) || gone.contains(field.as_str());
        assert!(!one_sided, "{field}: {drifts:#}");
    }
    let text = sandbox.harness(command).stdout;
    for part in [
        "mujoco@3.2.6 -> mujoco@3.2.6: 1 of 1 cases equal",
        "fields new: ",
        "fields gone: ",
        "fields moved from data to model: B_colind, ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // A model that only the earlier version accepts.
    let servo = r#"<position name="motor" joint="hinge" kv="0" dampratio="1"/>"#;
    let motor = r#"<motor name="motor" joint="hinge" gear="2"/>"#;
    let sandbox = sandbox.file("strict.xml", PENDULUM.replace(motor, servo));
    let outcome = sandbox.harness("drift strict.xml --versions 3.2.6,3.3.7 --format markdown");
    let told = "1 x fail:\n\n- strict compile: the subject rejects what the reference accepts: ";
    assert!(outcome.stdout.contains(told), "{}", outcome.stdout);
    for (versions, code) in [("3.2.6", 2), ("3.2.6,new", 2)] {
        let outcome = sandbox.harness(&format!("drift model.xml --versions {versions}"));
        assert_eq!(outcome.code, code, "{}", outcome.everything());
    }
}
