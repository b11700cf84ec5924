//! Poison shows values that nobody writes, and leaves alone what MuJoCo computes.

use std::path::PathBuf;

use harness::compare::poison;
use harness::provision::ProvisionOptions;
use harness::simulator::{Action, ModelSource, Pipelined};
use harness::snapshot::{Side, Snapshot};
use harness::worker::{Limits, spawn};

use crate::{LIVELY, REFERENCE, Sandbox};

const OPTIONS: &[&str] = &[
    "",
    r#"integrator="RK4""#,
    r#"integrator="implicit""#,
    r#"integrator="implicitfast" jacobian="sparse""#,
    r#"solver="PGS""#,
    r#"solver="CG" cone="elliptic""#,
];

fn start() -> Box<dyn Pipelined> {
    let options = ProvisionOptions {
        worker: Some(PathBuf::from(env!("CARGO_BIN_EXE_harness"))),
        ..ProvisionOptions::default()
    };
    spawn(REFERENCE, &Limits::default(), &options).expect("MuJoCo starts")
}

#[test]
fn poison_does_not_disturb_mujoco() {
    let mut plain = start();
    let mut poisoned = start();
    for option in OPTIONS {
        let model = LIVELY.replace("timestep=\"0.004\"", option);
        let sandbox = Sandbox::with_model(&model);
        let source = ModelSource::file(&sandbox.path().join("model.xml"));
        let loaded = plain.load(&source).expect("loads");
        poisoned.load(&source).expect("loads");
        let state: Vec<usize> = loaded
            .fields
            .iter()
            .enumerate()
            .filter(|(_, field)| field.side == Side::Data)
            .filter(|(_, field)| {
                ["qpos", "qvel", "qacc", "act", "sensordata"].contains(&field.name.as_str())
            })
            .map(|(at, _)| at)
            .collect();
        let (mut left, mut right) = (Snapshot::default(), Snapshot::default());
        for step in 0..50 {
            poisoned.poison(&poison::fields()).expect("poisons");
            plain.run(Action::Step { count: 1 }).expect("steps");
            poisoned.run(Action::Step { count: 1 }).expect("steps");
            plain.read(&state, &mut left).expect("reads");
            poisoned.read(&state, &mut right).expect("reads");
            assert_eq!(left.bytes, right.bytes, "{option} step {step}");
        }
    }
}
