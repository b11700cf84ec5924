//! What a step puts on the stack, part by part. A part is as deep as the function of MuJoCo that
//! computes it, with those that it calls.
//!
//! Collision counts what it needs by itself.

use super::Stack;
use super::solve::constraint_forces;
use crate::data::Contact;
use crate::error::StepError;
use crate::model::Skip;
use crate::model::codes::{Integrator, bias, disable, enable, gain, transmission};
use crate::{Data, Model};

/// How deep a part goes, or none where it does not fit.
type Part = fn(&Model, &Data, Stack) -> Option<Stack>;

const ROWS: &[Part] = &[count, equalities, rows, contacts];
const POSITION: &[Part] = &[transmissions, projection];
const VELOCITY: &[Part] = &[passive_forces, newton_euler];
const ACCELERATION: &[Part] = &[actuation, applied_forces, constraint_forces];

/// More than any part takes without rows and contacts: a cheap test, since models rarely come near
/// the end of their memory.
pub(crate) fn bound(model: &Model) -> usize {
    let &Model { nv, nbody, .. } = model;
    let tendons = model.nwrap;
    let derivative = if model.integrator() == Integrator::Implicit {
        6 * model.nD + 18 * model.nB
    } else {
        0
    };
    let kinds = model.actuator_trntype.iter();
    let adhesions = kinds.filter(|&&kind| kind == transmission::BODY).count();
    let numbers =
        (3 * nv + 64 + 11 * adhesions) * nv + 16 * nbody + 2 * model.nM + 3 * model.nC + model.nu;
    let flexes = 3 * model.nflexvert + model.nbvhdynamic;
    1024 + 8 * (numbers + derivative + 4 * tendons + flexes + 2 * model.ntree)
}

/// Whether there is so much memory that nothing needs to be counted.
fn is_plenty(model: &Model, data: &Data) -> bool {
    let scratch = &data.scratch;
    let by_rows = data.nefc as usize * (24 * model.nv + 256);
    let by_contacts = 32 * data.contact.len();
    let held = scratch.stack + scratch.arena.now.max(scratch.arena.former);
    held + bound(model) + by_rows + by_contacts <= model.narena
}

fn check(model: &Model, data: &Data, stack: Stack, parts: &[&[Part]]) -> Result<(), StepError> {
    let mut parts = parts.iter().copied().flatten();
    if parts.all(|part| part(model, data, stack).is_some()) {
        Ok(())
    } else {
        Err(StepError::OutOfMemory(model.narena))
    }
}

/// Positions while the arena still holds the rows of the evaluation before, rows before islands,
/// and what else is given.
#[inline]
fn check_evaluation(model: &Model, data: &Data, others: &[&[Part]]) -> Result<(), StepError> {
    if is_plenty(model, data) {
        return Ok(());
    }
    check_all(model, data, others)
}

#[cold]
fn check_all(model: &Model, data: &Data, others: &[&[Part]]) -> Result<(), StepError> {
    let now = Stack::now(model, data);
    let below = |limit: usize| Stack { limit, ..now };
    let arena = &data.scratch.arena;
    check(
        model,
        data,
        below(arena.former),
        &[&[bodies, flexes, tendons]],
    )?;
    check(model, data, below(arena.rows), &[ROWS])?;
    check(model, data, now, others)
}

/// Whether everything fits that an evaluation has put on the stack, from the first stage on that
/// was not skipped.
pub(crate) fn evaluation(model: &Model, data: &Data, skip: Skip) -> Result<(), StepError> {
    let parts = [POSITION, VELOCITY, ACCELERATION];
    check_rest(model, data, skip, &parts)
}

/// The parts of positions, of velocities and of what follows, without those that were skipped.
#[inline]
fn check_rest(
    model: &Model,
    data: &Data,
    skip: Skip,
    parts: &[&[Part]; 3],
) -> Result<(), StepError> {
    match skip {
        Skip::Nothing => check_evaluation(model, data, parts),
        _ if is_plenty(model, data) => Ok(()),
        Skip::Position => check(model, data, Stack::now(model, data), &parts[1..]),
        Skip::Velocity => check(model, data, Stack::now(model, data), &parts[2..]),
    }
}

