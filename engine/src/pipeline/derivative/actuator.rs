//! Derivative of actuator forces: their gains and biases by velocity, through the transmission.
//!
//! The reference takes the control as the user set it here, not within its limits, and ignores
//! early activation.

use super::{Row, add_square, pattern_d};
use crate::model::codes::{bias, disable, dynamics, gain};
use crate::pipeline::acceleration::actuation::{driving_activation, is_disabled, muscle_of};
use crate::{Data, Model};

#[doc(alias = "mjd_actuator_vel")]
pub(super) fn add(model: &Model, data: &mut Data) {
    if model.disabled(disable::ACTUATION) {
        return;
    }
    let mut qderiv = std::mem::take(&mut data.qDeriv);
    for i in (0..model.nu).filter(|&i| !is_disabled(model, i)) {
        let slope = by_velocity(model, data, i);
        let start = data.moment_rowadr[i] as usize;
        let range = start..start + data.moment_rownnz[i] as usize;
        let moment = Row {
            values: &data.actuator_moment[range.clone()],
            columns: &data.moment_colind[range],
        };
        add_square(&mut qderiv, pattern_d(data), moment, slope);
    }
    data.qDeriv = qderiv;
}

/// Derivative of an actuator's force by its velocity.
fn by_velocity(model: &Model, data: &Data, i: usize) -> f64 {
    let of_bias = match model.actuator_biastype[i] {
        bias::AFFINE => model.actuator_biasprm[i][2],
        _ => 0.0,
    };
    let prm = &model.actuator_gainprm[i];
    let of_gain = match model.actuator_gaintype[i] {
        gain::AFFINE => prm[2],
        gain::MUSCLE => muscle_of(model, i, prm)
            .gain_by_velocity(data.actuator_length[i], data.actuator_velocity[i]),
        _ => 0.0,
    };
    if of_gain == 0.0 {
        return of_bias;
    }
    let input = match driving_activation(model, i) {
        Some(adr) if model.actuator_dyntype[i] != dynamics::NONE => data.act[adr],
        _ => data.ctrl[i],
    };
    of_bias + of_gain * input
}
