//! Many simulations of one model on all cores: the model is shared, each thread has its data.

use std::thread;

use plumbline::{Data, Model};

const RUNS: usize = 32;
const STEPS: usize = 500;

/// How far a cart gets under a push of its own.
fn run(model: &Model, data: &mut Data, push: f64) -> Result<f64, plumbline::StepError> {
    data.reset(model);
    for _ in 0..STEPS {
        data.ctrl[0] = push;
        data.step(model)?;
    }
    Ok(data.qpos[0])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_xml_string(
        r#"
        <mujoco>
          <worldbody>
            <body>
              <joint name="rail" type="slide" axis="1 0 0" damping="0.5"/>
              <geom type="box" size="0.2 0.1 0.1"/>
              <body>
                <joint name="pole" axis="0 1 0" damping="0.01"/>
                <geom type="capsule" fromto="0 0 0 0 0 -0.6" size="0.03"/>
              </body>
            </body>
          </worldbody>
          <actuator><motor joint="rail"/></actuator>
        </mujoco>"#,
    )?;
    let pushes: Vec<f64> = (0..RUNS).map(|i| i as f64 / 4.0).collect();
    let threads = thread::available_parallelism()?.get();
    let mut reached = vec![0.0; RUNS];
    thread::scope(|scope| {
        let share = RUNS.div_ceil(threads);
        let workers: Vec<_> = pushes
            .chunks(share)
            .zip(reached.chunks_mut(share))
            .map(|(pushes, reached)| {
                let model = &model;
                scope.spawn(move || {
                    // One for all runs of a thread: making it allocates, steps and resets do not.
                    let mut data = Data::new(model);
                    for (&push, place) in pushes.iter().zip(reached) {
                        *place = run(model, &mut data, push)?;
                    }
                    Ok::<(), plumbline::StepError>(())
                })
            })
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
    })?;
    for (push, place) in pushes.iter().zip(&reached) {
        println!("{push:5.2} N: {place:7.3} m");
    }
    // Threads change no bits.
    let mut data = Data::new(&model);
    for (&push, &place) in pushes.iter().zip(&reached) {
        assert_eq!(run(&model, &mut data, push)?.to_bits(), place.to_bits());
    }
    assert!(reached.windows(2).all(|pair| pair[0] < pair[1]));
    Ok(())
}
