//! Every stage by itself: one after the other they are a forward pass, bit for bit, whatever the
//! data held before.

use crate::fixture;
use plumbline::model::EnableFlags;
use plumbline::{Data, Model, Skip, StepError};

const FIXTURES: &[&str] = &[
    "bench/humanoid",
    "bench/arm26",
    "bench/pile",
    "bench/cheetah",
    "bench/slider_crank",
    "bench/chain_30",
    "bench/stops",
    "equality/every_kind",
    "sensor/every_kind",
    "tendon/paths",
    "transmission/site_wrench",
];

type Stage = fn(&mut Data, &Model) -> Result<(), StepError>;

const POSITION: &[Stage] = &[
    Data::kinematics,
    Data::com_pos,
    Data::camlight,
    Data::tendon,
    Data::crb,
    Data::factor_m,
    Data::collision,
    Data::make_constraint,
];

/// All fields but counters, as bits.
fn fields(model: &Model, data: &Data) -> Vec<(&'static str, Vec<u8>)> {
    data.fields(model)
        .map(|field| (field.info.name, field.values.bytes().to_vec()))
        .collect()
}

fn assert_same(model: &Model, a: &Data, b: &Data, what: &str) {
    for ((name, a), (_, b)) in fields(model, a).into_iter().zip(fields(model, b)) {
        assert!(a == b, "{what}: {name} differs");
    }
}

/// Data at some state in the middle of a motion, and the same state in data that has been
/// elsewhere.
fn clean_and_dirty(model: &Model, seed: usize) -> [Data; 2] {
    let mut moving = Data::new(model);
    let drive = |data: &mut Data, steps: usize| {
        for i in 0..steps {
            for (k, ctrl) in data.ctrl.iter_mut().enumerate() {
                *ctrl = 0.2 * ((i + k + seed) % 9) as f64 - 0.7;
            }
            data.step(model).unwrap();
        }
    };
    drive(&mut moving, 40 + 17 * seed);
    let state = moving.state(model, plumbline::data::State::INTEGRATION);
    let mut clean = Data::new(model);
    clean.set_state(model, &state).unwrap();
    drive(&mut moving, 30);
    moving.qvel.iter_mut().for_each(|v| *v *= -1.5);
    moving.forward(model).unwrap();
    moving.set_state(model, &state).unwrap();
    [clean, moving]
}

fn by_stages(model: &Model, data: &mut Data) {
    for stage in POSITION {
        stage(data, model).unwrap();
    }
    if model.opt.enabled().contains(EnableFlags::ISLAND) {
        data.island(model).unwrap();
    }
    data.transmission(model).unwrap();
    data.project_constraint(model).unwrap();
    data.sensor_pos(model).unwrap();
    data.energy_pos(model).unwrap();
    data.fwd_velocity(model).unwrap();
    // Parts of it, once more.
    data.com_vel(model).unwrap();
    data.passive(model).unwrap();
    data.reference_constraint(model).unwrap();
    let mut bias = vec![0.0; model.nv];
    data.rne(model, false, &mut bias).unwrap();
    assert_eq!(bias, data.qfrc_bias);
    data.sensor_vel(model).unwrap();
    data.energy_vel(model).unwrap();
    data.fwd_actuation(model).unwrap();
    data.fwd_acceleration(model).unwrap();
    data.fwd_constraint(model).unwrap();
    data.sensor_acc(model).unwrap();
}

