//! What warnings say.

use crate::math::bytes_text;
use crate::model::codes::warning;

/// The text of a warning, by its place in [`Data::warning`](crate::Data) and its `lastinfo`.
///
/// ```
/// use plumbline::data::warning_text;
/// use plumbline::model::Warning;
///
/// let text = warning_text(Warning::BadQvel as usize, 3);
/// assert!(text.starts_with("Nan, Inf or huge value in QVEL at DOF 3."));
/// ```
#[doc(alias = "mju_warningText")]
pub fn warning_text(kind: usize, info: u64) -> String {
    let unstable = |what: &str, at: &str| {
        format!("Nan, Inf or huge value in {what} at {at} {info}. The simulation is unstable.")
    };
    match kind {
        warning::INERTIA => {
            format!("Inertia matrix is too close to singular at DOF {info}. Check model.")
        }
        warning::CONTACT_FULL => format!(
            "Too many contacts. Either the arena memory is full, or nconmax is specified and is \
             exceeded. Increase arena memory allocation, or increase/remove nconmax. \
             (ncon = {info})"
        ),
        warning::CONSTRAINT_FULL => format!(
            "Insufficient arena memory for the number of constraints generated. \
             Increase arena memory allocation above {} bytes.",
            bytes_text(info)
        ),
        warning::VGEOM_FULL => {
            format!("Pre-allocated visual geom buffer is full. Increase maxgeom above {info}.")
        }
        warning::BAD_QPOS => unstable("QPOS", "DOF"),
        warning::BAD_QVEL => unstable("QVEL", "DOF"),
        warning::BAD_QACC => unstable("QACC", "DOF"),
        warning::BAD_CTRL => unstable("CTRL", "ACTUATOR"),
        other => format!("Unknown warning type {other}."),
    }
}
