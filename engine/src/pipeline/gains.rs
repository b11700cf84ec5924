//! What each special path gains: steps of the bench models with the path open and closed, in turns.
//!
//! `cargo test --release -p plumbline-physics --lib gains -- --ignored --nocapture` prints the table of
//! `docs/speed.md`. `GAINS=chain` measures the models with that in their names only.

use std::path::Path;

use rustix::time::{ClockId, clock_gettime};

use crate::model::paths::SpecialPath;
use crate::{Data, Model};

/// Turns of each side, and how long one is.
const TURNS: usize = 31;
const SECONDS: f64 = 0.004;

/// CPU time of this thread, in seconds.
fn cpu_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The bench models by name.
fn models() -> Vec<(String, Model)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/bench");
    let wanted = std::env::var("GAINS").unwrap_or_default();
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".xml").map(str::to_owned))
        .filter(|name| name.contains(&wanted))
        .collect();
    names.sort();
    let load = |name: String| {
        let model = crate::Model::from_xml(folder.join(format!("{name}.xml"))).unwrap();
        (name, model)
    };
    names.into_iter().map(load).collect()
}

/// Steps from the reference with changing controls. Returns the CPU time.
fn run(model: &Model, data: &mut Data, steps: usize) -> f64 {
    data.reset(model);
    let start = cpu_time();
    for k in 0..steps {
        for (i, ctrl) in data.ctrl.iter_mut().enumerate() {
            *ctrl = ((k / 5 + 3 * i) % 11) as f64 * 0.1 - 0.4;
        }
        data.step(model).unwrap();
    }
    cpu_time() - start
}

/// By how much a step takes longer with the path closed, in percent: the median over the turns.
fn gain(model: &Model, path: SpecialPath) -> f64 {
    let mut open = Data::new(model);
    let mut closed = SpecialPath::close(&[path], || Data::new(model));
    let steps = (SECONDS * 50.0 / run(model, &mut open, 50)) as usize + 10;
    let mut ratios: Vec<f64> = (0..TURNS)
        .map(|_| {
            let with = run(model, &mut open, steps);
            let without = SpecialPath::close(&[path], || run(model, &mut closed, steps));
            without / with
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    100.0 * (ratios[TURNS / 2] - 1.0)
}

#[test]
#[ignore = "a measurement"]
fn gains() {
    print!("{:18}", "");
    for path in SpecialPath::ALL {
        print!("{:>14}", format!("{path:?}"));
    }
    println!();
    for (name, model) in models() {
        print!("{name:18}");
        for path in SpecialPath::ALL {
            print!("{:13.1}%", gain(&model, path));
        }
        println!();
    }
}
