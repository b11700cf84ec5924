//! Runs of the fixtures of smooth dynamics, held to the bits that MuJoCo 3.2.6 computes for them, without allocating.

mod allocation;
mod changes;
mod runs;
mod support;
mod unstable;

use std::path::PathBuf;

use engine::{Data, Model, load};

/// A fixture by its path in `fixtures`.
fn fixture(name: &str) -> Model {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    load(root.join(format!("../fixtures/{name}.xml"))).unwrap()
}

/// Data in motion, the same on every machine; `scripts/record-dynamics-runs.py` starts from it too.
fn moving(model: &Model) -> Data {
    let mut data = Data::new(model);
    for (i, qvel) in data.qvel.iter_mut().enumerate() {
        *qvel = (i as f64 * 7.0 % 11.0 - 5.0) / 10.0;
    }
    for (i, ctrl) in data.ctrl.iter_mut().enumerate() {
        *ctrl = (i as f64 * 5.0 % 7.0 - 3.0) / 4.0;
    }
    for (i, act) in data.act.iter_mut().enumerate() {
        *act = (i as f64 * 3.0 % 5.0) / 8.0;
    }
    data
}
