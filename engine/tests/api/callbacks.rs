//! Callbacks: what they capture, when they are called, and that what they do has MuJoCo's bits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use plumbline::data::callbacks::Callbacks;
use plumbline::model::{Integrator, NeedStage};
use plumbline::{Data, Model};

/// Written by `scripts/record-callbacks.py`, which has the same callbacks.
const RUNS: &str = include_str!("callbacks.txt");
const MODEL: &str = include_str!("callbacks.xml");
const STEPS: usize = 100;
const KINDS: usize = 7;

/// Counts calls.
#[derive(Clone, Default)]
struct Counter(Arc<AtomicUsize>);

impl Counter {
    fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// All callbacks; each captures where it finds the hinge and counts its calls.
fn callbacks(model: &Model) -> (Callbacks, [Counter; KINDS]) {
    let counters: [Counter; KINDS] = Default::default();
    let mut calls = counters.clone().into_iter();
    let mut next = || calls.next().unwrap();
    let hinge = model.joint("hinge").unwrap();
    let position = model.jnt_qposadr[hinge] as usize;
    let dof = model.jnt_dofadr[hinge] as usize;
    let mut callbacks = Callbacks::default();
    let counter = next();
    callbacks.set_control(move |_, data| {
        counter.count();
        data.ctrl[0] = 1.0 - 2.0 * data.qpos[position];
        data.ctrl[1] = 0.25 + data.qvel[dof];
        data.ctrl[2] = 0.1 * data.time;
    });
    let counter = next();
    callbacks.set_passive(move |_, data| {
        counter.count();
        data.qfrc_passive[dof] += -0.3 * data.qvel[dof];
    });
    let counter = next();
    callbacks.set_act_dyn(move |_, data, actuator| {
        counter.count();
        if actuator == 0 {
            return data.ctrl[0] - 2.0 * data.act[0];
        }
        data.act_dot[1] = data.act[2];
        data.act_dot[2] = data.ctrl[1] - data.act[1] - 0.5 * data.act[2];
        77.0
    });
    let counter = next();
    callbacks.set_act_gain(move |_, data, _| {
        counter.count();
        1.5 + data.qpos[position]
    });
    let counter = next();
    callbacks.set_act_bias(move |_, data, actuator| {
        counter.count();
        -0.2 * data.actuator_velocity[actuator]
    });
    let counter = next();
    callbacks.set_sensor(move |_, data, stage| {
        counter.count();
        match stage {
            NeedStage::Pos => {
                data.sensordata[0] = data.qpos[2];
                data.sensordata[1] = f64::from(data.ncon);
            }
            NeedStage::Vel => data.sensordata[2] = 3.0 * data.qvel[2],
            _ => data.sensordata[3..6].copy_from_slice(&data.qacc[..3]),
        }
    });
    let counter = next();
    let floor = model.geom("floor").unwrap();
    let capsule = model.geom("capsule").unwrap();
    callbacks.set_contact_filter(move |_, _, first, second| {
        counter.count();
        (first, second) == (floor, capsule)
    });
    (callbacks, counters)
}

fn model(integrator: &str) -> Model {
    let mut model = Model::from_xml_string(MODEL).unwrap();
    model
        .opt
        .set_integrator(Integrator::from_name(integrator).unwrap());
    model
}

fn run(model: &Model, data: &mut Data) {
    for _ in 0..STEPS {
        data.step(model).unwrap();
    }
}

#[test]
fn what_callbacks_do_has_the_bits_of_the_reference() {
    for line in RUNS.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let (integrator, recorded) = (words[0], &words[1..]);
        let model = model(integrator);
        let (callbacks, counters) = callbacks(&model);
        let mut data = Data::new(&model);
        data.callbacks = callbacks;
        run(&model, &mut data);
        let calls = counters.map(|calls| calls.0.load(Ordering::Relaxed).to_string());
        assert_eq!(calls, recorded[..KINDS], "{integrator}: calls");
        let fields = [
            &data.qpos,
            &data.qvel,
            &data.act,
            &data.ctrl,
            &data.sensordata,
            &data.qfrc_passive,
        ];
        for (values, recorded) in fields.into_iter().zip(&recorded[KINDS..]) {
            let bits = values.iter().map(|x| format!("{:016x}", x.to_bits()));
            assert_eq!(
                bits.collect::<Vec<_>>().join(","),
                *recorded,
                "{integrator}"
            );
        }
    }
}

#[test]
fn a_clone_of_the_data_goes_to_another_thread_with_its_callbacks() {
    let model = model("Euler");
    let (callbacks, counters) = callbacks(&model);
    let mut data = Data::new(&model);
    data.callbacks = callbacks;
    let mut other = data.clone();
    let there = std::thread::scope(|scope| {
        let there = scope.spawn(|| {
            run(&model, &mut other);
            other.qpos
        });
        run(&model, &mut data);
        there.join().unwrap()
    });
    assert_eq!(there, data.qpos);
    assert_eq!(counters[0].0.load(Ordering::Relaxed), 2 * STEPS);
    assert_eq!(
        format!("{:?}", data.callbacks),
        "{control, passive, act_dyn, act_gain, act_bias, sensor, contact_filter}"
    );
}
