//! States that no simulation can go on with: NaN and huge numbers. The simulation starts again from
//! the model's reference, and a warning is counted.

use crate::math::scalar::first_bad;
use crate::model::codes::{disable, warning};
use crate::pipeline::forward;
use crate::{Data, Model};

/// Starts again where a position or velocity is bad. Returns whether one was.
#[doc(alias = "mj_checkPos")]
#[doc(alias = "mj_checkVel")]
pub(crate) fn check_state(model: &Model, data: &mut Data) -> bool {
    let bad_position = first_bad(&data.qpos);
    if let Some(i) = bad_position {
        reset_unstable(model, data, warning::BAD_QPOS, i);
    }
    let bad_velocity = first_bad(&data.qvel);
    if let Some(i) = bad_velocity {
        reset_unstable(model, data, warning::BAD_QVEL, i);
    }
    bad_position.or(bad_velocity).is_some()
}

/// Starts again where an acceleration is bad. Returns whether one was.
#[doc(alias = "mj_checkAcc")]
pub(crate) fn check_accelerations(model: &Model, data: &mut Data) -> bool {
    let bad = first_bad(&data.qacc);
    if let Some(i) = bad {
        reset_unstable(model, data, warning::BAD_QACC, i);
        if resets(model) {
            forward(model, data);
        }
    }
    bad.is_some()
}

/// Whether an unstable simulation starts again.
fn resets(model: &Model) -> bool {
    !model.disabled(disable::AUTO_RESET)
}

/// Counts a warning before and after the reset: without a reset it counts twice.
fn reset_unstable(model: &Model, data: &mut Data, kind: usize, info: i32) {
    data.warning[kind].raise(info);
    if resets(model) {
        data.reset(model);
    }
    data.warning[kind].raise(info);
}
