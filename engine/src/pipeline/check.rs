//! States that no simulation can go on with: NaN and huge numbers. The simulation starts again from
//! the model's reference, and a warning is counted.

use crate::math::scalar::first_bad;
use crate::model::codes::{disable, warning};
use crate::pipeline::forward;
use crate::{Data, Model};

/// Starts again where a position or velocity is bad. Returns whether one was.
pub(crate) fn check_state(model: &Model, data: &mut Data) -> bool {
    let bad_position = check_positions(model, data);
    check_velocities(model, data) || bad_position
}

/// Starts again where a position is bad. Returns whether one was.
pub(crate) fn check_positions(model: &Model, data: &mut Data) -> bool {
    let bad = first_bad(&data.qpos);
    if let Some(i) = bad {
        reset_unstable(model, data, warning::BAD_QPOS, i);
    }
    bad.is_some()
}

/// Starts again where a velocity is bad. Returns whether one was.
pub(crate) fn check_velocities(model: &Model, data: &mut Data) -> bool {
    let bad = first_bad(&data.qvel);
    if let Some(i) = bad {
        reset_unstable(model, data, warning::BAD_QVEL, i);
    }
    bad.is_some()
}

/// Starts again where an acceleration is bad. Returns whether one was.
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

/// Whether a state, or an acceleration, is such that the simulation would start again.
pub(crate) fn would_reset(model: &Model, values: &[f64]) -> bool {
    resets(model) && first_bad(values).is_some()
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
        data.scratch.resets += 1;
    }
    data.warning[kind].raise(info);
}
