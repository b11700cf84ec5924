//! A state saved and restored: the simulation repeats itself to the last bit.

use plumbline::{Data, Model, State, StateVector};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from_xml_string(
        r#"
        <mujoco>
          <worldbody>
            <geom type="plane" size="2 2 0.1"/>
            <body pos="0 0 0.5" euler="20 30 0">
              <freejoint/>
              <geom type="box" size="0.1 0.15 0.2"/>
            </body>
          </worldbody>
          <keyframe><key name="thrown" qpos="0 0 1 1 0 0 0" qvel="1 0 2 3 2 1"/></keyframe>
        </mujoco>"#,
    )?;
    let mut data = Data::new(&model);
    data.reset_keyframe(&model, model.key("thrown")?)?;
    for _ in 0..300 {
        data.step(&model)?;
    }
    // All that a step depends on, as one vector of numbers.
    let saved = data.state(&model, State::INTEGRATION);
    println!("{} numbers at {:.3} s", saved.len(), data.time);
    let further = |data: &mut Data| -> Result<Vec<u64>, plumbline::StepError> {
        for _ in 0..500 {
            data.step(&model)?;
        }
        Ok(data.qpos.iter().map(|x| x.to_bits()).collect())
    };
    let once = further(&mut data)?;

    // To bytes and back, as into a file.
    let bytes: Vec<u8> = saved.iter().flat_map(|x| x.to_le_bytes()).collect();
    let numbers = bytes.chunks_exact(8).map(|chunk| {
        let mut number = [0; 8];
        number.copy_from_slice(chunk);
        f64::from_le_bytes(number)
    });
    let restored = StateVector::new(State::INTEGRATION, numbers.collect());

    let mut other = Data::new(&model);
    other.set_state(&model, &restored)?;
    let again = further(&mut other)?;
    println!("z = {} m both times", data.qpos[2]);
    assert_eq!(once, again);

    // A state of another size is an error, and changes nothing.
    let wrong = StateVector::new(State::QPOS, vec![0.0; 3]);
    let error = other.set_state(&model, &wrong).unwrap_err();
    println!("{error}");
    Ok(())
}
