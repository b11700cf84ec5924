//! What does not fit together is an error with words, and changes nothing.

use crate::fixture;
use plumbline::data::State;
use plumbline::{Data, Misuse, Model, StepError};

/// Every method that runs something, with what it says of this model and data.
fn words_of_all(model: &Model, data: &mut Data) -> Vec<String> {
    type Run = fn(&mut Data, &Model) -> Result<(), StepError>;
    let runs: &[Run] = &[
        Data::step,
        Data::step1,
        Data::step2,
        Data::forward,
        Data::inverse,
        Data::fwd_position,
        Data::kinematics,
        Data::com_pos,
        Data::tendon,
        Data::crb,
        Data::factor_m,
        Data::collision,
        Data::make_constraint,
        Data::island,
        Data::transmission,
        Data::project_constraint,
        Data::fwd_velocity,
        Data::com_vel,
        Data::passive,
        Data::subtree_vel,
        Data::reference_constraint,
        Data::fwd_actuation,
        Data::fwd_acceleration,
        Data::fwd_constraint,
        Data::inv_constraint,
        Data::rne_post_constraint,
        Data::compare_fwd_inv,
        Data::sensor_pos,
        Data::sensor_vel,
        Data::sensor_acc,
        Data::energy_pos,
        Data::energy_vel,
        Data::euler,
        Data::runge_kutta,
        Data::implicit,
    ];
    runs.iter()
        .map(|run| run(data, model).unwrap_err().to_string())
        .collect()
}

fn expect_of_all(model: &Model, data: &mut Data, words: &str) {
    for said in words_of_all(model, data) {
        assert_eq!(said, words);
    }
}

#[test]
fn data_of_another_model_is_refused() {
    let (humanoid, arm) = (fixture("bench/humanoid"), fixture("bench/arm26"));
    let mut data = Data::new(&arm);
    let words = "the data belongs to another model: make new data with `Data::new(&model)`";
    expect_of_all(&humanoid, &mut data, words);
    assert_eq!(data.time, 0.0);
}

#[test]
fn data_of_another_tree_with_the_same_sizes_is_refused() {
    let model = |inner: &str| {
        let geom = "<joint/><geom size='0.1'/>";
        let text = format!("<mujoco><worldbody><body>{geom}{inner}</worldbody></mujoco>");
        Model::from_xml_string(&text).unwrap()
    };
    let beside = model("</body><body><joint/><geom size='0.1'/></body>");
    let below = model("<body><joint/><geom size='0.1'/></body></body>");
    assert_eq!((beside.nbody, beside.nv), (below.nbody, below.nv));
    let mut data = Data::new(&beside);
    let error = data.step(&below).unwrap_err();
    assert_eq!(error, StepError::Misuse(Misuse::OtherModel));
}

#[test]
fn data_may_be_shared_by_models_of_one_structure() {
    let text = |mass: f64| {
        let body = format!("<body><joint/><geom size='0.1' mass='{mass}'/></body>");
        format!("<mujoco><worldbody>{body}</worldbody></mujoco>")
    };
    let [light, heavy] = [1.0, 3.0].map(|mass| Model::from_xml_string(&text(mass)).unwrap());
    let mut data = Data::new(&light);
    data.step(&heavy).unwrap();
}

#[test]
fn a_model_or_data_that_was_never_made_is_refused() {
    let model = fixture("bench/arm26");
    let (none, mut empty) = (Model::default(), Data::default());
    let words = "the data is empty: make it with `Data::new(&model)`";
    expect_of_all(&model, &mut empty, words);
    let words = "the model is empty: load one, as with `Model::from_xml`";
    expect_of_all(&none, &mut Data::new(&none), words);
    expect_of_all(&none, &mut Data::new(&model), words);
}

