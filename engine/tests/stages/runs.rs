//! Runs of the fixtures of smooth dynamics, held to the bits that MuJoCo 3.2.6 computes for them.

use crate::record::{Trace, lines, report, whole};
use crate::support::{fixture, moving};

/// Written by `scripts/record-dynamics-runs.py`.
const RUNS: &str = include_str!("runs.txt");
const STEPS: usize = 40;
const FIELDS: &[&str] = &[
    "qfrc_passive",
    "qfrc_actuator",
    "qacc",
    "sensordata",
    "energy",
    "act",
    "qvel",
    "qpos",
];

fn run(name: &str) -> Trace {
    let model = fixture(name);
    let mut data = moving(&model);
    let mut trace = Trace::new(FIELDS);
    for i in 1..=STEPS {
        data.step(&model).unwrap();
        trace.absorb(&[
            &data.qfrc_passive,
            &data.qfrc_actuator,
            &data.qacc,
            &data.sensordata,
            &data.energy,
            &data.act,
            &data.qvel,
            &data.qpos,
        ]);
        if i % (STEPS / 4) == 0 {
            trace.mark();
        }
    }
    trace
}

#[test]
fn every_run_has_the_bits_of_the_reference() {
    let mut different = Vec::new();
    for line in lines(RUNS, &[FIELDS, &["all"]].concat()) {
        let [name, recorded @ .., all] = &line[..] else {
            panic!("a run has a name and hashes: {line:?}");
        };
        let trace = run(name);
        if let Some((quarter, fields)) = trace.difference(recorded) {
            let command = format!("fixtures/{name}.xml --modes free");
            different.push(report(name, quarter, STEPS, &fields, &command));
        } else {
            assert_eq!(whole(&[&trace]), *all, "{name}");
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
