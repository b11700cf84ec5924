//! Batches: each world has the bits that it would have alone, whatever threads, masks and
//! neighbours.

use crate::fixture;
use plumbline::internal::fields::Values;
use plumbline::{Batch, BatchError, Data, Model, State, WorldFailure};

const WORLDS: usize = 21;

/// A control that differs from world to world and from step to step.
fn control(world: usize, step: usize, i: usize) -> f64 {
    ((world * 7 + step / 3 * 5 + i * 3) % 11) as f64 * 0.15 - 0.75
}

/// Sets controls, the same way for a world of a batch and for one alone.
fn drive(ctrl: &mut [f64], world: usize, step: usize) {
    for (i, ctrl) in ctrl.iter_mut().enumerate() {
        *ctrl = control(world, step, i);
    }
}

#[track_caller]
fn assert_same(model: &Model, a: &Data, b: &Data, what: &str) {
    let mut compared = 0;
    for (a, b) in a.fields(model).zip(b.fields(model)) {
        let same = match (&a.values, &b.values) {
            (Values::F64(x), Values::F64(y)) => {
                x.len() == y.len()
                    && x.iter()
                        .zip(y.iter())
                        .all(|(x, y)| x.to_bits() == y.to_bits())
            }
            (x, y) => x == y,
        };
        assert!(same, "{what}: {}", a.info.name);
        compared += 1;
    }
    assert!(compared > 50, "{what}: nothing was compared");
}

#[test]
fn every_world_has_the_bits_that_it_has_alone() {
    for name in [
        "bench/chain_3",
        "bench/chain_10",
        "bench/arm_7",
        "bench/arm26",
        "bench/cheetah",
        "bench/walker",
        "bench/humanoid",
        "bench/slider_crank",
    ] {
        let model = fixture(name);
        let mut alone: Vec<Data> = (0..WORLDS).map(|_| Data::new(&model)).collect();
        let mut batches: Vec<Batch> = [1, 2, 5]
            .map(|threads| {
                let mut batch = Batch::new(model.clone(), WORLDS);
                batch.set_threads(threads);
                assert!(batch.threads() <= threads);
                batch
            })
            .into();
        let mut step = 0;
        for (round, nstep) in [1, 4, 1, 1, 9, 30, 2, 1].into_iter().enumerate() {
            let mask: Vec<bool> = (0..WORLDS)
                .map(|world| round % 3 == 0 || (world + round) % 4 != 0)
                .collect();
            for (world, data) in alone.iter_mut().enumerate() {
                drive(&mut data.ctrl, world, step);
                for _ in (0..nstep).filter(|_| mask[world]) {
                    data.step(&model).expect("a step");
                }
            }
            for batch in &mut batches {
                let controls = batch.field_mut::<f64>("ctrl").expect("a field");
                for (world, ctrl) in controls.into_iter().enumerate() {
                    drive(ctrl, world, step);
                }
                batch.step(&mask, nstep).expect("a step");
                // Now and then only the state is looked at.
                if round % 2 == 0 {
                    let qpos = batch.field::<f64>("qpos").expect("a field");
                    for (world, qpos) in qpos.into_iter().enumerate() {
                        let same = qpos.iter().zip(&alone[world].qpos);
                        let same = same.filter(|(a, b)| a.to_bits() == b.to_bits());
                        assert_eq!(same.count(), model.nq, "{name}, world {world}");
                    }
                    continue;
                }
                for (world, data) in batch.worlds().enumerate() {
                    let what = format!("{name}, round {round}, world {world}");
                    assert_same(&model, data, &alone[world], &what);
                }
            }
            step += nstep;
        }
    }
}

#[test]
fn a_world_that_becomes_unstable_starts_again_and_is_named() {
    let model = fixture("bench/chain_10");
    let mut batch = Batch::new(model.clone(), 9);
    let mut alone: Vec<Data> = (0..9).map(|_| Data::new(&model)).collect();
    for (world, data) in alone.iter_mut().enumerate() {
        data.qvel[0] = if world == 6 { f64::NAN } else { 0.5 };
        batch.world_mut(world).qvel[0] = data.qvel[0];
    }
    batch.step(.., 3).expect("a step");
    assert_eq!(batch.resets(), [6]);
    for (world, data) in alone.iter_mut().enumerate() {
        for _ in 0..3 {
            data.step(&model).expect("a step");
        }
        assert_same(&model, batch.world(world), data, &format!("world {world}"));
    }
    batch.step(.., 3).expect("a step");
    assert!(batch.resets().is_empty());
}

#[test]
fn a_world_that_fails_is_named_and_leaves_the_others_alone() {
    let model = fixture("bench/chain_3");
    for threads in [1, 2] {
        let mut batch = Batch::new(model.clone(), 40);
        batch.set_threads(threads);
        batch.world_mut(33).ctrl.pop();
        batch.world_mut(2).xpos.clear();
        batch
            .world_mut(2)
            .callbacks
            .set_control(|_, data: &mut Data| data.xpos.clear());
        let error = batch
            .step(.., 2)
            .expect_err("two worlds cannot be advanced");
        let BatchError::Worlds(failures) = &error else {
            panic!("{error}");
        };
        let worlds: Vec<usize> = failures.iter().map(|failure| failure.world).collect();
        assert_eq!(worlds, [2, 33]);
        assert_eq!(failures[0].failure, WorldFailure::Panic);
        let text = failures[1].to_string();
        assert!(
            text.contains("world 33, step 0: `ctrl` has length"),
            "{text}"
        );
        let text = error.to_string();
        assert!(text.contains("world 2, step 0"), "{text}");
        let mut alone = Data::new(&model);
        for _ in 0..2 {
            alone.step(&model).expect("a step");
        }
        for world in (0..40).filter(|world| ![2, 33].contains(world)) {
            assert_same(
                &model,
                batch.world(world),
                &alone,
                &format!("world {world}"),
            );
        }
    }
}

