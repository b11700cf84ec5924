use crate::fixture;
use plumbline::data::{State, StateVector};
use plumbline::{Data, Model};

/// A state in the middle of a motion with controls and contacts.
fn moving(model: &Model) -> Data {
    let mut data = Data::new(model);
    for i in 0..60 {
        for (k, ctrl) in data.ctrl.iter_mut().enumerate() {
            *ctrl = 0.3 * f64::from((i + k as i32) % 7 - 3);
        }
        data.step(model).unwrap();
    }
    data
}

#[test]
fn a_restored_state_repeats_the_simulation_bit_for_bit() {
    for name in ["bench/humanoid", "bench/arm26", "bench/pile"] {
        let model = fixture(name);
        let mut data = moving(&model);
        let start = data.state(&model, State::INTEGRATION);
        let run = |data: &mut Data| {
            for _ in 0..40 {
                data.step(&model).unwrap();
            }
            let end = data.state(&model, State::INTEGRATION);
            end.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
        };
        let first = run(&mut data);
        data.set_state(&model, &start).unwrap();
        assert_eq!(first, run(&mut data), "{name}: the same data");
        let mut numbers = vec![f64::NAN; start.len()];
        data.set_state_from(&model, State::INTEGRATION, &start)
            .unwrap();
        data.state_into(&model, State::INTEGRATION, &mut numbers)
            .unwrap();
        assert_eq!(numbers, *start, "{name}: in a buffer");
        assert!(
            data.state_into(&model, State::PHYSICS, &mut numbers)
                .is_err()
        );
        let mut other = Data::new(&model);
        other.set_state(&model, &start).unwrap();
        assert_eq!(first, run(&mut other), "{name}: other data");
    }
}

#[test]
fn parts_have_the_numbers_and_sizes_of_mujoco() {
    let bits = |state: State| state.bits();
    // mjSTATE_PHYSICS, mjSTATE_FULLPHYSICS, mjSTATE_USER and mjSTATE_INTEGRATION.
    assert_eq!(bits(State::PHYSICS), 14);
    assert_eq!(bits(State::FULL_PHYSICS), 4111);
    assert_eq!(bits(State::USER), 4064);
    assert_eq!(bits(State::INTEGRATION), 8191);
    let model = fixture("bench/humanoid");
    let data = Data::new(&model);
    for &part in State::COMPONENTS {
        let length = data.state(&model, part).len();
        assert_eq!(length, model.state_size(part), "{part:?}");
    }
    let whole = data.state(&model, State::INTEGRATION);
    assert_eq!(whole.len(), model.state_size(State::INTEGRATION));
    assert_eq!(State::from_bits(8192), None);
}

#[test]
fn a_state_of_another_size_is_refused_and_changes_nothing() {
    let model = fixture("bench/arm26");
    let mut data = moving(&model);
    let before = data.state(&model, State::INTEGRATION);
    let short = StateVector::new(State::PHYSICS, vec![0.5; 3]);
    let error = data.set_state(&model, &short).unwrap_err();
    let size = model.nq + model.nv + model.na;
    let words = format!("`state` has length 3; it has to be {size}");
    assert_eq!(error.to_string(), words);
    assert_eq!(data.state(&model, State::INTEGRATION), before);
}

#[test]
fn keyframes_are_set_and_found_by_name() {
    let text = "<mujoco>
        <worldbody><body><joint name='hinge' damping='0.3'/><geom size='0.1' pos='0.2 0 0'/></body>
        </worldbody>
        <sensor><jointpos name='angle' joint='hinge'/></sensor>
        <keyframe><key name='rest'/><key name='bent' time='2.5' qpos='0.7'/></keyframe>
      </mujoco>";
    let mut model = plumbline::Model::from_xml_string(text).unwrap();
    let mut data = Data::new(&model);
    data.reset_keyframe(&model, model.key("bent").unwrap())
        .unwrap();
    assert_eq!((data.time, &data.qpos[..]), (2.5, &[0.7][..]));
    data.forward(&model).unwrap();
    assert_eq!(data.sensor(&model, "angle").unwrap(), [0.7]);
    data.joint_mut(&model, "hinge").unwrap().qvel[0] = -0.4;
    model.set_keyframe(&data, 0).unwrap();
    assert_eq!(
        (model.key_qpos[0], model.key_qvel[0], model.key_time[0]),
        (0.7, -0.4, 2.5)
    );
    let error = data.reset_keyframe(&model, 2).unwrap_err();
    assert_eq!(error.to_string(), "no keyframe 2: the model has 2");
    assert_eq!(data.joint(&model, "hinge").unwrap().qvel, [-0.4]);
    assert!(model.set_keyframe(&data, 9).is_err());
}
