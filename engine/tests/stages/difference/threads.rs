//! Derivatives of steps on several threads: what one thread computes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{EPS, in_motion};
use crate::support::{compile, fixture};
use plumbline::{Data, DerivativeError, DerivativeThreads, Model, TransitionParts};

/// All four matrices, row by row.
type Matrices = [Vec<f64>; 4];

/// Matrices full of what no derivative is.
fn room(model: &Model) -> Matrices {
    let (n, ns, nu) = (2 * model.nv + model.na, model.nsensordata, model.nu);
    [n * n, n * nu, ns * n, ns * nu].map(|size| vec![f64::NAN; size])
}

/// Room for all of them, or for those by controls alone.
fn parts(matrices: &mut Matrices, whole: bool) -> TransitionParts<'_> {
    let [a, b, c, d] = matrices;
    TransitionParts {
        a: whole.then_some(a),
        b: Some(b),
        c: whole.then_some(c),
        d: Some(d),
    }
}

fn bits(matrices: &Matrices) -> Vec<u64> {
    matrices.iter().flatten().map(|x| x.to_bits()).collect()
}

/// Every field of the data afterwards, but for statistics of the solver that later steps have not
/// overwritten.
fn left_behind(model: &Model, data: &Data) -> Vec<(String, String)> {
    let fields = data.fields(model).filter(|field| {
        let owner = format!("{:?}", field.info.owner);
        !owner.contains("Solver") && !field.info.name.starts_with("solver")
    });
    fields
        .map(|field| (field.info.name.to_string(), format!("{:?}", field.values)))
        .collect()
}

/// Takes derivatives of the same data with and without threads, several times, as threads that have
/// been at work before have more to get wrong.
#[track_caller]
fn assert_same(model: &Arc<Model>, start: &Data, about: &str) {
    for (count, centered) in [(1, false), (2, false), (2, true), (3, true), (7, false)] {
        let mut threads = DerivativeThreads::new(model, count);
        for whole in [true, false, true] {
            let (mut alone, mut data) = (start.clone(), start.clone());
            let (mut expected, mut found) = (room(model), room(model));
            let into = parts(&mut expected, whole);
            let outcome = alone.transition_fd_into(model, EPS, centered, into);
            outcome.unwrap();
            let into = parts(&mut found, whole);
            let outcome = data.transition_fd_threaded(model, EPS, centered, &mut threads, into);
            outcome.unwrap();
            let about = format!("{about}: {count} threads, centered {centered}, whole {whole}");
            assert!(bits(&found) == bits(&expected), "{about}");
            assert_eq!(
                left_behind(model, &data),
                left_behind(model, &alone),
                "{about}"
            );
            assert_eq!(data.warning, alone.warning, "{about}");
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for name in [
        "bench/humanoid",
        "bench/arm26",
        "sensor/every_kind",
        "bench/stops",
    ] {
        let model = Arc::new(fixture(name));
        assert_same(&model, &in_motion(&model), name);
    }
}

/// Two sliders whose second motor has no room to be nudged: the first one's nudge is the last.
const STUCK: &str = r#"<mujoco>
  <worldbody>
    <body><joint name="x" type="slide" axis="1 0 0"/><geom size="0.1"/></body>
    <body pos="0 0 3"><joint name="y" type="slide" axis="0 1 0"/><geom size="0.2"/></body>
  </worldbody>
  <actuator>
    <motor name="pull" joint="x" ctrlrange="-1 1" ctrllimited="true"/>
    <motor joint="y" ctrlrange="-1e-9 1e-9" ctrllimited="true"/>
  </actuator>
  <sensor><actuatorfrc actuator="pull"/></sensor>
</mujoco>"#;

#[test]
fn a_last_control_without_room_leaves_what_the_one_before_it_computed() {
    let model = Arc::new(compile(STUCK));
    let mut data = in_motion(&model);
    data.ctrl.copy_from_slice(&[0.3, 0.0]);
    assert_same(&model, &data, "stuck");
}

#[test]
fn a_model_may_change_between_calls() {
    let mut model = Arc::new(fixture("bench/walker"));
    let start = in_motion(&model);
    let mut threads = DerivativeThreads::new(&model, 3);
    let before = Arc::as_ptr(&model);
    for timestep in [0.001, 0.003] {
        Arc::make_mut(&mut model).opt.timestep = timestep;
        let (mut expected, mut found) = (room(&model), room(&model));
        let into = parts(&mut expected, true);
        let outcome = start.clone().transition_fd_into(&model, EPS, false, into);
        outcome.unwrap();
        let into = parts(&mut found, true);
        let mut data = start.clone();
        let outcome = data.transition_fd_threaded(&model, EPS, false, &mut threads, into);
        outcome.unwrap();
        assert!(bits(&found) == bits(&expected), "{timestep}");
    }
    assert_eq!(
        Arc::as_ptr(&model),
        before,
        "threads have kept the model, and it was copied"
    );
}

#[test]
fn an_unstable_step_is_the_same_error_and_keeps_the_state() {
    let model = Arc::new(fixture("bench/chain_10"));
    let mut data = in_motion(&model);
    data.qvel[4] = 1e10 - 1e-3;
    let (qpos, qvel) = (data.qpos.clone(), data.qvel.clone());
    for count in [1, 2, 5] {
        let mut threads = DerivativeThreads::new(&model, count);
        let mut matrices = room(&model);
        let into = parts(&mut matrices, true);
        let outcome = data.transition_fd_threaded(&model, 1.0, false, &mut threads, into);
        assert_eq!(outcome, Err(DerivativeError::Unstable), "{count}");
        assert_eq!((&data.qpos, &data.qvel), (&qpos, &qvel), "{count}");
    }
}

#[test]
fn calling_again_allocates_nothing() {
    let model = Arc::new(fixture("bench/humanoid"));
    let mut data = in_motion(&model);
    let mut threads = DerivativeThreads::new(&model, 2);
    let mut matrices = room(&model);
    let mut run = || {
        let into = parts(&mut matrices, true);
        let outcome = data.transition_fd_threaded(&model, EPS, false, &mut threads, into);
        outcome.unwrap();
    };
    // Long enough that both threads have had their turn.
    (0..3).for_each(|_| run());
    let counted = allocation_counter::measure(run);
    assert_eq!(counted.count_total, 0);
}

/// A callback of the model that panics once it has been called so often.
#[test]
fn a_panic_of_a_callback_goes_on_and_leaves_threads_that_work() {
    let model = Arc::new(fixture("bench/walker"));
    let start = in_motion(&model);
    let mut threads = DerivativeThreads::new(&model, 2);
    let calls = Arc::new(AtomicUsize::new(0));
    let mut data = start.clone();
    let counted = Arc::clone(&calls);
    data.callbacks.passive = Some(Arc::new(move |_, _| {
        let call = counted.fetch_add(1, Ordering::Relaxed);
        assert!(call < 9, "enough");
    }));
    let mut matrices = room(&model);
    let mut run = |data: &mut Data, threads: &mut DerivativeThreads| {
        let into = parts(&mut matrices, true);
        data.transition_fd_threaded(&model, EPS, false, threads, into)
    };
    let panicking = AssertUnwindSafe(|| run(&mut data, &mut threads));
    assert!(catch_unwind(panicking).is_err());
    assert_eq!(run(&mut start.clone(), &mut threads), Ok(()));
}
