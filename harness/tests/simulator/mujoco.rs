//! MuJoCo 3.2.6 through the shim. Expected values are MuJoCo's own, as its Python bindings print
//! them.

use harness::precision::Precision;
use harness::simulator::noise::Noise;
use harness::simulator::{Ability, Action, Failure, Simulator};
use harness::snapshot::{Elem, Side};

use crate::{PENDULUM, REFERENCE, assign, data, fixture, load, read_all, start};

#[test]
fn it_says_which_library_it_is() {
    let simulator = start(REFERENCE);
    let identity = simulator.identity();
    assert_eq!(identity.kind, "mujoco@3.2.6");
    assert_eq!(identity.version, "3.2.6");
    assert!(
        identity
            .sha256
            .as_deref()
            .is_some_and(|hash| hash.starts_with("7d3dfe6bc4b39c6e"))
    );
}

#[test]
fn a_loaded_model_offers_every_field_with_its_symbolic_dimensions() {
    let mut simulator = start(REFERENCE);
    let loaded = load(simulator.as_mut(), PENDULUM).expect("loads");
    let count = |group: &str| loaded.fields.iter().filter(|f| f.group == group).count();
    assert_eq!(count("sizes"), 81);
    assert_eq!(count("model"), 383);
    // All but the addresses of plugin data, and all but the contacts, which have a group of their
    // own.
    assert_eq!((count("data"), count("arena")), (100, 38));
    assert_eq!(
        (count("contact"), count("warning"), count("solver")),
        (19, 2, 7)
    );
    let field = |name: &str| loaded.fields.iter().find(|f| f.name == name).expect(name);
    assert_eq!(field("xpos").dims, ["nbody", "3"]);
    assert_eq!(field("actuator_gainprm").dims, ["nu", "10"]);
    assert_eq!(field("key_mpos").dims, ["nkey", "nmocap*3"]);
    assert_eq!(field("efc_AR").dims, ["nefc", "nefc"]);
    assert_eq!(field("opt.timestep").dims, [""; 0]);
    assert_eq!(field("names").elem, Elem::Char);
    assert_eq!(loaded.keyframes, 1);
    assert!(loaded.abilities.contains(&Ability::Step));
}

#[test]
fn another_version_loads_meshes_without_keeping_them() {
    let mut simulator = start("mujoco@3.3.7");
    for _ in 0..2 {
        let source = fixture("collision/meshes_in_a_pile.xml");
        let loaded = simulator.load(&source).expect("loads");
        let snapshot = read_all(simulator.as_mut(), &loaded);
        let meshes = snapshot.get(Side::Model, "nmesh").expect("there");
        assert!(meshes.integers().expect("integers")[0] > 0);
    }
}

#[test]
fn compiled_values_are_read() {
    let mut simulator = start(REFERENCE);
    let loaded = simulator
        .load(&fixture("actuator/motor_gear_scales_acc0.xml"))
        .expect("loads");
    let snapshot = read_all(simulator.as_mut(), &loaded);
    let acc0 = snapshot.get(Side::Model, "actuator_acc0").expect("there");
    assert_eq!(acc0.f64s().expect("floats"), [20.0]);
    let nv = snapshot.get(Side::Model, "nv").expect("there");
    assert_eq!(nv.integers().expect("integers"), [1]);
    assert_eq!(snapshot.slots.len(), loaded.fields.len());
}

#[test]
fn a_state_is_set_computed_and_stepped() {
    let mut simulator = start(REFERENCE);
    let loaded = load(simulator.as_mut(), PENDULUM).expect("loads");
    simulator
        .set(&[
            assign("qpos", &[0.3]),
            assign("qvel", &[-0.7]),
            assign("ctrl", &[0.25]),
        ])
        .expect("set");
    simulator.run(Action::Forward).expect("runs");
    let snapshot = read_all(simulator.as_mut(), &loaded);
    assert_eq!(data(&snapshot, "qacc"), [-2.7129331819253455]);
    assert_eq!(data(&snapshot, "actuator_length"), [0.6]);
    simulator.run(Action::Step { count: 10 }).expect("runs");
    let snapshot = read_all(simulator.as_mut(), &loaded);
    assert_eq!(data(&snapshot, "qpos"), [0.2854158239615955]);
    assert_eq!(data(&snapshot, "time"), [0.020000000000000004]);
}

#[test]
fn a_keyframe_is_a_state_and_a_missing_one_is_an_error() {
    let mut simulator = start(REFERENCE);
    let loaded = load(simulator.as_mut(), PENDULUM).expect("loads");
    simulator.reset(Some(0)).expect("there is one");
    let snapshot = read_all(simulator.as_mut(), &loaded);
    assert_eq!(data(&snapshot, "qpos"), [0.5]);
    assert_eq!(data(&snapshot, "qvel"), [1.0]);
    let failure = simulator.reset(Some(1)).expect_err("only one");
    assert_eq!(failure.to_string(), "no keyframe 1: the model has 1");
    simulator.reset(None).expect("resets");
    assert_eq!(data(&read_all(simulator.as_mut(), &loaded), "qpos"), [0.0]);
}

