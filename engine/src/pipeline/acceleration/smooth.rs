//! Acceleration without constraints: `M qacc_smooth = passive - bias + applied + actuator + J'
//! xfrc`.

use crate::math::dense;
use crate::pipeline::position::inertia::{solve_both, solve_m};
use crate::query::force::accumulate_xfrc;
use crate::{Data, Model};

/// Computes `qfrc_smooth` and `qacc_smooth`.
#[doc(alias = "mj_fwdAcceleration")]
pub(crate) fn acceleration(model: &Model, data: &mut Data) {
    let mut qfrc = std::mem::take(&mut data.qfrc_smooth);
    let inputs: [&[f64]; 4] = [
        &data.qfrc_passive,
        &data.qfrc_bias,
        &data.qfrc_applied,
        &data.qfrc_actuator,
    ];
    dense::combine(&mut qfrc, inputs, |[passive, bias, applied, actuator]| {
        passive - bias + applied + actuator
    });
    accumulate_xfrc(model, data, &mut qfrc);
    data.qfrc_smooth = qfrc;
    if !solve_both(data) {
        let mut qacc = std::mem::take(&mut data.qacc_smooth);
        qacc.copy_from_slice(&data.qfrc_smooth);
        solve_m(model, data, &mut qacc);
        data.qacc_smooth = qacc;
    }
}