#[test]
fn one_after_the_other_the_stages_are_a_forward_pass() {
    for name in FIXTURES {
        let model = fixture(name);
        for seed in 0..2 {
            let [mut whole, dirty] = clean_and_dirty(&model, seed);
            let [mut clean, mut dirty] = [whole.clone(), dirty];
            whole.forward(&model).unwrap();
            by_stages(&model, &mut clean);
            assert_same(&model, &whole, &clean, name);
            by_stages(&model, &mut dirty);
            for field in [&mut dirty.warning, &mut whole.warning] {
                *field = Default::default();
            }
            (dirty.maxuse_con, dirty.maxuse_efc) = (whole.maxuse_con, whole.maxuse_efc);
            let (a, b) = (&whole, &dirty);
            assert_eq!(a.qacc, b.qacc, "{name}");
            assert_eq!(a.sensordata, b.sensordata, "{name}");
            assert_eq!(a.efc_force, b.efc_force, "{name}");
            assert_eq!(a.qM, b.qM, "{name}");
            assert_eq!(a.ten_J, b.ten_J, "{name}");
        }
    }
}

#[test]
fn stages_and_an_integrator_are_a_step() {
    for name in FIXTURES {
        for integrator in 0..4 {
            let mut model = fixture(name);
            model.opt.integrator = integrator;
            let [mut stepped, _] = clean_and_dirty(&model, 1);
            let mut staged = stepped.clone();
            stepped.step(&model).unwrap();
            assert!(!staged.check_pos(&model).unwrap());
            assert!(!staged.check_vel(&model).unwrap());
            by_stages(&model, &mut staged);
            assert!(!staged.check_acc(&model).unwrap());
            match integrator {
                0 => staged.euler(&model).unwrap(),
                1 => staged.runge_kutta(&model).unwrap(),
                _ => staged.implicit(&model).unwrap(),
            }
            let what = format!("{name}, integrator {integrator}");
            assert_same(&model, &stepped, &staged, &what);
        }
    }
}

#[test]
fn what_is_up_to_date_can_be_skipped() {
    for name in FIXTURES {
        let model = fixture(name);
        let [mut whole, _] = clean_and_dirty(&model, 1);
        let mut skipped = whole.clone();
        let mut other = whole.clone();
        whole.forward(&model).unwrap();
        skipped.fwd_position(&model).unwrap();
        skipped.sensor_pos(&model).unwrap();
        skipped.forward_skip(&model, Skip::Position, false).unwrap();
        assert_same(&model, &whole, &skipped, name);
        other.fwd_position(&model).unwrap();
        other.fwd_velocity(&model).unwrap();
        other.forward_skip(&model, Skip::Velocity, true).unwrap();
        assert_eq!(other.qacc, whole.qacc);

        let mut inverse = whole.clone();
        inverse.inverse(&model).unwrap();
        whole.inv_position(&model).unwrap();
        whole.sensor_pos(&model).unwrap();
        whole.inv_velocity(&model).unwrap();
        whole.sensor_vel(&model).unwrap();
        whole.inverse_skip(&model, Skip::Velocity, false).unwrap();
        assert_same(&model, &inverse, &whole, name);
        let forces = inverse.efc_force.clone();
        inverse.efc_force.fill(7.0);
        inverse.inv_constraint(&model).unwrap();
        assert_eq!(inverse.efc_force, forces);
    }
}

#[test]
fn factors_and_forces_follow_what_was_changed_by_hand() {
    let model = fixture("bench/humanoid");
    let [mut data, _] = clean_and_dirty(&model, 0);
    data.forward(&model).unwrap();
    // A heavier dof in M alone.
    for dof in 0..model.nv {
        data.qM[model.dof_Madr[dof] as usize] += 0.25;
    }
    let mut armature = model.clone();
    for armature in &mut armature.dof_armature {
        *armature += 0.25;
    }
    data.factor_m(&model).unwrap();
    let mut other = data.clone();
    other.crb(&armature).unwrap();
    other.factor_m(&armature).unwrap();
    assert_eq!(data.qM.len(), other.qM.len());
    // Sums in another order: near, and each factor is that of its own matrix.
    for (a, b) in data.qLD.iter().zip(&other.qLD) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }
    assert_ne!(data.qLD, {
        let mut before = data.clone();
        before.forward(&model).unwrap();
        before.qLD
    });
}