/// The same for the part of an evaluation that comes before forces are set.
pub(crate) fn first_half(model: &Model, data: &Data) -> Result<(), StepError> {
    check_evaluation(model, data, &[POSITION, VELOCITY])
}

/// Stages that are run by themselves.
pub(crate) mod alone {
    use super::{Data, Model, Stack, StepError};

    /// Writes the question whether a stage fits on the stack, above what the arena holds.
    macro_rules! stages {
        ($($stage:ident: $parts:expr;)*) => {$(
            pub(crate) fn $stage(model: &Model, data: &Data) -> Result<(), StepError> {
                if super::is_plenty(model, data) {
                    return Ok(());
                }
                super::check(model, data, Stack::now(model, data), &[$parts])
            }
        )*};
    }

    stages! {
        com_pos: &[super::bodies];
        flex: &[super::flexes];
        tendon: &[super::tendons];
        rows: super::ROWS;
        transmission: &[super::transmissions];
        projection: &[super::projection];
        velocity: super::VELOCITY;
        passive: &[super::passive_forces];
        newton_euler: &[super::newton_euler];
        actuation: &[super::actuation];
        applied_forces: &[super::applied_forces];
        constraint: &[super::constraint_forces];
    }
}

/// Whether what follows from positions fits on the stack.
pub(crate) fn position(model: &Model, data: &Data) -> Result<(), StepError> {
    check_evaluation(model, data, &[POSITION])
}

/// Whether what integrates fits on the stack.
pub(crate) fn integration(model: &Model, data: &Data, whole: bool) -> Result<(), StepError> {
    integration_by(model, data, model.integrator_of_step(whole))
}

/// Whether an integrator fits on the stack.
pub(crate) fn integration_by(
    model: &Model,
    data: &Data,
    integrator: Integrator,
) -> Result<(), StepError> {
    if is_plenty(model, data) {
        return Ok(());
    }
    let part: Part = match integrator {
        Integrator::Euler => euler,
        Integrator::Rk4 => |model, _, stack| runge_kutta(model, stack),
        Integrator::Implicit | Integrator::ImplicitFast => implicit,
    };
    check(model, data, Stack::now(model, data), &[&[part]])
}

/// Whether what integrates fits where its factors are known: two vectors.
pub(crate) fn integration_by_factors(model: &Model, data: &Data) -> Result<(), StepError> {
    if is_plenty(model, data) {
        return Ok(());
    }
    let part: Part = |model, _, stack| stack.mark()?.numbers(2 * model.nv);
    check(model, data, Stack::now(model, data), &[&[part]])
}

/// Whether inverse dynamics fits on the stack, from the first stage on that was not
/// skipped; it projects no rows.
pub(crate) fn inverse(model: &Model, data: &Data, skip: Skip) -> Result<(), StepError> {
    check_rest(
        model,
        data,
        skip,
        &[&[transmissions], VELOCITY, &[from_acceleration]],
    )
}

/// Whether comparing forward and inverse dynamics fits on the stack.
pub(crate) fn comparison(model: &Model, data: &Data) -> Result<(), StepError> {
    if is_plenty(model, data) {
        return Ok(());
    }
    let part: Part = |model, data, stack| {
        let own = stack.mark()?.numbers(3 * model.nv)?;
        let own = own.numbers(data.nefc as usize)?;
        applied_forces(model, data, own)?;
        from_acceleration(model, data, own.mark()?)
    };
    check(model, data, Stack::now(model, data), &[&[part]])
}

/// Bytes that a Runge-Kutta step holds on the stack while it evaluates its points.
pub(crate) fn held_by_runge_kutta(model: &Model) -> usize {
    held(model, runge_kutta(model, Stack::empty(model)))
}

