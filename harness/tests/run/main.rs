//! The program as a user meets it: exit codes, reports, and that it finds what is wrong. MuJoCo is
//! fetched on first use.

mod accepting;
mod adapter;
mod bad_input;
mod bench;
mod browser;
mod comparing;
mod compiling;
mod discovery;
mod dumping;
mod engine;
mod engines;
mod errors;
mod exit_codes;
mod explaining;
mod faults;
mod from_memory;
mod fuzzing;
mod golden_runs;
mod goldens;
mod hulls;
mod injections;
mod itself;
mod matrix;
mod museum;
mod mutants;
mod mutations;
mod nightly;
mod outcomes;
mod poisoning;
mod proof;
mod ratchet;
mod rendering;
mod reports;
mod scaling;
mod schedulers;
mod schema;
mod sidecars;
mod site;
mod soak;
mod spoilt;
mod stopping;
mod upgrade_in_trouble;
mod upgrading;
mod utilities;
mod verdicts;
mod versions;
mod witness;
mod written_back;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

pub(crate) const REFERENCE: &str = "mujoco@3.2.6";

/// A model with contacts, limits, tendons, equalities, sensors, mocap and a keyframe.
pub(crate) const LIVELY: &str = include_str!("lively.xml");

/// A pendulum.
pub(crate) const PENDULUM: &str = r#"<mujoco>
  <worldbody>
    <body name="arm">
      <joint name="hinge" axis="0 1 0"/>
      <inertial pos="0 0 -0.5" mass="1" diaginertia="0.1 0.1 0.1"/>
    </body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge" gear="2"/></actuator>
</mujoco>"#;

/// A body on two joints that are one: with the implicit integrator, whose matrix is singular,
/// MuJoCo stops at the first step.
pub(crate) const SINGULAR: &str = r#"<mujoco>
  <worldbody>
    <body>
      <joint axis="0 1 0"/>
      <joint axis="0 1 0"/>
      <inertial pos="0 0 -0.5" mass="1" diaginertia="0.1 0.1 0.1"/>
    </body>
  </worldbody>
</mujoco>"#;

/// A directory to run the program in.
pub(crate) struct Sandbox {
    directory: TempDir,
}

/// What a run of the program left.
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Lines of the report, if there is one.
    pub(crate) lines: Vec<Value>,
    pub(crate) summary: Option<Value>,
}

impl Sandbox {
    pub(crate) fn new() -> Sandbox {
        let directory = tempfile::tempdir().expect("a temporary directory");
        Sandbox { directory }
    }

    /// A sandbox with one file, `model.xml`.
    pub(crate) fn with_model(text: &str) -> Sandbox {
        Sandbox::new().file("model.xml", text)
    }

    pub(crate) fn file(self, name: &str, text: impl AsRef<[u8]>) -> Sandbox {
        let path = self.path().join(name);
        let parent = path.parent().expect("a directory");
        std::fs::create_dir_all(parent).expect("created");
        std::fs::write(path, text).expect("written");
        self
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Runs the program with these words, split at blanks.
    pub(crate) fn harness(&self, words: &str) -> Outcome {
        self.command(&words.split_whitespace().collect::<Vec<_>>())
    }

    pub(crate) fn command(&self, words: &[&str]) -> Outcome {
        let output = Command::new(env!("CARGO_BIN_EXE_harness"))
            .args(words)
            .current_dir(self.path())
            .output()
            .expect("the program starts");
        let report = self.path().join("reports/latest");
        let text = std::fs::read_to_string(report.join("report.jsonl")).unwrap_or_default();
        let summary = std::fs::read_to_string(report.join("summary.json"));
        Outcome {
            code: output.status.code().expect("it exits"),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            lines: text
                .lines()
                .map(|line| serde_json::from_str(line).expect("a line of JSON"))
                .collect(),
            summary: summary
                .ok()
                .map(|text| serde_json::from_str(&text).expect("JSON")),
        }
    }

    /// Compares MuJoCo with itself on `model.xml`.
    pub(crate) fn itself(&self, more: &str) -> Outcome {
        self.harness(&format!(
            "run model.xml --subject {REFERENCE} --steps 12 {more}"
        ))
    }
}

impl Outcome {
    pub(crate) fn records(&self) -> impl Iterator<Item = &Value> {
        self.lines.iter().filter(|line| line["type"] == "record")
    }

    /// Mode and outcome of each record.
    pub(crate) fn outcomes(&self) -> Vec<(&str, &str)> {
        fn text(value: &Value) -> &str {
            value.as_str().expect("a word")
        }
        self.records()
            .map(|record| (text(&record["mode"]), text(&record["outcome"])))
            .collect()
    }

    pub(crate) fn everything(&self) -> String {
        format!("code {}\n{}\n{}", self.code, self.stdout, self.stderr)
    }
}

/// A directory of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}
