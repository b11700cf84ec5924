//! Semi-implicit Euler: new velocities move the positions. Joint damping is treated implicitly,
//! `(M + h B) qacc = qfrc`, so that stiff dampers stay stable.

use super::advance;
use crate::codes::{disable, warning};
use crate::inertia::{factor_in_place, solve_ld};
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
        factor_in_place(
            model,
            &mut data.qH,
            &mut data.qHDiagInv,
            &mut data.warning[warning::INERTIA],
        );
        for (dof, qacc) in qacc.iter_mut().enumerate() {
            *qacc = data.qfrc_smooth[dof] + data.qfrc_constraint[dof];
        }
        solve_ld(model, &data.qH, &data.qHDiagInv, &mut qacc);
    } else {
        qacc.copy_from_slice(&data.qacc);
    }
    let act_dot = std::mem::take(&mut data.act_dot);
    advance(model, data, &act_dot, &qacc, None);
    data.act_dot = act_dot;
    data.scratch.dof = [qacc, unused];
}
