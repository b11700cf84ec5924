//! Acceleration without constraints: `M qacc_smooth = passive - bias + applied + actuator + J' xfrc`.

use crate::force::accumulate_xfrc;
use crate::inertia::solve_m;
use crate::{Data, Model};

/// Computes `qfrc_smooth` and `qacc_smooth`.
pub(crate) fn acceleration(model: &Model, data: &mut Data) {
    let mut qfrc = std::mem::take(&mut data.qfrc_smooth);
    for (dof, qfrc) in qfrc.iter_mut().enumerate() {
        *qfrc = data.qfrc_passive[dof] - data.qfrc_bias[dof]
            + data.qfrc_applied[dof]
            + data.qfrc_actuator[dof];
    }
    accumulate_xfrc(model, data, &mut qfrc);
    let mut qacc = std::mem::take(&mut data.qacc_smooth);
    qacc.copy_from_slice(&qfrc);
    solve_m(model, data, &mut qacc);
    data.qfrc_smooth = qfrc;
    data.qacc_smooth = qacc;
}
