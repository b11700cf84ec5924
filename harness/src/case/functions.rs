//! The functions that mode `query` calls on both sides, in this order, with the arguments that are
//! drawn for each.
//!
//! A new function is one line here, one in `shim/mujoco_calls.inc` and one in
//! `simulator/functions`.

use super::Layout;
use super::random::Random;
use crate::simulator::call::Call;

/// A function and what it is called with.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// MuJoCo's name.
    pub name: &'static str,
    pub arguments: &'static [Draw],
    /// It writes into the data, which is compared after the call.
    pub changes: bool,
}

/// How an argument is drawn.
#[derive(Clone, Copy, Debug)]
pub enum Draw {
    /// So many numbers in [-1, 1).
    Numbers(usize),
    /// Numbers for each element of a size of the model: `nv` values, or `nv` times the factor.
    Each(&'static str, usize),
    /// An index below a size of the model.
    Index(&'static str),
    /// An integer below this.
    Below(usize),
    /// One of these.
    OneOf(&'static [f64]),
    /// Always this.
    Given(&'static [f64]),
    /// An object with a frame: its type, and its id.
    Object,
}

/// A body, in the world or not.
const BODY: Draw = Draw::Index("nbody");
/// A number for each dof.
const DOFS: Draw = Draw::Each("nv", 1);
/// A number.
const NUMBER: Draw = Draw::Numbers(1);
const GEOM: Draw = Draw::Index("ngeom");
/// Yes or no.
const FLAG: Draw = Draw::OneOf(&[0.0, 1.0]);
/// A point near the origin, a direction, a force.
const VECTOR: Draw = Draw::Numbers(3);

/// Numbers of bytes that are whole multiples of units, and others.
const BYTES: &[f64] = &[
    0.0,
    7.0,
    1000.0,
    1024.0,
    1536.0,
    3145728.0,
    1073741825.0,
    1099511627776.0,
];

/// Kinds of objects with frames: MuJoCo's code, and the size that counts them.
const OBJECTS: [(f64, &str); 5] = [
    (1.0, "nbody"),
    (2.0, "nbody"),
    (5.0, "ngeom"),
    (6.0, "nsite"),
    (7.0, "ncam"),
];

/// A function that answers.
const fn asks(name: &'static str, arguments: &'static [Draw]) -> Function {
    Function {
        name,
        arguments,
        changes: false,
    }
}

/// A function that writes into the data.
const fn does(name: &'static str, arguments: &'static [Draw]) -> Function {
    Function {
        name,
        arguments,
        changes: true,
    }
}

/// Calls of MuJoCo's functions that write a model into a binary file, which goldens keep.
pub fn saving() -> [Call; 1] {
    ["mj_saveModel"].map(without_arguments)
}

/// The same for text: with the numbers of the model, and with those of its spec.
pub fn writing() -> [Call; 2] {
    ["mj_saveLastXML", "mj_saveXML"].map(without_arguments)
}

fn without_arguments(function: &str) -> Call {
    Call {
        function: function.to_owned(),
        arguments: Vec::new(),
    }
}

/// All functions of mode `query`. Those that others need come first.
pub const FUNCTIONS: &[Function] = &[
    does("mj_rnePostConstraint", &[]),
    does("mj_subtreeVel", &[]),
    asks("mju_type2Str", &[Draw::Below(27)]),
    asks("mju_str2Type", &[Draw::Below(27)]),
    asks("mju_writeNumBytes", &[Draw::OneOf(BYTES)]),
    asks("mju_warningText", &[Draw::Below(9), Draw::OneOf(BYTES)]),
    asks("mj_jac", &[VECTOR, BODY]),
    asks("mj_jacSubtreeCom", &[BODY]),
    asks("mj_jacDot", &[VECTOR, BODY]),
    asks("mj_objectVelocity", &[Draw::Object, FLAG]),
    asks("mj_objectAcceleration", &[Draw::Object, FLAG]),
    asks("mj_rne", &[FLAG]),
    asks("mj_jacPointAxis", &[VECTOR, VECTOR, BODY]),
    asks("mj_id2name", &[BODY]),
    asks("mj_name2id", &[BODY]),
    asks("mj_rayMesh", &[GEOM, VECTOR, VECTOR]),
    asks("mj_rayHfield", &[GEOM, VECTOR, VECTOR]),
    asks(
        "mju_rayFlex",
        &[
            Draw::Index("nflex"),
            VECTOR,
            Draw::Numbers(24),
            Draw::Below(48),
        ],
    ),
    asks("mj_jacBody", &[BODY]),
    asks("mj_jacBodyCom", &[BODY]),
    asks("mj_jacGeom", &[Draw::Index("ngeom")]),
    asks("mj_jacSite", &[Draw::Index("nsite")]),
    asks("mj_fullM", &[]),
    asks("mj_mulM", &[DOFS]),
    asks("mj_mulM2", &[DOFS]),
    asks("mj_solveM", &[DOFS]),
    asks("mj_solveM2", &[DOFS]),
    asks("mj_addM", &[Draw::Numbers(64)]),
    asks("mj_mulJacVec", &[DOFS]),
    asks("mj_mulJacTVec", &[Draw::Numbers(64)]),
    asks("mj_angmomMat", &[BODY]),
    asks("mj_applyFT", &[VECTOR, VECTOR, VECTOR, BODY, DOFS]),
    asks("mj_local2Global", &[VECTOR, Draw::Numbers(4), BODY]),
    asks("mj_integratePos", &[DOFS, NUMBER]),
    asks("mj_differentiatePos", &[NUMBER]),
    asks("mj_normalizeQuat", &[]),
    asks("mj_ray", &[VECTOR, VECTOR]),
    asks(
        "mj_multiRay",
        &[VECTOR, Draw::Numbers(24), Draw::OneOf(&[0.5, 1e10])],
    ),
    asks("mj_geomDistance", &[GEOM, GEOM, Draw::OneOf(&[0.1, 10.0])]),
    asks("mj_contactForce", &[]),
    asks("mj_getTotalmass", &[]),
    asks("mj_setTotalmass", &[NUMBER]),
    asks("mj_isPyramidal", &[]),
    asks("mj_isSparse", &[]),
    asks("mj_isDual", &[]),
    asks("mj_version", &[]),
    asks("mj_versionString", &[]),
    asks("mj_sizeModel", &[]),
    asks("mj_stateSize", &[Draw::Below(1 << 13)]),
    asks("mj_getState", &[Draw::Below(1 << 13)]),
    asks("mj_printModel", &[]),
    asks("mj_printFormattedModel", &[Draw::Below(5)]),
    asks("mj_printData", &[]),
    asks("mj_printFormattedData", &[Draw::Below(5)]),
    does("mj_kinematics", &[]),
    does("mj_comPos", &[]),
    does("mj_camlight", &[]),
    does("mj_flex", &[]),
    does("mj_tendon", &[]),
    does("mj_transmission", &[]),
    does("mj_crb", &[]),
    does("mj_factorM", &[]),
    does("mj_sensorPos", &[]),
    does("mj_energyPos", &[]),
    does("mj_comVel", &[]),
    does("mj_passive", &[]),
    does("mj_referenceConstraint", &[]),
    does("mj_projectConstraint", &[]),
    does("mj_fwdVelocity", &[]),
    does("mj_sensorVel", &[]),
    does("mj_energyVel", &[]),
    does("mj_fwdActuation", &[]),
    does("mj_fwdAcceleration", &[]),
    does("mj_fwdConstraint", &[]),
    does("mj_sensorAcc", &[]),
    does("mj_constraintUpdate", &[Draw::Numbers(64), FLAG]),
    does("mj_checkPos", &[]),
    does("mj_checkVel", &[]),
    does("mj_checkAcc", &[]),
    does("mj_fwdPosition", &[]),
    does("mj_forwardSkip", &[Draw::Below(3), FLAG]),
    does("mj_inverseSkip", &[Draw::Below(3), FLAG]),
    does("mj_invPosition", &[]),
    does("mj_invVelocity", &[]),
    does("mj_invConstraint", &[]),
    does("mj_inverse", &[]),
    does("mj_forward", &[]),
    does("mj_compareFwdInv", &[]),
    does("mj_collision", &[]),
    does("mj_makeConstraint", &[]),
    does("mj_island", &[]),
    does("mj_addContact", &[]),
    does(
        "mj_setState",
        &[Draw::OneOf(&[2.0, 4.0, 6.0, 15.0, 47.0]), Draw::Numbers(64)],
    ),
    does("mj_step1", &[]),
    does("mj_step2", &[]),
    does("mj_forward", &[]),
    does("mj_Euler", &[]),
    does("mj_forward", &[]),
    does("mj_implicit", &[]),
    does("mj_forward", &[]),
    does("mj_RungeKutta", &[]),
    does("mj_step", &[]),
];

impl Function {
    /// The call for a model, with arguments from a seed; `None` if the model has no such thing.
    pub fn call(&self, layout: &Layout, seed: u64, state: u64) -> Option<Call> {
        if self.prints_data() && !prints(layout) {
            return None;
        }
        let mut random = Random::new(seed ^ hash(self.name), state);
        let mut arguments = Vec::new();
        for draw in self.arguments {
            draw.take(layout, &mut random, &mut arguments)?;
        }
        Some(Call {
            function: self.name.to_owned(),
            arguments,
        })
    }

    fn prints_data(&self) -> bool {
        matches!(self.name, "mj_printData" | "mj_printFormattedData")
    }
}

/// Whether MuJoCo can print data. It crashes where it prints addresses of rows that it has not
/// allocated, and gives up where the memory of a step has no room for a full matrix.
fn prints(layout: &Layout) -> bool {
    let matrix = 8 * layout.size("nv").pow(2);
    let fits = |bytes: i64| usize::try_from(bytes).is_ok_and(|bytes| 2 * matrix <= bytes);
    let has_rows = layout.size("ntendon") == 0 || layout.has_constraints();
    has_rows && layout.integer("narena", 0).is_none_or(fits)
}

impl Draw {
    fn take(self, layout: &Layout, random: &mut Random, to: &mut Vec<Vec<f64>>) -> Option<()> {
        let mut numbers =
            |count: usize| -> Vec<f64> { (0..count).map(|_| random.between(-1.0, 1.0)).collect() };
        match self {
            Draw::Numbers(count) => to.push(numbers(count)),
            Draw::Each(size, times) => to.push(numbers(times * layout.size(size))),
            Draw::Index(size) => to.push(vec![index(layout.size(size), random)? as f64]),
            Draw::Below(count) => to.push(vec![index(count, random)? as f64]),
            Draw::OneOf(values) => to.push(vec![values[index(values.len(), random)?]]),
            Draw::Given(values) => to.push(values.to_vec()),
            Draw::Object => {
                let (kind, size) = OBJECTS[index(OBJECTS.len(), random)?];
                // Every model has bodies.
                let (kind, count) = match layout.size(size) {
                    0 => (1.0, layout.size("nbody")),
                    count => (kind, count),
                };
                to.push(vec![kind]);
                to.push(vec![index(count, random)? as f64]);
            }
        }
        Some(())
    }
}

fn index(count: usize, random: &mut Random) -> Option<usize> {
    (count > 0).then(|| (random.unit() * count as f64) as usize)
}

/// FNV-1a: each function has a stream of its own, wherever it stands in the table.
fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
