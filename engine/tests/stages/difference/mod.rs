//! Differences of steps and of inverse dynamics, held to the bits that MuJoCo 3.2.6 computes.

mod hybrid;
mod inverse;
mod lqr;
mod refusals;
mod threads;
mod transition;

use crate::record::Hash;
use crate::support::moving;
use plumbline::internal::codes::integrator;
use plumbline::{Data, Model};

/// How far inputs are nudged; `scripts/record-derivatives.py` has the same.
const EPS: f64 = 1e-6;

/// Data in motion after some steps. `scripts/record-derivatives.py` starts from it too.
fn in_motion(model: &Model) -> Data {
    let mut data = moving(model);
    for _ in 0..6 {
        data.step(model).unwrap();
    }
    data
}

/// The number of an integrator in the records.
fn integrator_of(word: &str) -> i32 {
    match word {
        "euler" => integrator::EULER,
        "implicit" => integrator::IMPLICIT,
        "implicitfast" => integrator::IMPLICIT_FAST,
        other => panic!("no integrator {other}"),
    }
}

/// What a matrix is written down as.
fn hash(values: &[&[f64]]) -> String {
    let mut hash = Hash::START;
    for value in values.iter().copied().flatten() {
        hash.absorb(value.to_bits());
    }
    hash.all_digits()
}

/// What is held to the record of the data afterwards.
fn after(data: &Data) -> String {
    hash(&[
        &data.qpos,
        &data.qvel,
        &data.act,
        &data.ctrl,
        &data.qacc_warmstart,
        &data.qacc,
        &data.qfrc_smooth,
        &data.qfrc_constraint,
        &data.sensordata,
    ])
}
