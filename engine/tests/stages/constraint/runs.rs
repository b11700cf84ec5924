//! Runs of the fixtures in `fixtures/constraint`, held to the bits that MuJoCo 3.2.6 computes for
//! them under every option of the solver.

use crate::record::{Trace, lines, report, whole};
use crate::support::fixture;
use plumbline::internal::codes::{enable, integrator};
use plumbline::{Data, Model};

/// Written by `scripts/record-constraint-runs.py`.
const RUNS: &str = include_str!("runs.txt");
const STEPS: usize = 24;
const OPTIONS: [&str; 6] = [
    "cone",
    "solver",
    "jacobian",
    "integrator",
    "noslip_iterations",
    "island",
];
const FIELDS: &[&str] = &[
    "ncon",
    "nefc",
    "efc_force",
    "solver_niter",
    "qfrc_constraint",
    "qacc",
    "sensordata",
    "solver_fwdinv",
    "qvel",
    "qpos",
];
const INVERSE: &[&str] = &["qfrc_inverse", "qfrc_constraint", "qacc", "sensordata"];

/// The traces of a run, and of inverse dynamics at its end.
fn run(model: &Model) -> [Trace; 2] {
    let mut data = Data::new(model);
    for (i, qvel) in data.qvel.iter_mut().enumerate() {
        *qvel = (i as f64 * 7.0 % 11.0 - 5.0) / 10.0;
    }
    let mut trace = Trace::new(FIELDS);
    for i in 1..=STEPS {
        data.step(model).unwrap();
        let [ncon, nefc, niter] = [data.ncon, data.nefc, data.solver_niter[0]].map(f64::from);
        trace.absorb(&[
            &[ncon],
            &[nefc],
            &data.efc_force,
            &[niter],
            &data.qfrc_constraint,
            &data.qacc,
            &data.sensordata,
            &data.solver_fwdinv,
            &data.qvel,
            &data.qpos,
        ]);
        if i % (STEPS / 4) == 0 {
            trace.mark();
        }
    }
    for (i, qacc) in data.qacc.iter_mut().enumerate() {
        *qacc = (i as f64 * 5.0 % 7.0 - 3.0) / 2.0;
    }
    data.inverse(model).unwrap();
    let mut end = Trace::new(INVERSE);
    end.absorb(&[
        &data.qfrc_inverse,
        &data.qfrc_constraint,
        &data.qacc,
        &data.sensordata,
    ]);
    end.mark();
    [trace, end]
}

/// The options of a run, by the words with which the harness is asked for them.
struct Setting {
    model: Model,
    command: String,
}

fn setting(name: &str, options: &[&str]) -> Setting {
    let mut model = fixture(&format!("constraint/{name}"));
    let values: Vec<usize> = options.iter().map(|word| word.parse().unwrap()).collect();
    let [cone, solver, jacobian, integrator, noslip, island] = values[..] else {
        panic!("six options: {options:?}");
    };
    let opt = &mut model.opt;
    (opt.cone, opt.solver, opt.jacobian) = (cone as i32, solver as i32, jacobian as i32);
    (opt.integrator, opt.noslip_iterations) = (integrator as i32, noslip as i32);
    opt.enableflags = enable::FWDINV;
    let mut enabled = vec!["fwdinv"];
    if island == 1 {
        opt.enableflags |= enable::ISLAND;
        enabled.push("island");
    }
    if opt.integrator != integrator::RK4 {
        opt.enableflags |= enable::INVDISCRETE;
        enabled.push("invdiscrete");
    }
    let command = format!(
        "fixtures/constraint/{name}.xml --modes free,inverse --set cone={} --set solver={} \
         --set jacobian={} --set integrator={} --set noslip_iterations={noslip} --enable {}",
        ["pyramidal", "elliptic"][cone],
        ["PGS", "CG", "Newton"][solver],
        ["dense", "sparse"][jacobian],
        ["Euler", "RK4", "implicit", "implicitfast"][integrator],
        enabled.join(",")
    );
    Setting { model, command }
}

#[test]
fn every_kind_of_row_has_the_bits_of_the_reference_under_every_option() {
    let mut different = Vec::new();
    for line in lines(RUNS, &[&OPTIONS, FIELDS, &["inverse", "all"]].concat()) {
        let (name, options, recorded) = (line[0], &line[1..7], &line[7..]);
        let Setting { model, command } = setting(name, options);
        let [trace, end] = run(&model);
        let (recorded, [inverse, all]) = recorded.split_at(FIELDS.len()) else {
            panic!("a word per field, one of inverse dynamics and one of all: {line:?}");
        };
        let at_end: Vec<&str> = (0..INVERSE.len())
            .map(|i| &inverse[4 * i..4 * i + 4])
            .collect();
        if let Some((quarter, fields)) = trace.difference(recorded) {
            different.push(report(name, quarter, STEPS, &fields, &command));
        } else if let Some((_, fields)) = end.difference(&at_end) {
            let fields = fields.join(", ");
            different.push(format!(
                "{name}: inverse dynamics differs in {fields}\n  {command}"
            ));
        } else {
            assert_eq!(whole(&[&trace, &end]), *all, "{name} {options:?}");
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
