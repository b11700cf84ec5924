//! The examples of `docs/scale.md`, run as they are written there, with a loop in the scheduler's
//! place.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::{LIVELY, PENDULUM, Sandbox, repository};

/// A few models, and the harness under the name that the examples call.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new()
        .file("models/lively.xml", LIVELY)
        .file("models/pendulum.xml", PENDULUM)
        .file(
            "models/pendulum.toml",
            "[[matrix]]\nintegrator = [\"Euler\", \"RK4\", \"implicit\"]",
        )
        .file("models/wrong.xml", "<mujoco><nonsense/></mujoco>")
        .file("bin/cargo", "#!/bin/sh\nshift 3\nexec harness \"$@\"\n");
    let program = sandbox.path().join("bin/harness");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_harness"), program).expect("a link");
    let cargo = sandbox.path().join("bin/cargo");
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(cargo, permissions).expect("permissions");
    sandbox
}

/// The first block of code after a heading.
fn example(heading: &str) -> String {
    let page = fs::read_to_string(repository("docs/scale.md")).expect("a page");
    let (_, section) = page.split_once(heading).expect("a heading");
    let (_, block) = section.split_once("```").expect("a block");
    let (_, block) = block.split_once('\n').expect("its first line");
    let (block, _) = block.split_once("```").expect("its end");
    block.to_owned()
}

/// Runs a script in a directory of the sandbox; returns its exit code and what it printed.
fn bash(sandbox: &Sandbox, directory: &str, script: &str, task: Option<usize>) -> (i32, String) {
    let path = std::env::var("PATH").unwrap_or_default();
    let programs = sandbox.path().join("bin");
    let output = Command::new("bash")
        .args(["-c", script])
        .current_dir(sandbox.path().join(directory))
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("SLURM_SUBMIT_DIR", sandbox.path())
        .env("SLURM_ARRAY_TASK_ID", task.unwrap_or(0).to_string())
        .output()
        .expect("bash");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    (output.status.code().expect("a code"), printed)
}

/// Case, mode and outcome of each record of a report.
fn told(report: &Path) -> Vec<[String; 3]> {
    let text = fs::read_to_string(report.join("report.jsonl")).expect("a report");
    let lines = text
        .lines()
        .map(|line| -> Value { serde_json::from_str(line).expect("JSON") });
    let records = lines.filter(|line| line["type"] == "record");
    records
        .map(|record| ["case", "mode", "outcome"].map(|key| record[key].to_string()))
        .collect()
}

#[test]
fn the_array_of_jobs_is_merged_to_the_whole_run_even_if_a_job_is_put_back() {
    let sandbox = sandbox();
    let whole = sandbox.harness("run models/");
    assert_eq!(whole.code, 100, "{}", whole.everything());
    let whole = told(&sandbox.path().join("reports/latest"));
    let script = example("## In a Slurm array");
    assert!(
        script.contains("--array=1-32") && script.contains("/32\""),
        "{script}"
    );
    let script = script.replace("/32\"", "/3\"");
    for task in [1, 2, 3, 2] {
        let (code, printed) = bash(&sandbox, ".", &script, Some(task));
        assert!(matches!(code, 0 | 100), "{task}: {printed}");
    }
    let page = fs::read_to_string(repository("docs/scale.md")).expect("a page");
    let (_, merge) = page.split_once("--wrap '").expect("a command");
    let (merge, _) = merge.split_once('\'').expect("its end");
    let (code, printed) = bash(&sandbox, ".", merge, None);
    assert_eq!(code, 100, "{printed}");
    assert_eq!(told(&sandbox.path().join("reports/latest")), whole);
}

#[test]
fn the_matrix_of_a_workflow_is_merged_to_the_whole_run() {
    let sandbox = sandbox();
    let whole = sandbox.harness("run models/");
    assert_eq!(whole.code, 100, "{}", whole.everything());
    let whole = told(&sandbox.path().join("reports/latest"));
    let workflow = example("## In CI");
    let commands = workflow
        .lines()
        .filter_map(|line| line.split_once("- run: "));
    let commands: Vec<&str> = commands.map(|(_, command)| command).collect();
    let [run, merge] = commands[..] else {
        panic!("{commands:?}");
    };
    assert!(workflow.contains("shard: [1, 2, 3, 4]"), "{workflow}");
    for shard in 1..=4 {
        let command = run.replace("${{ matrix.shard }}", &shard.to_string());
        // An artifact has the files of the directory that is uploaded, and is unpacked into one of
        // its name.
        let keep = format!("mkdir -p down/shard-{shard} && cp shard/latest/* down/shard-{shard}/");
        let script = format!("{command}; code=$?; {keep} || exit 1; exit $code");
        let (code, printed) = bash(&sandbox, ".", &script, None);
        assert!(matches!(code, 0 | 100 | 4), "{shard}: {code} {printed}");
    }
    let (code, printed) = bash(&sandbox, "down", merge, None);
    assert_eq!(code, 100, "{printed}");
    assert_eq!(told(&sandbox.path().join("down/reports/latest")), whole);
    // Without one of the parts there is no whole.
    fs::remove_dir_all(sandbox.path().join("down/shard-2")).expect("removed");
    let (code, printed) = bash(&sandbox, "down", merge, None);
    assert_eq!(code, 2, "{printed}");
    assert!(printed.contains("these are missing: 2"), "{printed}");
}
