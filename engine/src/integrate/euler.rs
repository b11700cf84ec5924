//! Semi-implicit Euler: new velocities move the positions. Joint damping is treated implicitly,
//! `(M + h B) qacc = qfrc`, so that stiff dampers stay stable.

use super::advance;
use crate::codes::disable;
use crate::inertia::{factor_h, solve_h};
use crate::{Data, Model};

pub(crate) fn euler(model: &Model, data: &mut Data) {
    let [mut qacc, unused] = std::mem::take(&mut data.scratch.dof);
    let damped = model.opt.disableflags & disable::EULER_DAMP == 0
        && model.dof_damping.iter().any(|&damping| damping > 0.0);
    if damped {
        data.qH.copy_from_slice(&data.qM);
        for (damping, &adr) in model.dof_damping.iter().zip(&model.dof_Madr) {
            data.qH[adr as usize] += model.opt.timestep * damping;
        }
        factor_h(data);
        let forces = data.qfrc_smooth.iter().zip(&data.qfrc_constraint);
        for (qacc, (smooth, constraint)) in qacc.iter_mut().zip(forces) {
            *qacc = smooth + constraint;
        }
        solve_h(data, &mut qacc);
    } else {
        qacc.copy_from_slice(&data.qacc);
    }
    let act_dot = std::mem::take(&mut data.act_dot);
    advance(model, data, &act_dot, &qacc, None);
    data.act_dot = act_dot;
    data.scratch.dof = [qacc, unused];
}
