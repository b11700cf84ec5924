//! Semi-implicit Euler: new velocities move the positions. Joint damping is treated implicitly,
//! `(M + h B) qacc = qfrc`, so that stiff dampers stay stable.
//!
//! `v' = v + h qacc`, `q' = q + h v'`: the symplectic Euler method; Hairer, Lubich and Wanner,
//! Geometric Numerical Integration (2nd edition, 2006), chapter I.

use super::advance;
use crate::data::timer::Timer;
use crate::pipeline::position::inertia::solve_damped;
use crate::{Data, Model};

#[doc(alias = "mj_Euler")]
pub(crate) fn euler(model: &Model, data: &mut Data) {
    let begin = data.now();
    let [mut qacc, unused] = std::mem::take(&mut data.scratch.dof);
    if model.damps() {
        solve_damped(model, data, &mut qacc);
    } else {
        qacc.copy_from_slice(&data.qacc);
    }
    let act_dot = std::mem::take(&mut data.act_dot);
    advance(model, data, &act_dot, &qacc, None);
    data.act_dot = act_dot;
    data.scratch.dof = [qacc, unused];
    data.end(Timer::Advance, begin);
}
