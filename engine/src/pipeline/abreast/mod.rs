//! A step of four worlds abreast, with the bits that each would have alone.
//!
//! For steps in which all worlds do the same: hinges and slides, actuators without activations,
//! Euler's method, and nothing that constrains. Which models may have such steps is asked once
//! ([`plan`]), whether this one is such in each world as soon as the positions are known
//! ([`touch`]). A world for which it is not takes the step by itself.
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
#[cfg(test)]
mod tests;
mod touch;
mod work;

pub(crate) use before::Before;
pub(crate) use plan::Plan;
pub(crate) use work::Work;

pub(crate) use crate::math::abreast::WIDTH;

use crate::Model;
use crate::math::abreast::bad_lanes;

/// Advances the worlds that were loaded by one step. Returns those that could not be, as bits: their
/// state is what it was.
pub(crate) fn step(model: &Model, plan: &Plan, work: &mut Work) -> u32 {
    let used = work.used;
    work.accelerated = false;
    let mut out = bad_lanes(&work.qpos) | bad_lanes(&work.qvel);
    position::kinematics(model, plan, work);
    out |= touch::beyond_limits(model, plan, work);
    if out & used != used {
        out |= touch::near(plan, work);
    }
    if out & used == used {
        return out;
    }
    inertia::com_pos(model, plan, work);
    inertia::mass_matrix(model, plan, work);
    if !inertia::factor(model, plan, work) {
        return (1 << WIDTH) - 1;
    }
    motion::velocity(model, work);
    motion::forces(model, plan, work);
    motion::accelerate(plan, work);
    out |= bad_lanes(&work.qacc);
    if out & used != used {
        motion::advance(model, plan, work, out);
    }
    for (lane, made) in work.made.iter_mut().enumerate() {
        *made += usize::from(out & (1 << lane) == 0);
    }
    out
}