/// Bytes that inverse dynamics holds on the stack from its start.
pub(crate) fn held_by_inverse(model: &Model) -> usize {
    held(model, Stack::empty(model).mark())
}

/// Bytes of a stack that was empty before; all that there are where it does not fit.
fn held(model: &Model, stack: Option<Stack>) -> usize {
    stack.map_or(model.narena, |stack| model.narena - stack.top())
}

/// Masses of subtrees.
fn bodies(model: &Model, _: &Data, stack: Stack) -> Option<Stack> {
    stack.mark()?.numbers(model.nbody)
}

/// Jacobians of the two ends of an edge and their difference; before them, which boxes of a tree
/// have changed.
pub(super) fn flexes_of(model: &Model, stack: Stack) -> Option<Stack> {
    let nv = model.nv;
    if model.nflex == 0 {
        return Some(stack);
    }
    if !model.disabled(disable::MIDPHASE) {
        let largest = model.flex_bvhnum.iter().max().copied().unwrap_or(0);
        stack.mark()?.integers(largest as usize)?;
    }
    let stack = stack.mark()?.numbers(9 * nv)?;
    stack.when(model.is_sparse(), |stack| stack.integers(nv))
}

fn flexes(model: &Model, _: &Data, stack: Stack) -> Option<Stack> {
    flexes_of(model, stack)
}

fn tendons(model: &Model, _: &Data, stack: Stack) -> Option<Stack> {
    let nv = model.nv;
    if model.ntendon == 0 {
        return Some(stack);
    }
    let stack = stack.mark()?.numbers(9 * nv)?.numbers(nv)?;
    stack.when(model.is_sparse(), |stack| {
        stack.integers(nv)?.integers(nv)?.numbers(nv)
    })
}

/// The dofs that move a contact, where rows are counted.
fn count(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    let off = model.disabled(disable::CONSTRAINT | disable::CONTACT);
    stack.when(!off && !data.contact.is_empty(), |stack| {
        stack.mark()?.integers(model.nv)
    })
}

/// Whether rows are made: they are not where the arena has no room for them.
fn makes_rows(model: &Model, data: &Data) -> bool {
    !model.disabled(disable::CONSTRAINT) && !data.scratch.arena.rows_dropped
}

/// Equalities have room for six rows of two bodies and of their difference.
fn equalities(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    let nv = model.nv;
    let on = makes_rows(model, data) && !model.disabled(disable::EQUALITY);
    if !on || model.neq == 0 {
        return Some(stack);
    }
    let stack = stack.mark()?.numbers(18 * nv)?;
    stack.when(model.is_sparse(), |stack| {
        stack.integers(nv)?.integers(nv)?.integers(nv)?.numbers(nv)
    })
}

/// Friction and limits have one row each, whether there are any or not.
fn rows(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    let neither = model.disabled(disable::FRICTIONLOSS) && model.disabled(disable::LIMIT);
    stack.when(makes_rows(model, data) && !neither, |stack| {
        stack.mark()?.numbers(model.nv)
    })
}

fn contacts(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    let nv = model.nv;
    let on = makes_rows(model, data) && !model.disabled(disable::CONTACT);
    if !on || data.contact.is_empty() {
        return Some(stack);
    }
    let stack = stack.mark()?.numbers(24 * nv)?;
    let stack = stack.when(model.is_sparse(), |stack| stack.integers(nv))?;
    elements(model, data, stack)
}

/// Contacts of elements of flexes add up the Jacobians of several bodies.
fn elements(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    let several = |contact: &&Contact| contact.exclude == 0 && contact.elem != [-1; 2];
    let contacts = data.contact.iter().filter(several);
    let Some(most) = contacts.map(|contact| contact.dim).max() else {
        return Some(stack);
    };
    let numbers = if most > 3 { 6 * model.nv } else { 3 * model.nv };
    let stack = stack.mark()?.numbers(numbers)?;
    stack.when(model.is_sparse(), |stack| {
        stack.numbers(numbers)?.integers(2 * model.nv)
    })
}