#[test]
fn poison_is_seen_until_something_is_computed() {
    let mut simulator = start(REFERENCE);
    let loaded = load(simulator.as_mut(), PENDULUM).expect("loads");
    simulator.run(Action::Forward).expect("runs");
    let clean = read_all(simulator.as_mut(), &loaded);
    simulator
        .poison(
            &[
                "qM",
                "ncon",
                "moment_colind",
                "solver.nchange",
                "no_such_field",
            ]
            .map(str::to_owned),
        )
        .expect("poisoned");
    let poisoned = read_all(simulator.as_mut(), &loaded);
    assert!(data(&poisoned, "qM").iter().all(|value| value.is_nan()));
    let integers = |name| poisoned.get(Side::Data, name).and_then(|v| v.integers());
    assert_eq!(integers("ncon"), Some(vec![-1]));
    assert_eq!(integers("moment_colind"), Some(vec![-1]));
    simulator.run(Action::Forward).expect("runs");
    let again = read_all(simulator.as_mut(), &loaded);
    assert_eq!(again.bytes, clean.bytes);
}

#[test]
fn what_cannot_be_set_is_refused() {
    let mut simulator = start(REFERENCE);
    load(simulator.as_mut(), PENDULUM).expect("loads");
    let refuse =
        |simulator: &mut dyn harness::simulator::Simulator, field: &str, values: &[f64]| {
            simulator
                .set(&[assign(field, values)])
                .expect_err(field)
                .to_string()
        };
    let simulator = simulator.as_mut();
    assert_eq!(
        refuse(simulator, "qpos", &[1.0, 2.0]),
        "qpos has 1 elements, 2 were given"
    );
    assert_eq!(
        refuse(simulator, "nonsense", &[1.0]),
        "there is no field \"nonsense\" to set"
    );
    assert_eq!(
        refuse(simulator, "nbody", &[1.0]),
        "there is no field \"nbody\" to set"
    );
    assert_eq!(refuse(simulator, "parena", &[0.0]), "parena cannot be set");
    assert_eq!(
        refuse(simulator, "moment_rownnz", &[0.5]),
        "moment_rownnz takes integers only, in the range of its type"
    );
}

#[test]
fn a_rejected_model_is_a_value_and_the_next_one_loads() {
    let mut simulator = start(REFERENCE);
    let failure = simulator
        .load(&fixture("reject/actuator/kv_and_dampratio.xml"))
        .expect_err("rejected");
    let Failure::Rejected {
        message,
        unsupported: false,
    } = &failure
    else {
        panic!("{failure:?}");
    };
    assert!(message.contains("kv and dampratio"), "{message}");
    let failure = load(simulator.as_mut(), "<mujoco>").expect_err("not XML");
    assert!(matches!(failure, Failure::Rejected { .. }), "{failure:?}");
    load(simulator.as_mut(), PENDULUM).expect("loads");
}

#[test]
fn warnings_come_back_with_the_answer() {
    let mut simulator = start(REFERENCE);
    load(simulator.as_mut(), PENDULUM).expect("loads");
    simulator.set(&[assign("qvel", &[1e12])]).expect("set");
    let warnings = simulator.run(Action::Step { count: 1 }).expect("runs");
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].contains("QVEL"), "{warnings:?}");
    assert!(simulator.run(Action::Forward).expect("runs").is_empty());
}

#[test]
fn no_log_file_is_left_behind() {
    let mut simulator = start(REFERENCE);
    load(simulator.as_mut(), PENDULUM).expect("loads");
    simulator.set(&[assign("qvel", &[1e12])]).expect("set");
    simulator.run(Action::Step { count: 1 }).expect("runs");
    drop(simulator);
    assert!(!std::path::Path::new("MUJOCO_LOG.TXT").exists());
}

#[test]
fn other_versions_are_simulators_too() {
    let mut simulator = start("mujoco@3.3.7");
    assert_eq!(simulator.identity().version, "3.3.7");
    let loaded = load(simulator.as_mut(), PENDULUM).expect("loads");
    simulator.run(Action::Step { count: 3 }).expect("runs");
    let snapshot = read_all(simulator.as_mut(), &loaded);
    assert_eq!(data(&snapshot, "time"), [0.006]);
}

/// A tendon that touches a sphere along a fifth of a degree.
const GRAZING: &str = "<mujoco><worldbody><geom name='ball' size='0.1'/>
    <site name='left' pos='-0.2 0 0.0996'/>
    <body><joint type='slide' axis='1 0 0'/><geom size='0.01' contype='0'/>
    <site name='right' pos='0.2 0 0.0996'/></body></worldbody><tendon><spatial><site site='left'/>
    <geom geom='ball'/><site site='right'/></spatial></tendon></mujoco>";

#[test]
fn a_short_arc_makes_a_tendon_as_uncertain_as_its_cosine_is() {
    let mut simulator = start(REFERENCE);
    let loaded = load(simulator.as_mut(), GRAZING).expect("loads");
    let length = |simulator: &mut dyn Simulator| {
        let snapshot = read_all(simulator, &loaded);
        snapshot
            .get(Side::Data, "ten_length")
            .expect("there")
            .numbers()[0]
    };
    simulator.run(Action::Forward).expect("runs");
    let exact = length(simulator.as_mut());
    let disturbed = |seed: u32| {
        let noise = Noise {
            precision: Precision::SINGLE,
            seed: Some(seed),
            scale: None,
        };
        simulator.call(&noise.call()).expect("runs");
        (length(simulator.as_mut()) - exact).abs()
    };
    let farthest = (1..=8).map(disturbed).fold(0.0, f64::max);
    // The arc is 0.1 acos(c) with c = cos 0.0039: a unit in c moves it by 25 units.
    let unit = Precision::SINGLE.unit();
    assert!(farthest > 10.0 * unit, "{farthest:e}");
    assert!(farthest < 30.0 * unit, "{farthest:e}");
}