#[test]
fn worlds_can_have_models_of_their_own() {
    let model = fixture("bench/chain_10");
    let mut batch = Batch::new(model.clone(), 6);
    batch.step(.., 2).expect("a step");
    let masses = batch.expand::<f64>("body_mass").expect("a field");
    for (world, mass) in masses.into_iter().enumerate() {
        mass[3] *= 1.0 + world as f64;
    }
    batch.set_const(..).expect("constants");
    batch.step(.., 5).expect("a step");
    for world in 0..6 {
        let mut own = model.clone();
        let mut data = Data::new(&own);
        for step in 0..7 {
            if step == 2 {
                own.body_mass[3] *= 1.0 + world as f64;
                own.set_const().expect("constants");
            }
            data.step(&own).expect("a step");
        }
        assert_same(&own, batch.world(world), &data, &format!("world {world}"));
        assert_eq!(batch.model_of(world).body_mass[3], own.body_mass[3]);
    }
    // One model for all of them again.
    let mut light = model.clone();
    light.body_mass[5] *= 0.5;
    batch.set_model(light.clone()).expect("the same structure");
    batch.reset(.., None).expect("a reset");
    batch.step(.., 5).expect("a step");
    let mut data = Data::new(&light);
    for _ in 0..5 {
        data.step(&light).expect("a step");
    }
    assert_eq!(batch.world(4).qpos, data.qpos);
    let other = fixture("bench/chain_3");
    assert!(batch.set_model(other).is_err());
}

#[test]
fn fields_are_rows_of_all_worlds() {
    let model = fixture("bench/chain_3");
    let mut batch = Batch::new(model.clone(), 5);
    let rows: Vec<f64> = (0..5 * model.nu).map(|i| i as f64 * 0.1).collect();
    batch.write_field("ctrl", &rows).expect("a field");
    let mut read = vec![0.0; rows.len()];
    batch.read_field("ctrl", &mut read).expect("a field");
    assert_eq!(read, rows);
    batch.forward(..).expect("a state");
    assert_eq!(
        batch.field::<f64>("xpos").expect("a field")[4].len(),
        3 * model.nbody
    );
    assert_eq!(batch.field::<i32>("nefc").expect("a field")[2], [0]);
    batch.step(&[1_usize, 3], 2).expect("a step");
    let time = batch.field::<f64>("time").expect("a field");
    let moved: Vec<bool> = time.iter().map(|time| time[0] > 0.0).collect();
    assert_eq!(moved, [false, true, false, true, false]);
}

#[test]
fn what_does_not_fit_a_batch_is_said() {
    let mut batch = Batch::new(fixture("bench/chain_3"), 4);
    let text = |outcome: Result<(), BatchError>| outcome.expect_err("a misuse").to_string();
    assert_eq!(
        text(batch.step(&[true, false], 1)),
        "`mask` has length 2; it has to be 4"
    );
    assert_eq!(
        text(batch.step(&[4_usize], 1)),
        "no world 4: the model has 4"
    );
    assert_eq!(
        text(batch.reset(.., Some(0))),
        "no keyframe 0: the model has 0"
    );
    assert_eq!(
        text(batch.field::<f64>("efc_J").map(drop)),
        "no field of fixed size is called `efc_J`"
    );
    assert_eq!(
        text(batch.field::<i32>("qpos").map(drop)),
        "`qpos` holds numbers of type f64, not i32"
    );
    assert_eq!(
        text(batch.write_field("ctrl", &[0.0])),
        "`values` has length 1; it has to be 12"
    );
    assert_eq!(
        text(batch.rollout(&[], &[], 1).map(drop)),
        "`states` has length 0; it has to be 28"
    );
}

#[test]
fn rollouts_are_what_each_world_does_alone() {
    for name in ["bench/chain_10", "bench/arm_7", "bench/cheetah"] {
        let model = fixture(name);
        let (n, steps) = (18, 12);
        let mut starts = Vec::new();
        let mut controls = Vec::new();
        let (mut states, mut sensordata) = (Vec::new(), Vec::new());
        for world in 0..n {
            let mut data = Data::new(&model);
            data.qvel[0] = world as f64 * 0.01;
            starts.extend_from_slice(&data.state(&model, State::FULL_PHYSICS));
            for step in 0..steps {
                drive(&mut data.ctrl, world, step);
                controls.extend_from_slice(&data.ctrl);
                data.step(&model).expect("a step");
                states.extend_from_slice(&data.state(&model, State::FULL_PHYSICS));
                sensordata.extend_from_slice(&data.sensordata);
            }
        }
        let mut batch = Batch::new(model.clone(), n);
        batch.set_threads(2);
        // What was there before does not matter.
        batch.step(.., 3).expect("a step");
        let rollout = batch.rollout(&starts, &controls, steps).expect("a rollout");
        let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&rollout.states), bits(&states), "{name}");
        assert_eq!(bits(&rollout.sensordata), bits(&sensordata), "{name}");
    }
}

#[test]
fn derivatives_are_those_of_each_world_alone() {
    let model = fixture("bench/arm_7");
    let mut batch = Batch::new(model.clone(), 3);
    let mut starts = Vec::new();
    let mut alone = Vec::new();
    for world in 0..3 {
        let mut data = Data::new(&model);
        data.qvel.fill(0.1 * world as f64);
        starts.extend_from_slice(&data.state(&model, State::FULL_PHYSICS));
        alone.push(data.transition_fd(&model, 1e-6, true).expect("derivatives"));
    }
    let found = batch.transition_fd(&starts, 1e-6, true);
    assert_eq!(found.expect("derivatives"), alone);
}