#[test]
fn an_array_of_the_wrong_length_is_named() {
    let model = fixture("bench/arm26");
    let mut data = Data::new(&model);
    data.ctrl = vec![0.5];
    expect_of_all(&model, &mut data, "`ctrl` has length 1; it has to be 6");
    let mut data = Data::new(&model);
    data.xfrc_applied.push([0.0; 6]);
    let error = data.step(&model).unwrap_err().to_string();
    assert!(error.starts_with("`xfrc_applied` has length "), "{error}");
    let mut data = Data::new(&model);
    data.xpos = Vec::new();
    let error = data.kinematics(&model).unwrap_err().to_string();
    assert!(error.starts_with("`xpos` has length 0"), "{error}");
}

#[test]
fn reset_makes_any_data_fit() {
    let model = fixture("bench/arm26");
    let mut fresh = Data::new(&model);
    fresh.step(&model).unwrap();
    let mut broken = Data::new(&model);
    broken.ctrl.clear();
    for mut data in [Data::default(), Data::new(&fixture("bench/pile")), broken] {
        data.reset(&model);
        data.step(&model).unwrap();
        let state = |data: &Data| data.state(&model, State::INTEGRATION);
        assert_eq!(state(&data), state(&fresh));
    }
}

#[test]
#[should_panic = "the data belongs to another model"]
fn the_state_of_other_data_is_refused() {
    let (humanoid, arm) = (fixture("bench/humanoid"), fixture("bench/arm26"));
    Data::new(&arm).state(&humanoid, State::PHYSICS);
}

#[test]
fn an_integrator_that_does_not_exist_is_named() {
    let mut model = fixture("bench/arm26");
    model.opt.integrator = 77;
    let mut data = Data::new(&model);
    let before = data.state(&model, State::INTEGRATION);
    let error = data.step(&model).unwrap_err();
    assert_eq!(error, StepError::Misuse(Misuse::Integrator(77)));
    assert_eq!(
        error.to_string(),
        "`opt.integrator` is 77, which is none of 0 (Euler) to 3 (implicitfast)"
    );
    assert_eq!(data.state(&model, State::INTEGRATION), before);
    let error = data.implicit(&model).unwrap_err();
    assert_eq!(error, StepError::Misuse(Misuse::NotImplicit));
    // As in MuJoCo: the dynamics do not ask, and a step in two halves takes Euler's method.
    data.forward(&model).unwrap();
    data.step1(&model).unwrap();
    data.step2(&model).unwrap();
    let mut euler = fixture("bench/arm26");
    euler.opt.integrator = 0;
    let mut other = Data::new(&euler);
    other.step(&euler).unwrap();
    assert_eq!(data.qpos, other.qpos);
}

#[test]
fn a_solver_that_does_not_exist_is_named_once_there_are_constraints() {
    let text = "<mujoco><worldbody><geom type='plane' size='1 1 1'/>
        <body pos='0 0 0.5'><freejoint/><geom size='0.1'/></body></worldbody></mujoco>";
    let mut model = Model::from_xml_string(text).unwrap();
    model.opt.solver = 9;
    let mut data = Data::new(&model);
    data.step(&model).unwrap();
    data.qpos[2] = 0.09;
    let error = data.step(&model).unwrap_err();
    assert_eq!(error, StepError::Misuse(Misuse::Solver(9)));
}

#[test]
fn stages_out_of_order_are_errors() {
    let model = fixture("bench/pile");
    let mut data = Data::new(&model);
    for _ in 0..200 {
        data.step(&model).unwrap();
    }
    assert!(data.nefc > 0);
    data.qpos[2] += 5.0;
    data.fwd_position(&model).unwrap();
    let error = data.fwd_constraint(&model).unwrap_err().to_string();
    assert!(error.ends_with("run `fwd_velocity` first"), "{error}");
    assert!(data.step2(&model).is_err());
    data.fwd_velocity(&model).unwrap();
    let error = data.sensor_acc(&model).unwrap_err().to_string();
    assert!(error.ends_with("run `fwd_constraint` first"), "{error}");
    data.fwd_constraint(&model).unwrap();
    data.sensor_acc(&model).unwrap();
    let mut short = vec![0.0; model.nv - 1];
    let error = data.rne(&model, true, &mut short).unwrap_err().to_string();
    assert!(error.starts_with("`result` has length"), "{error}");
}
