//! What the tests of all stages share: models, random states, differences and comparisons.

use std::path::PathBuf;

use approx::relative_eq;
use plumbline::internal::codes::disable;
use plumbline::math::Vec3;
use plumbline::{Data, Model, Object};

/// A fixture by its path in `fixtures`.
pub(crate) fn fixture(name: &str) -> Model {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    Model::from_xml(root.join(format!("../fixtures/{name}.xml"))).unwrap()
}

/// A model from MJCF text.
pub(crate) fn compile(text: &str) -> Model {
    Model::from_xml_string(text).unwrap()
}

/// Data in motion, the same on every machine. `scripts/record-dynamics-runs.py` starts from it too.
pub(crate) fn moving(model: &Model) -> Data {
    let mut data = Data::new(model);
    for (i, qvel) in data.qvel.iter_mut().enumerate() {
        *qvel = (i as f64 * 7.0 % 11.0 - 5.0) / 10.0;
    }
    for (i, ctrl) in data.ctrl.iter_mut().enumerate() {
        *ctrl = (i as f64 * 5.0 % 7.0 - 3.0) / 4.0;
    }
    for (i, act) in data.act.iter_mut().enumerate() {
        *act = (i as f64 * 3.0 % 5.0) / 8.0;
    }
    data
}

/// A seeded generator (splitmix64): the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next number from -1 to 1.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// `n` numbers from -`size` to `size`.
    pub(crate) fn vector(&mut self, n: usize, size: f64) -> Vec<f64> {
        (0..n).map(|_| size * self.next()).collect()
    }
}

/// A random state with velocities, controls and applied forces, and all that follows from it.
///
/// Positions lie up to `spread` from the reference in each dof, so that a small spread keeps the
/// contacts and a large one reaches any pose.
pub(crate) fn random_state(model: &Model, seed: u64, spread: f64) -> Data {
    let mut random = Random(seed);
    let mut data = Data::new(model);
    model
        .integrate_pos(&mut data.qpos, &random.vector(model.nv, spread), 1.0)
        .unwrap();
    data.qvel = random.vector(model.nv, 1.0);
    data.ctrl = random.vector(model.nu, 1.0);
    data.act = random
        .vector(model.na, 0.5)
        .iter()
        .map(|a| a + 0.5)
        .collect();
    data.qfrc_applied = random.vector(model.nv, 1.0);
    for xfrc in &mut data.xfrc_applied[1..] {
        xfrc.copy_from_slice(&random.vector(6, 1.0));
    }
    data.forward(model).unwrap();
    data
}

/// The model without contacts, limits, equalities and friction.
pub(crate) fn unconstrained(mut model: Model) -> Model {
    model.opt.disableflags |= disable::CONSTRAINT;
    model
}

/// Column `i` of a matrix of `n` columns.
pub(crate) fn column(matrix: &[f64], n: usize, i: usize) -> Vec<f64> {
    matrix.iter().skip(i).step_by(n).copied().collect()
}

/// A row of a matrix in the sparse form of MuJoCo, as a dense one of `n` elements.
pub(crate) fn dense_row(values: &[f64], columns: &[i32], n: usize) -> Vec<f64> {
    let mut row = vec![0.0; n];
    for (value, &column) in values.iter().zip(columns) {
        row[column as usize] += value;
    }
    row
}

/// The product of two vectors, summed from the front.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The state with positions moved along one dof, and all that follows from it.
pub(crate) fn nudged(model: &Model, data: &Data, dof: usize, distance: f64) -> Data {
    let mut direction = vec![0.0; model.nv];
    direction[dof] = 1.0;
    moved(model, data, &direction, distance)
}

/// The state with positions moved along a velocity for some time, and all that follows from it.
pub(crate) fn moved(model: &Model, data: &Data, velocity: &[f64], time: f64) -> Data {
    let mut other = data.clone();
    model
        .integrate_pos(&mut other.qpos, velocity, time)
        .unwrap();
    other.forward(model).unwrap();
    other
}

/// How far positions move for a difference: balances cancellation against curvature.
pub(crate) const NUDGE: f64 = 1e-6;

