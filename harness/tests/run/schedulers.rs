//! The script for Slurm with a loop in the scheduler's place, and the workflow of `docs/scale.md` as
//! it is written there.

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
        .program("bin/cargo", "#!/bin/sh\nshift 3\nexec harness \"$@\"\n");
    let program = sandbox.path().join("bin/harness");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_harness"), program).expect("a link");
    sandbox
}

trait Programs {
    /// Adds a file that can be run.
    fn program(self, name: &str, text: &str) -> Self;
}

impl Programs for Sandbox {
    fn program(self, name: &str, text: &str) -> Sandbox {
        let sandbox = self.file(name, text);
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(sandbox.path().join(name), permissions).expect("permissions");
        sandbox
    }
}

/// In the scheduler's place: jobs one after the other, the second of an array once more.
const SBATCH: &str = r#"#!/usr/bin/env bash
last=
while [ $# -gt 0 ]; do
    case $1 in
        --array=*) last=${1##*-} ;;
        --wrap) bash -c "$2" >&2; echo 2; exit 0 ;;
        --*) ;;
        *) break ;;
    esac
    shift
done
for task in $(seq "$last") 2; do
    SLURM_ARRAY_TASK_ID=$task "$@" >&2 || exit 1
done
echo 1
"#;

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
fn bash(sandbox: &Sandbox, directory: &str, script: &str) -> (i32, String) {
    let path = std::env::var("PATH").unwrap_or_default();
    let programs = sandbox.path().join("bin");
    let output = Command::new("bash")
        .args(["-c", script])
        .current_dir(sandbox.path().join(directory))
        .env("PATH", format!("{}:{path}", programs.display()))
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
    let sandbox = sandbox().program("bin/sbatch", SBATCH);
    let whole = sandbox.harness("run models/");
    assert_eq!(whole.code, 100, "{}", whole.everything());
    let whole = told(&sandbox.path().join("reports/latest"));
    let slurm = repository("scripts/scale/slurm");
    let script = format!("{} --shards 3 --place place -- models/", slurm.display());
    let (code, printed) = bash(&sandbox, ".", &script);
    assert_eq!(code, 0, "{printed}");
    assert!(printed.contains("1 2"), "{printed}");
    let merged = sandbox.path().join("place/merged/latest");
    assert_eq!(told(&merged), whole, "{printed}");
    // A place that has reports is not written over.
    let (code, printed) = bash(&sandbox, ".", &script);
    assert_eq!(code, 2, "{printed}");
    assert!(printed.contains("has shards of another run"), "{printed}");
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
        let (code, printed) = bash(&sandbox, ".", &script);
        assert!(matches!(code, 0 | 100 | 4), "{shard}: {code} {printed}");
    }
    let (code, printed) = bash(&sandbox, "down", merge);
    assert_eq!(code, 100, "{printed}");
    assert_eq!(told(&sandbox.path().join("down/reports/latest")), whole);
    // Without one of the parts there is no whole.
    fs::remove_dir_all(sandbox.path().join("down/shard-2")).expect("removed");
    let (code, printed) = bash(&sandbox, "down", merge);
    assert_eq!(code, 2, "{printed}");
    assert!(printed.contains("these are missing: 2"), "{printed}");
}
