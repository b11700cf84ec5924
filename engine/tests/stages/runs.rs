use crate::support::{fixture, moving};
use engine::{Data, step};

/// Written by `scripts/record-dynamics-runs.py`: a fixture, then hashes after each quarter of its run.
const RUNS: &str = include_str!("runs.txt");
const STEPS: usize = 40;

/// Takes the bits of all that a step leaves behind into a hash.
fn absorb(hash: u64, data: &Data) -> u64 {
    let energy = &data.energy[..];
    let fields: [&[f64]; 8] = [
        &data.qpos,
        &data.qvel,
        &data.act,
        &data.qacc,
        &data.qfrc_passive,
        &data.qfrc_actuator,
        &data.sensordata,
        energy,
    ];
    fields.into_iter().flatten().fold(hash, |hash, value| {
        (hash ^ value.to_bits()).wrapping_mul(0x100000001b3)
    })
}

#[test]
fn every_run_has_the_bits_of_the_reference() {
    for line in RUNS.lines() {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap();
        let model = fixture(name);
        let mut data = moving(&model);
        let mut hash = 0xcbf29ce484222325;
        for i in 1..=STEPS {
            step(&model, &mut data).unwrap();
            hash = absorb(hash, &data);
            if i % (STEPS / 4) == 0 {
                let recorded = words.next().unwrap();
                assert_eq!(format!("{hash:016x}"), recorded, "{name}, step {i}");
            }
        }
    }
}
