//! Timers: what counts always, and what a clock measures. That it is asked where MuJoCo asks it is
//! held in the Python package, beside MuJoCo itself.

use std::cell::Cell;

use plumbline::data::Timer;
use plumbline::{Data, Model};

thread_local!(static ASKED: Cell<i32> = const { Cell::new(0) });

/// A clock that says how often it was asked.
fn ticks() -> f64 {
    ASKED.set(ASKED.get() + 1);
    f64::from(ASKED.get())
}

const BALL: &str = "<mujoco><worldbody>
    <geom type='plane' size='3 3 .1'/>
    <body pos='0 0 .09'><joint name='slide' type='slide' axis='0 0 1'/><geom size='.1'/></body>
  </worldbody><actuator><motor joint='slide'/></actuator></mujoco>";

#[test]
fn parts_of_steps_are_counted_and_measured_by_a_clock() {
    let model = Model::from_xml_string(BALL).unwrap();
    let mut data = Data::new(&model);
    (0..3).for_each(|_| data.step(&model).unwrap());
    data.step1(&model).unwrap();
    data.step2(&model).unwrap();
    let timer = |data: &Data, part: Timer| data.timer[part as usize];
    assert_eq!(timer(&data, Timer::Step).number, 4);
    assert_eq!(timer(&data, Timer::Forward).number, 3);
    assert_eq!(timer(&data, Timer::Inverse).number, 0);
    assert_eq!(timer(&data, Timer::NarrowPhase).number, 4);
    assert!(data.timer.iter().all(|timer| timer.duration == 0.0));

    data.callbacks.time = Some(ticks);
    data.step(&model).unwrap();
    // The first and the last question are the step's own.
    assert_eq!(
        timer(&data, Timer::Step).duration,
        f64::from(ASKED.get() - 1)
    );
    assert_eq!(timer(&data, Timer::Velocity).duration, 1.0);
    assert_eq!(timer(&data, Timer::Collision).duration, 5.0);
    assert_eq!(timer(&data, Timer::Inertia).duration, 2.0);
    assert_eq!(timer(&data, Timer::Inertia).number, 5);
    assert!(data.clone().timer == data.timer);

    data.reset(&model);
    assert!(
        data.timer
            .iter()
            .all(|timer| timer.number == 0 && timer.duration == 0.0)
    );
    assert!(data.callbacks.time.is_some());
}