/// The derivative of `value` along one dof, by central differences.
pub(crate) fn slope(
    model: &Model,
    data: &Data,
    dof: usize,
    value: impl Fn(&Data) -> Vec<f64>,
) -> Vec<f64> {
    let ahead = value(&nudged(model, data, dof, NUDGE));
    let behind = value(&nudged(model, data, dof, -NUDGE));
    quotient(&ahead, &behind, 2.0 * NUDGE)
}

/// The rate of change of `value` while positions move along `qvel`, by central differences.
pub(crate) fn rate(model: &Model, data: &Data, value: impl Fn(&Data) -> Vec<f64>) -> Vec<f64> {
    let ahead = value(&moved(model, data, &data.qvel, NUDGE));
    let behind = value(&moved(model, data, &data.qvel, -NUDGE));
    quotient(&ahead, &behind, 2.0 * NUDGE)
}

fn quotient(ahead: &[f64], behind: &[f64], distance: f64) -> Vec<f64> {
    assert_eq!(ahead.len(), behind.len());
    let pairs = ahead.iter().zip(behind);
    pairs.map(|(a, b)| (a - b) / distance).collect()
}

/// The largest absolute value.
pub(crate) fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m: f64, v| m.max(v.abs()))
}

/// Panics unless two vectors agree within `tolerance` of their largest element, or of 1.
#[track_caller]
pub(crate) fn assert_close(ours: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(ours.len(), expected.len(), "{what}");
    let scale = largest(expected).max(1.0);
    for (i, (a, b)) in ours.iter().zip(expected).enumerate() {
        assert!(
            relative_eq!(
                *a,
                *b,
                epsilon = tolerance * scale,
                max_relative = tolerance
            ),
            "{what}, element {i}: {a} instead of {b}, of {ours:?} instead of {expected:?}"
        );
    }
}

/// Panics unless two numbers agree within `tolerance`, absolutely below 1 and relatively above.
#[track_caller]
pub(crate) fn assert_near(ours: f64, expected: f64, tolerance: f64, what: &str) {
    assert_close(&[ours], &[expected], tolerance, what);
}

/// Trees of all kinds of joints, with and without branches, free and fixed.
pub(crate) const TREES: [&str; 13] = [
    "bench/arm26",
    "bench/chain_30",
    "bench/humanoid",
    "bench/stops",
    "body/simple_inertia",
    "body/tree_topology",
    "dynamics/every_dynamics_on_every_joint",
    "dynamics/every_pair_of_joints_on_one_body",
    "integrator/chain_euler",
    "joint/every_type",
    "joint/several_on_one_body",
    "sensor/every_kind",
    "tendon/paths",
];

/// Positions and velocities a short time later or earlier under the accelerations in `qacc`, and
/// what follows from them. Differences of two such states are exact up to the time's square.
pub(crate) fn later(model: &Model, data: &Data, time: f64) -> Data {
    let mut other = data.clone();
    model
        .integrate_pos(&mut other.qpos, &data.qvel, time)
        .unwrap();
    for (qvel, qacc) in other.qvel.iter_mut().zip(&data.qacc) {
        *qvel += time * qacc;
    }
    other.forward(model).unwrap();
    other
}

/// Newton and Euler for one body: the force and torque at its centre of mass that its motion takes
/// beyond gravity and what is applied to it, `m (a - g)` and `I dw/dt + w x I w`. Needs `cacc`.
pub(crate) fn inertial_load(model: &Model, data: &Data, body: usize) -> (Vec3, Vec3) {
    let object = Object::Body(body);
    let acceleration = data.object_acceleration(model, object, false);
    let velocity = data.object_velocity(model, object, false);
    let [turn_rate, turn] = [&acceleration, &velocity].map(|v| Vec3::from_column_slice(&v[..3]));
    let axes = &data.ximat[body];
    let inertia =
        |w: &Vec3| axes.mul_vec(&axes.tr_mul_vec(w).component_mul(&model.body_inertia[body]));
    let applied = &data.xfrc_applied[body];
    let [force, torque] = [0, 3].map(|k| Vec3::from_column_slice(&applied[k..k + 3]));
    let push = Vec3::from_column_slice(&acceleration[3..]) * model.body_mass[body] - force;
    let spin = inertia(&turn_rate) + turn.cross(&inertia(&turn)) - torque;
    (push, spin)
}
