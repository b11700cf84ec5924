//! A step of eight worlds abreast, with the bits that each would have alone.
//!
//! For steps in which all worlds do the same: actuators without activations, and Euler's method.
//! Which models may have such steps is asked once ([`plan`]), whether joints are at their limits or
//! geoms near each other in each world as soon as the positions are known ([`touch`]). A world in
//! which they are makes its rows by itself and solves for them ([`rows`]), or takes the whole step
//! by itself where the solver is not Newton's.
//!
//! Only the state is advanced. All that a step computes besides is what the same step of one world
//! computes: [`Before`] keeps the state that the last one started from, so that it can be made up
//! for when somebody asks.
//!
//! The stages are those of the pipeline, in its order: [`position`], [`inertia`], [`motion`].

mod before;
mod inertia;
mod motion;
mod plan;
mod position;
mod rows;
#[cfg(test)]
mod tests;
mod touch;
mod work;

pub(crate) use before::Before;
pub(crate) use plan::Plan;
pub(crate) use work::Work;

pub(crate) use crate::math::abreast::WIDTH;

use crate::math::abreast::bad_lanes;
use crate::{Data, Model};
use rows::Rows;

/// The worlds that are in the lanes.
pub(crate) trait Worlds {
    /// The one in a lane that is used.
    fn data(&mut self, lane: usize) -> &mut Data;
}

/// Advances the worlds that were loaded by one step. Returns those that could not be, as bits: their
/// state is what it was.
pub(crate) fn step(model: &Model, plan: &Plan, work: &mut Work, worlds: &mut impl Worlds) -> u32 {
    let used = work.used;
    work.accelerated = false;
    let mut out = bad_lanes(&work.qpos) | bad_lanes(&work.qvel);
    position::kinematics(model, plan, work);
    let at_limit = touch::beyond_limits(model, plan, work);
    let [near, unclear] = touch::near(model, plan, work, used & !out);
    if !plan.solves {
        out |= at_limit | near;
    }
    if out & used == used {
        return out;
    }
    inertia::com_pos(model, plan, work);
    inertia::mass_matrix(model, plan, work);
    work.next_arena = [plan.arena; WIDTH];
    let wanting = (at_limit | near) & used & !out;
    if near & wanting != 0 {
        position::geom_frames(model, work);
    }
    let mut with_rows = 0;
    for lane in lanes_of(wanting) {
        let question = [near, unclear, at_limit].map(|lanes| lanes & (1 << lane) != 0);
        match rows::make(model, work, lane, question, worlds.data(lane)) {
            Rows::None => {}
            Rows::Some => with_rows |= 1 << lane,
            Rows::Out => out |= 1 << lane,
        }
    }
    if out & used == used {
        return out;
    }
    if !inertia::factor(model, plan, work) {
        return (1 << WIDTH) - 1;
    }
    motion::velocity(model, work);
    motion::forces(model, plan, work);
    motion::accelerate(plan, work);
    for lane in lanes_of(with_rows) {
        if !rows::solve(model, work, lane, worlds.data(lane)) {
            out |= 1 << lane;
        }
    }
    motion::accelerate_damped(plan, work);
    out |= bad_lanes(&work.qacc);
    if out & used != used {
        motion::advance(model, plan, work, out);
    }
    for lane in lanes_of(!out & ((1 << WIDTH) - 1)) {
        work.made[lane] += 1;
        work.arena[lane] = work.next_arena[lane];
    }
    out
}

/// The lanes whose bits are set.
fn lanes_of(bits: u32) -> impl Iterator<Item = usize> {
    (0..WIDTH).filter(move |lane| bits & (1 << lane) != 0)
}
