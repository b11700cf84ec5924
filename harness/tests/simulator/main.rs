//! Simulators in their child processes, as the harness meets them. MuJoCo is fetched on first use.

mod batches;
mod calls;
mod engine;
mod faults;
mod injection;
mod limits;
mod mujoco;
mod process;
mod provisioning;
#[cfg(feature = "python")]
mod python;
mod spec;
mod tables;

use std::path::{Path, PathBuf};

use harness::provision::ProvisionOptions;
use harness::simulator::{Failure, Loaded, ModelSource, Pipelined, Simulator};
use harness::snapshot::{Assignment, Side, Snapshot};
use harness::worker::{Limits, spawn};

pub(crate) const REFERENCE: &str = "mujoco@3.2.6";

/// A pendulum with a motor and a keyframe.
pub(crate) const PENDULUM: &str = r#"<mujoco>
  <worldbody>
    <body name="arm">
      <joint name="hinge" axis="0 1 0"/>
      <inertial pos="0 0 -0.5" mass="1" diaginertia="0.1 0.1 0.1"/>
    </body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge" gear="2"/></actuator>
  <keyframe><key name="bent" qpos="0.5" qvel="1"/></keyframe>
</mujoco>"#;

pub(crate) fn options() -> ProvisionOptions {
    ProvisionOptions {
        worker: Some(PathBuf::from(env!("CARGO_BIN_EXE_harness"))),
        ..ProvisionOptions::default()
    }
}

pub(crate) fn start(kind: &str) -> Box<dyn Pipelined> {
    start_limited(kind, &Limits::default()).expect("the simulator starts")
}

pub(crate) fn start_limited(kind: &str, limits: &Limits) -> Result<Box<dyn Pipelined>, Failure> {
    spawn(kind, limits, &options())
}

/// A model file that lives as long as the value.
pub(crate) struct ModelFile {
    directory: tempfile::TempDir,
}

impl ModelFile {
    pub(crate) fn new(text: &str) -> ModelFile {
        let directory = tempfile::tempdir().expect("a temporary directory");
        std::fs::write(directory.path().join("model.xml"), text).expect("written");
        ModelFile { directory }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("model.xml")
    }
}

pub(crate) fn load(simulator: &mut dyn Simulator, text: &str) -> Result<Loaded, Failure> {
    simulator.load(&ModelSource::file(&ModelFile::new(text).path()))
}

pub(crate) fn fixture(name: &str) -> ModelSource {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    ModelSource::file(&root.join(name))
}

/// All fields at once.
pub(crate) fn read_all(simulator: &mut dyn Simulator, loaded: &Loaded) -> Snapshot {
    let mut snapshot = Snapshot::default();
    let all: Vec<usize> = (0..loaded.fields.len()).collect();
    simulator.read(&all, &mut snapshot).expect("read");
    snapshot
}

pub(crate) fn data(snapshot: &Snapshot, name: &str) -> Vec<f64> {
    let view = snapshot.get(Side::Data, name).expect(name);
    view.f64s().expect("floats")
}

pub(crate) fn assign(field: &str, values: &[f64]) -> Assignment {
    Assignment {
        field: field.to_owned(),
        values: values.to_vec(),
    }
}
