//! What the tests of special paths share: trees of all shapes, models of them, and the comparison
//! of all fields.

use std::fmt::Write;

use crate::model::Values;
use crate::model::paths::SpecialPath;
use crate::{Data, Model};

/// Reproducible numbers: xorshift64*.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: usize) -> Random {
        Random((seed as u64).wrapping_mul(0x9e3779b97f4a7c15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545f4914f6cdd1d) >> 33) % n as u64) as usize
    }

    /// From -1 to 1.
    pub(crate) fn number(&mut self) -> f64 {
        self.below(2_000_001) as f64 * 1e-6 - 1.0
    }

    /// One of these numbers in every `n`, else some other one.
    pub(crate) fn or_special(&mut self, n: usize, special: &[f64]) -> f64 {
        match self.below(n) {
            0 => special[self.below(special.len())],
            _ => self.number(),
        }
    }
}

/// The parent of each dof, or none, in depth-first order.
pub(crate) type Parents = Vec<Option<usize>>;

/// Trees of `n` dofs: a chain, a star, single dofs, chains of one to twelve, a comb with long
/// teeth, and trees at random.
pub(crate) fn trees(n: usize, random: &mut Random) -> Vec<Parents> {
    let before = |i: usize| i.checked_sub(1);
    let mut trees: Vec<Parents> = vec![
        (0..n).map(before).collect(),
        (0..n).map(|i| (i > 0).then_some(0)).collect(),
        vec![None; n],
        (0..n).map(|i| before(i).filter(|_| i % 17 != 0)).collect(),
        (0..n)
            .map(|i| before(i).map(|j| if i % 18 == 0 { 0 } else { j }))
            .collect(),
    ];
    let mut chains = vec![None; n];
    let (mut start, mut length) = (0, 1);
    while start < n {
        for i in start + 1..n.min(start + length) {
            chains[i] = Some(i - 1);
        }
        (start, length) = (start + length, length % 12 + 1);
    }
    trees.push(chains);
    for branching in [3, 8, 20] {
        let mut parents: Parents = Vec::new();
        for i in 0..n {
            let mut parent = before(i);
            // Now and then a dof hangs on some ancestor of the one before, or starts a tree.
            while let Some(j) = parent.filter(|_| random.below(branching) == 0) {
                parent = parents[j];
            }
            parents.push(parent);
        }
        trees.push(parents);
    }
    trees
}

/// A model text of hinges and slides with these parents; `joint` gives a joint's attributes and
/// `rest` what comes after the bodies.
pub(crate) fn mjcf(
    parents: &Parents,
    option: &str,
    joint: impl Fn(usize) -> String,
    rest: &str,
) -> String {
    let mut text = format!("<mujoco><option {option}/><worldbody>");
    let mut open: Vec<usize> = Vec::new();
    for (i, &parent) in parents.iter().enumerate() {
        while open.last().copied() != parent {
            open.pop();
            text += "</body>";
        }
        open.push(i);
        let kind = if i % 5 == 3 { "slide" } else { "hinge" };
        let axis = ["0 1 0", "1 0 0", "0 0.6 0.8"][i % 3];
        let attributes = joint(i);
        write!(
            text,
            "<body pos='0.1 {} -0.2'><joint name='j{i}' type='{kind}' axis='{axis}' \
             armature='0.01' {attributes}/><geom type='capsule' size='0.02' \
             fromto='0 0 0 0.03 0 -0.2' contype='0' conaffinity='0'/>",
            (i % 4) as f64 * 0.05,
        )
        .unwrap();
    }
    text += &"</body>".repeat(open.len());
    text + "</worldbody>" + rest + "</mujoco>"
}

pub(crate) fn compile(text: &str) -> Model {
    let spec = crate::Spec::from_xml_string(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    spec.compile()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Whether two numbers have the same bits, where every NaN is the same.
pub(crate) fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[track_caller]
pub(crate) fn assert_same(a: &[f64], b: &[f64], what: &str) {
    assert_eq!(a.len(), b.len(), "{what}");
    for (i, (&a, &b)) in a.iter().zip(b).enumerate() {
        assert!(same(a, b), "{what}[{i}]: {a:e} is not {b:e}");
    }
}

/// All fields of two data have the same bits.
#[track_caller]
pub(crate) fn assert_same_data(model: &Model, a: &Data, b: &Data) {
    for (a, b) in a.fields(model).zip(b.fields(model)) {
        match (&a.values, &b.values) {
            (Values::F64(x), Values::F64(y)) => assert_same(x, y, a.info.name),
            (x, y) => assert_eq!(x, y, "{}", a.info.name),
        }
    }
}

/// Steps two data of a model, one of them with some paths closed, and compares them each time;
/// `drive` changes both before every step.
pub(crate) fn step_with_and_without(
    model: &Model,
    paths: &[SpecialPath],
    steps: usize,
    mut drive: impl FnMut(usize, &mut Data),
) {
    let mut open = Data::new(model);
    let mut closed = SpecialPath::close(paths, || Data::new(model));
    for k in 0..steps {
        drive(k, &mut open);
        for (to, from) in [
            (&mut closed.qpos, &open.qpos),
            (&mut closed.qvel, &open.qvel),
            (&mut closed.act, &open.act),
            (&mut closed.ctrl, &open.ctrl),
            (&mut closed.qfrc_applied, &open.qfrc_applied),
        ] {
            to.copy_from_slice(from);
        }
        let outcome = open.step(model);
        let other = SpecialPath::close(paths, || closed.step(model));
        assert_eq!(outcome.is_ok(), other.is_ok());
        assert_same_data(model, &open, &closed);
    }
}
