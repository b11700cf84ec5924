//! Many simulations of one model on all cores, as one batch.

use std::thread;

use plumbline::{Batch, Data, Model};

const RUNS: usize = 32;
const STEPS: usize = 500;

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
    // Each cart gets a push of its own.
    let pushes: Vec<f64> = (0..RUNS).map(|i| i as f64 / 4.0).collect();
    let mut batch = Batch::new(model.clone(), RUNS);
    batch.set_threads(thread::available_parallelism()?.get());
    batch.write_field("ctrl", &pushes)?;
    batch.step(.., STEPS)?;
    let mut places = vec![0.0; RUNS * model.nq];
    batch.read_field("qpos", &mut places)?;
    let reached: Vec<f64> = places.chunks(model.nq).map(|qpos| qpos[0]).collect();
    for (push, place) in pushes.iter().zip(&reached) {
        println!("{push:5.2} N: {place:7.3} m");
    }
    // Each has the bits that it would have alone.
    let mut data = Data::new(&model);
    for (&push, &place) in pushes.iter().zip(&reached) {
        data.reset(&model);
        data.ctrl[0] = push;
        for _ in 0..STEPS {
            data.step(&model)?;
        }
        assert_eq!(data.qpos[0].to_bits(), place.to_bits());
    }
    assert!(reached.windows(2).all(|pair| pair[0] < pair[1]));
    Ok(())
}
