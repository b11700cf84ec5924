//! Which models may have steps that worlds take abreast, and what is worked out of them for that.

use crate::data::scratch::ArenaFill;
use crate::math::scalar::is_bad;
use crate::math::{MINVAL, vec3};
use crate::memory::arena::{self, Wanted};
use crate::memory::stack;
use crate::model::codes::{
    SensorType, bias, disable, dynamics, enable, gain, integrator, joint, solver, transmission,
};
use crate::model::topology::Ancestry;
use crate::pipeline::collision::{Apart, candidates};
use crate::pipeline::position::kinematics::kinematics;
use crate::{Data, Model};

/// With more pairs of geoms than this that may touch, worlds look for contacts by themselves.
const MOST_PAIRS: usize = 10_000;

/// What a model's steps abreast need to know of it.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) ancestry: Ancestry,
    /// Whether Euler's method treats damping implicitly.
    pub(super) damps: bool,
    pub(super) actuates: bool,
    pub(super) passive: bool,
    /// Whether rows are solved for while other worlds go on abreast.
    pub(super) solves: bool,
    /// Of each tree: its first body, and the inverse of its mass if it has one.
    pub(super) roots: Vec<(usize, Option<f64>)>,
    /// Joints whose limits may become rows.
    pub(super) limits: Vec<usize>,
    /// Pairs of geoms that may touch.
    pub(super) apart: Vec<Apart>,
    /// How MuJoCo's arena is filled where there are no rows.
    pub(super) arena: ArenaFill,
}

impl Plan {
    /// The plan of a model; `None` if its steps are of another kind.
    pub(crate) fn new(model: &Model) -> Option<Plan> {
        if !is_of_the_family(model) {
            return None;
        }
        let mut data = Data::new(model);
        kinematics(model, &mut data);
        let apart = candidates(model, &data, MOST_PAIRS)?;
        let limited = !model.disabled(disable::CONSTRAINT | disable::LIMIT);
        let end = arena::end_of_rows(model, 0, 0, Wanted::nothing(model.is_dual()));
        let plan = Plan {
            ancestry: Ancestry::new(model),
            damps: model.damps(),
            actuates: model.actuates(),
            passive: !model.disabled(disable::PASSIVE),
            solves: model.opt.solver == solver::NEWTON && !model.is_dual(),
            roots: roots(model),
            limits: (0..model.njnt)
                .filter(|&jnt| limited && model.jnt_limited[jnt] != 0 && is_scalar(model, jnt))
                .collect(),
            apart,
            arena: ArenaFill {
                former: end,
                rows: end,
                now: end,
                rows_dropped: false,
            },
        };
        (4 * held_at_most(model) + end <= model.narena).then_some(plan)
    }

    /// Whether steps abreast may have rows.
    pub(super) fn has_rows(&self) -> bool {
        self.solves && !(self.limits.is_empty() && self.apart.is_empty())
    }

    /// Whether a world may take its next steps abreast, by all but its positions and velocities.
    pub(crate) fn admits(&self, model: &Model, data: &Data) -> bool {
        let arena = &data.scratch.arena;
        let held = arena.former.max(arena.now).max(arena.rows);
        let forces = data.xfrc_applied.as_flattened();
        data.check_inputs(model).is_ok()
            && 4 * held <= model.narena
            && data.scratch.stack == 0
            && data.callbacks.are_none()
            && forces.iter().fold(0, |bits, x| bits | x.to_bits()) << 1 == 0
            && !data.ctrl.iter().fold(false, |any, &x| any | is_bad(x))
    }
}

/// More than MuJoCo's stack holds at once in a step without rows.
fn held_at_most(model: &Model) -> usize {
    let bodies = model.nbody + 2;
    stack::bound(model) + 64 * bodies * bodies + 64 * model.nbvh
}

/// Whether the model has nothing but what the stages here compute.
fn is_of_the_family(model: &Model) -> bool {
    let absent = [
        model.na,
        model.ntendon,
        model.nflex,
        model.nmocap,
        model.neq,
        model.nplugin,
    ];
    // Those of touch may find that a step is not possible, and those of others are theirs.
    let harmful = [SensorType::Touch, SensorType::Plugin, SensorType::User];
    let harmless = |&kind: &i32| !harmful.iter().any(|harmful| harmful.code() == kind);
    model.nv > 0
        && absent == [0; 6]
        && (0..model.njnt).all(|jnt| is_scalar(model, jnt) || is_loose(model, jnt))
        && model.opt.integrator == integrator::EULER
        && !model.enabled(enable::FWDINV | enable::ISLAND | enable::OVERRIDE)
        && !model.is_immersed()
        && !model.compensates_gravity()
        && model.dof_frictionloss.iter().all(|&loss| loss == 0.0)
        && model.sensor_type.iter().all(harmless)
        && (0..model.nu).all(|i| is_plain(model, i))
        && model.opt.disableactuator == 0
        && model.jnt_axis.iter().all(|axis| !vec3::is_zero(axis))
}

/// Whether a joint has one position.
fn is_scalar(model: &Model, jnt: usize) -> bool {
    matches!(model.jnt_type[jnt], joint::HINGE | joint::SLIDE)
}

/// Whether a free joint or a ball has no spring and no limits.
fn is_loose(model: &Model, jnt: usize) -> bool {
    let limited = model.jnt_type[jnt] == joint::BALL && model.jnt_limited[jnt] != 0;
    model.jnt_stiffness[jnt] == 0.0 && !limited && model.jnt_actfrclimited[jnt] == 0
}

/// Whether an actuator acts on a hinge or a slide, has no activation, and gain and bias that are fixed or
/// affine.
fn is_plain(model: &Model, i: usize) -> bool {
    let on_joint = matches!(
        model.actuator_trntype[i],
        transmission::JOINT | transmission::JOINT_IN_PARENT
    );
    on_joint
        && is_scalar(model, model.actuator_trnid[i][0] as usize)
        && matches!(model.actuator_gaintype[i], gain::FIXED | gain::AFFINE)
        && matches!(model.actuator_biastype[i], bias::NONE | bias::AFFINE)
        && model.actuator_dyntype[i] == dynamics::NONE
        && model.actuator_actadr[i] < 0
}

/// The first body of each tree, with the inverse of the tree's mass, summed as the centre of mass
/// is: leaves first.
fn roots(model: &Model) -> Vec<(usize, Option<f64>)> {
    let mut carried = vec![0.0; model.nbody];
    for body in (1..model.nbody).rev() {
        carried[body] += model.body_mass[body];
        let parent = model.body_parentid[body] as usize;
        carried[parent] += carried[body];
    }
    let root = |&body: &usize| model.body_parentid[body] == 0;
    let inverse = |body: usize| {
        let none = carried[body] < MINVAL;
        (!none).then(|| 1.0 / carried[body])
    };
    let roots = (1..model.nbody).filter(root);
    roots.map(|body| (body, inverse(body))).collect()
}
