//! Steps with rows: joints at their limits, and geoms that may touch. Contacts are looked for, rows
//! made and solved for by each world alone, in its own data, which gets what that needs out of the
//! lanes; all else of the step goes abreast.

use super::work::Work;
use crate::math::abreast::{Eight, Mat3s, Vec3s};
use crate::math::{Mat3, Vec3};
use crate::memory::stack;
use crate::model::Skip;
use crate::pipeline::acceleration::solver;
use crate::pipeline::collision::{collision, collision_between};
use crate::pipeline::constraint;
use crate::{Data, Model};

/// What comes of looking for rows in a world.
pub(super) enum Rows {
    /// There are none.
    None,
    Some,
    /// The world has to take the whole step by itself.
    Out,
}

/// Looks for contacts if geoms are near, by the broad phase if it is unclear what that would find,
/// and makes the rows of a lane's world. The lanes have its positions, and the mass matrix before it
/// is factorised.
pub(super) fn make(
    model: &Model,
    work: &mut Work,
    lane: usize,
    [near, unclear, at_limit]: [bool; 3],
    data: &mut Data,
) -> Rows {
    let warnings = data.warning;
    data.fault = None;
    data.scratch.arena = work.arena[lane];
    data.scratch.arena.begin();
    if near {
        vectors(&mut data.xipos, &work.xipos, lane);
        matrices(&mut data.ximat, &work.ximat, lane);
        vectors(&mut data.geom_xpos, &work.geom_xpos, lane);
        matrices(&mut data.geom_xmat, &work.geom_xmat, lane);
        if unclear {
            collision(model, data);
        } else {
            let own = work
                .near
                .iter()
                .filter(|near| near.lanes & (1 << lane) != 0);
            collision_between(model, data, own.map(|near| near.bodies));
        }
    } else {
        data.ncon = 0;
        data.contact.clear();
    }
    if !at_limit && data.contact.is_empty() && is_sound(model, data) && data.warning == warnings {
        return Rows::None;
    }
    numbers(&mut data.qpos, &work.qpos, lane);
    if !data.contact.is_empty() {
        vectors(&mut data.subtree_com, &work.com, lane);
        for (to, from) in data.cdof.iter_mut().zip(&work.cdof) {
            *to = from.map(|x| x.as_array_ref()[lane]);
        }
    }
    constraint::make(model, data);
    if !is_sound(model, data) || data.warning != warnings {
        data.warning = warnings;
        return Rows::Out;
    }
    work.next_arena[lane] = data.scratch.arena;
    if data.nefc == 0 {
        return Rows::None;
    }
    numbers(&mut data.qvel, &work.qvel, lane);
    numbers(&mut data.qM, &work.matrix, lane);
    constraint::reference(model, data);
    Rows::Some
}

/// Solves for the rows of a lane's world: the lanes have what it would do without them, and get what
/// it does. Returns whether the step can go on.
pub(super) fn solve(model: &Model, work: &mut Work, lane: usize, data: &mut Data) -> bool {
    let warnings = data.warning;
    numbers(&mut data.qfrc_smooth, &work.qfrc, lane);
    numbers(&mut data.qacc_smooth, &work.qacc, lane);
    numbers(&mut data.qacc_warmstart, &work.old_qacc, lane);
    solver::solve(model, data);
    let fits = stack::evaluation(model, data, Skip::Nothing)
        .and_then(|()| stack::integration(model, data, true));
    if fits.is_err() || !is_sound(model, data) || data.warning != warnings {
        data.warning = warnings;
        return false;
    }
    for (to, from) in [
        (&mut work.qacc, &data.qacc),
        (&mut work.constraint, &data.qfrc_constraint),
    ] {
        for (to, &from) in to.iter_mut().zip(from) {
            to.as_array_mut()[lane] = from;
        }
    }
    true
}

/// Whether nothing stops the step, and MuJoCo's memory is far from full.
fn is_sound(model: &Model, data: &Data) -> bool {
    let arena = &data.scratch.arena;
    data.fault.is_none() && 4 * arena.now.max(arena.rows) <= model.narena
}

fn numbers(to: &mut [f64], from: &[Eight], lane: usize) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = from.as_array_ref()[lane];
    }
}

fn vectors(to: &mut [Vec3], from: &[Vec3s], lane: usize) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = Vec3::from(from.map(|x| x.as_array_ref()[lane]));
    }
}

fn matrices(to: &mut [Mat3], from: &[Mat3s], lane: usize) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = Mat3(from.map(|x| x.as_array_ref()[lane]));
    }
}