/// Jacobians of sites and bodies, for all actuators the same.
fn transmissions(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    transmissions_of(model, data.nefc as usize, stack)
}

/// The same for a number of rows.
pub(super) fn transmissions_of(model: &Model, rows: usize, stack: Stack) -> Option<Stack> {
    let nv = model.nv;
    if model.nu == 0 {
        return Some(stack);
    }
    let mut stack = stack.mark()?.numbers(9 * nv)?;
    let (mut reference, mut wrench, mut adhesion) = (false, false, false);
    for (id, &kind) in model.actuator_trntype.iter().enumerate() {
        match kind {
            transmission::SLIDER_CRANK => drop(stack.mark()?.numbers(3 * nv)?),
            transmission::SITE if model.actuator_trnid[id][1] >= 0 => {
                if !std::mem::replace(&mut reference, true) {
                    stack = stack.numbers(3 * nv)?;
                }
                let turns = model.actuator_gear[id][3..].iter().any(|&gear| gear != 0.0);
                if turns && !std::mem::replace(&mut wrench, true) {
                    stack = stack.numbers(nv)?;
                }
            }
            // Once for all, but MuJoCo knows by its forces of rows that it has been done, and
            // without rows there are none: then each takes its own.
            transmission::BODY if !adhesion => {
                stack = stack.numbers(rows)?.numbers(10 * nv)?;
                if model.is_sparse() {
                    stack = stack.integers(nv)?;
                }
                adhesion = rows > 0;
            }
            _ => {}
        }
    }
    Some(stack)
}

/// The Jacobian half solved, and its transpose.
fn projection(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    let (nv, nefc) = (model.nv, data.nefc as usize);
    if nefc == 0 || !model.is_dual() {
        return Some(stack);
    }
    let stack = stack.mark()?.numbers(nefc * nv)?.numbers(nv * nefc)?;
    if !model.is_sparse() {
        return Some(stack);
    }
    let stack = stack
        .integers(2 * nefc)?
        .integers(nefc * nv)?
        .integers(nefc)?;
    let stack = stack.integers(2 * nv)?.integers(nv * nefc)?;
    stack.mark()?.integers(2 * nefc)?;
    stack.mark()?.numbers(nefc)?.integers(nefc)
}

fn passive_forces(model: &Model, _: &Data, stack: Stack) -> Option<Stack> {
    if model.disabled(disable::PASSIVE) {
        return Some(stack);
    }
    for flex in 0..model.nflex {
        elastic_forces(model, flex, stack)?;
    }
    let plugged = model.body_plugin.iter().any(|&plugin| plugin >= 0);
    let pushed = model.compensates_gravity() || model.is_immersed() || plugged;
    stack.when(pushed, |stack| force_at_point(model, stack))
}

/// A force on each vertex of a flex that is elastic.
fn elastic_forces(model: &Model, flex: usize, stack: Stack) -> Option<Stack> {
    let first = model.flex_elements(flex).start;
    let elastic = model.flex_dim[flex] > 1
        && model.flex_rigid[flex] == 0
        && model.flex_stiffness[first][0] != 0.0;
    stack.when(elastic, |stack| {
        let mut vertices = model.flex_vertices(flex);
        let stack = stack.mark()?.numbers(3 * vertices.len())?;
        let general = vertices.any(|v| model.body_simple[model.flex_vertbodyid[v] as usize] != 2);
        stack.when(general, |stack| force_at_point(model, stack))
    })
}

/// A force and a torque as joint forces.
fn force_at_point(model: &Model, stack: Stack) -> Option<Stack> {
    let nv = model.nv;
    let stack = stack.mark()?.numbers(6 * nv)?.numbers(nv)?;
    stack.when(model.is_sparse(), |stack| stack.integers(nv))
}

/// Accelerations and forces of all bodies.
fn newton_euler(model: &Model, _: &Data, stack: Stack) -> Option<Stack> {
    stack.mark()?.numbers(12 * model.nbody)
}

