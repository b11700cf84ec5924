//! Runs of the fixtures in `fixtures/constraint`, held to the bits that MuJoCo 3.2.6 computes for them.

use crate::support::fixture;
use engine::model::codes::{enable, integrator};
use engine::{Data, Model, inverse, step};

/// Written by `scripts/record-constraint-runs.py`.
const RUNS: &str = include_str!("runs.txt");
const STEPS: usize = 24;

/// A hash over the bits of numbers.
struct Hash(u64);

impl Hash {
    fn absorb(&mut self, values: &[f64]) {
        for value in values {
            self.0 = (self.0 ^ value.to_bits()).wrapping_mul(0x100000001b3);
        }
    }
}

/// Hashes after each quarter of a run, and after inverse dynamics at its end.
fn run(model: &Model) -> Vec<String> {
    let mut data = Data::new(model);
    for (i, qvel) in data.qvel.iter_mut().enumerate() {
        *qvel = (i as f64 * 7.0 % 11.0 - 5.0) / 10.0;
    }
    let mut hash = Hash(0xcbf29ce484222325);
    let mut quarters = Vec::new();
    for i in 1..=STEPS {
        step(model, &mut data).unwrap();
        for values in [
            &data.qpos,
            &data.qvel,
            &data.qacc,
            &data.qfrc_constraint,
            &data.sensordata,
            &data.efc_force,
        ] {
            hash.absorb(values);
        }
        hash.absorb(&[data.nefc, data.ncon, data.solver_niter[0]].map(f64::from));
        hash.absorb(&data.solver_fwdinv);
        if i % (STEPS / 4) == 0 {
            quarters.push(format!("{:016x}", hash.0));
        }
    }
    for (i, qacc) in data.qacc.iter_mut().enumerate() {
        *qacc = (i as f64 * 5.0 % 7.0 - 3.0) / 2.0;
    }
    inverse(model, &mut data).unwrap();
    for values in [
        &data.qfrc_inverse,
        &data.qfrc_constraint,
        &data.qacc,
        &data.sensordata,
    ] {
        hash.absorb(values);
    }
    quarters.push(format!("{:016x}", hash.0));
    quarters
}

#[test]
fn every_kind_of_row_has_the_bits_of_the_reference_under_every_option() {
    let mut different = Vec::new();
    for line in RUNS.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, options @ .., _, _, _, _, _] = words.as_slice() else {
            panic!("a run has a name, options and five hashes: {line}");
        };
        let options: Vec<i32> = options.iter().map(|word| word.parse().unwrap()).collect();
        let [cone, solver, jacobian, integrator, noslip, island] = options[..] else {
            panic!("six options: {line}");
        };
        let mut model = fixture(&format!("constraint/{name}"));
        model.opt.cone = cone;
        model.opt.solver = solver;
        model.opt.jacobian = jacobian;
        model.opt.integrator = integrator;
        model.opt.noslip_iterations = noslip;
        model.opt.enableflags = enable::FWDINV | if island == 1 { enable::ISLAND } else { 0 };
        if integrator != integrator::RK4 {
            model.opt.enableflags |= enable::INVDISCRETE;
        }
        let hashes = run(&model);
        let same = hashes.iter().zip(&words[7..]).take_while(|(a, b)| a == b);
        let same = same.count();
        if same < 5 {
            different.push(format!("{line}: differs after {} steps", same * STEPS / 4));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