#[test]
fn contacts_alone_forget_the_rows_before() {
    let model = fixture("bench/pile");
    let [mut data, _] = clean_and_dirty(&model, 2);
    data.forward(&model).unwrap();
    assert!(data.nefc > 0 && data.ncon > 0);
    data.collision(&model).unwrap();
    assert_eq!((data.nefc, data.nisland), (0, 0));
    assert!(data.ncon > 0);
}

#[test]
fn the_cost_of_constraints_is_that_of_their_rows() {
    let model = fixture("bench/pile");
    let [mut data, _] = clean_and_dirty(&model, 2);
    data.forward(&model).unwrap();
    let rows = data.nefc as usize;
    let error = data.constraint_update(&model, &[0.0], false).unwrap_err();
    assert!(error.to_string().starts_with("`jar` has length 1"));
    let jar = vec![-0.5; rows];
    let cost = data.constraint_update(&model, &jar, false).unwrap();
    let expected: f64 = (0..rows).map(|i| 0.5 * data.efc_D[i] * 0.25).sum();
    assert!(
        (cost - expected).abs() < 1e-9 * expected,
        "{cost} {expected}"
    );
    assert!(data.efc_force.iter().all(|&force| force > 0.0));
}

/// Every method that runs a stage and takes nothing else.
const ALL: &[Stage] = &[
    Data::kinematics,
    Data::com_pos,
    Data::camlight,
    Data::tendon,
    Data::crb,
    Data::factor_m,
    Data::collision,
    Data::make_constraint,
    Data::island,
    Data::transmission,
    Data::project_constraint,
    Data::fwd_position,
    Data::inv_position,
    Data::sensor_pos,
    Data::energy_pos,
    Data::fwd_velocity,
    Data::com_vel,
    Data::passive,
    Data::subtree_vel,
    Data::reference_constraint,
    Data::sensor_vel,
    Data::energy_vel,
    Data::fwd_actuation,
    Data::fwd_acceleration,
    Data::fwd_constraint,
    Data::inv_constraint,
    Data::rne_post_constraint,
    Data::sensor_acc,
    Data::compare_fwd_inv,
    Data::euler,
    Data::runge_kutta,
    Data::step2,
    Data::inverse,
];

/// Reproducible numbers below `n`.
fn below(state: &mut u64, n: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as usize % n
}

#[test]
fn stages_in_any_order_are_results_or_errors_but_never_panics() {
    use plumbline::internal::codes::{enable, jacobian, solver};
    let mut random = 0x9e3779b97f4a7c15;
    for name in FIXTURES {
        for variant in 0..6 {
            let mut model = fixture(name);
            let [dual, islands, sparse] = [variant % 2 == 1, variant / 2 == 1, variant > 2];
            if dual {
                model.opt.solver = solver::PGS;
            }
            if islands {
                model.opt.solver = solver::CG;
                model.opt.enableflags |= enable::ISLAND;
            }
            if sparse {
                model.opt.jacobian = jacobian::SPARSE;
            }
            let mut data = Data::new(&model);
            for _ in 0..300 {
                let stage = ALL[below(&mut random, ALL.len())];
                match stage(&mut data, &model) {
                    // Shapes that collide before they have a place have no normal.
                    Ok(()) | Err(StepError::Misuse(_) | StepError::ContactFrame) => {}
                    Err(error) => panic!("{name}: {error}"),
                }
                if below(&mut random, 12) == 0 {
                    let nudge: Vec<f64> = (0..model.nv)
                        .map(|_| below(&mut random, 200) as f64 * 1e-3 - 0.1)
                        .collect();
                    model.integrate_pos(&mut data.qpos, &nudge, 1.0).unwrap();
                    data.qvel.copy_from_slice(&nudge);
                }
                if below(&mut random, 60) == 0 {
                    data.reset(&model);
                }
            }
            data.reset(&model);
            data.step(&model).unwrap();
        }
    }
}