fn actuation(model: &Model, _: &Data, stack: Stack) -> Option<Stack> {
    stack.when(model.actuates(), |stack| stack.mark()?.numbers(model.nu))
}

fn applied_forces(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    let applied = data.xfrc_applied.iter().skip(1);
    stack.when(applied.flatten().any(|&x| x != 0.0), |stack| {
        force_at_point(model, stack)
    })
}

fn euler(model: &Model, _: &Data, stack: Stack) -> Option<Stack> {
    let stack = stack.mark()?.numbers(2 * model.nv)?;
    stack.when(model.damps(), |stack| stack.numbers(model.nM))
}

fn implicit(model: &Model, _: &Data, stack: Stack) -> Option<Stack> {
    let stack = stack.mark()?.numbers(2 * model.nv)?;
    let full = model.integrator() == Integrator::Implicit;
    derivatives(model, stack, full)?;
    if full {
        stack.integers(model.nv)
    } else {
        stack.numbers(model.nM)
    }
}

/// Derivatives of the smooth forces by velocity.
fn derivatives(model: &Model, stack: Stack, with_bias: bool) -> Option<Stack> {
    let nv = model.nv;
    if !model.disabled(disable::ACTUATION) {
        let own = stack.mark()?.numbers(nv)?;
        if (0..model.nu).any(|id| resists(model, id)) {
            own.mark()?.numbers(nv)?;
        }
    }
    if !model.disabled(disable::PASSIVE) {
        let damped =
            |&flex: &usize| model.flex_rigid[flex] == 0 && model.flex_edgedamping[flex] != 0.0;
        let edges = (0..model.nflex).filter(damped);
        let edges = edges.flat_map(|flex| model.elastic_edges(flex)).next();
        if edges.is_some() || model.tendon_damping.iter().any(|&damping| damping > 0.0) {
            stack.mark()?.numbers(nv)?;
        }
        if model.is_immersed() {
            let ellipsoids = model.geom_fluid.iter().any(|fluid| fluid[0] > 0.0);
            let columns = if ellipsoids { 12 * nv } else { 6 * nv };
            let own = stack.mark()?.numbers(9 * nv)?.integers(columns)?;
            own.mark()?.numbers(nv)?;
        }
    }
    stack.when(with_bias, |stack| {
        stack
            .mark()?
            .numbers(6 * model.nD)?
            .numbers(18 * model.nB)?
            .numbers(nv)
    })
}

/// Whether an actuator's force can depend on its velocity; that of a muscle at rest counts as if it
/// did.
fn resists(model: &Model, id: usize) -> bool {
    let affine_bias = model.actuator_biastype[id] == bias::AFFINE;
    match model.actuator_gaintype[id] {
        gain::MUSCLE => true,
        gain::AFFINE if model.actuator_gainprm[id][2] != 0.0 => true,
        _ => affine_bias && model.actuator_biasprm[id][2] != 0.0,
    }
}

/// Four states with their rates, and their sum.
fn runge_kutta(model: &Model, stack: Stack) -> Option<Stack> {
    let (nq, nv, na) = (model.nq, model.nv, model.na);
    let (state, rate) = (nq + nv + na, nv + na);
    stack
        .mark()?
        .numbers(2 * nv + na)?
        .numbers(4 * (state + rate))
}

/// Inverse dynamics from accelerations on.
fn from_acceleration(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    let nv = model.nv;
    let mut stack = stack;
    if model.enabled(enable::INVDISCRETE) {
        stack = stack.numbers(nv)?;
        let own = stack.mark()?.numbers(nv)?;
        match model.integrator() {
            Integrator::Euler | Integrator::Rk4 => {}
            Integrator::Implicit => drop(derivatives(model, own, true)?),
            Integrator::ImplicitFast => {
                derivatives(model, own, false)?;
                own.numbers(2 * model.nM)?;
            }
        }
    }
    if data.nefc > 0 {
        stack.mark()?.numbers(data.nefc as usize)?;
    }
    newton_euler(model, data, stack)
}
