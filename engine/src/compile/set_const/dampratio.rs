//! Damping ratios of position-like actuators become dampings.
//!
//! A positive third bias parameter of an actuator whose gain and bias cancel is a ratio to critical
//! damping, `2 sqrt(kp m)`, where `m` is the inertia of its dofs at `qpos0`, each reflected through
//! the transmission.

use crate::math::MINVAL;
use crate::{Data, Model};

/// Converts `actuator_biasprm` in place.
pub(super) fn convert(model: &mut Model, data: &Data) {
    for i in 0..model.nu {
        let stiffness = model.actuator_gainprm[i][0];
        let ratio = model.actuator_biasprm[i][2];
        let position_like = stiffness == -model.actuator_biasprm[i][1];
        if !position_like || ratio <= 0.0 {
            continue;
        }
        let start = data.moment_rowadr[i] as usize;
        let mut mass = 0.0;
        for k in start..start + data.moment_rownnz[i] as usize {
            let moment = data.actuator_moment[k].abs();
            let square = moment * moment;
            if square > MINVAL {
                mass += model.dof_M0[data.moment_colind[k] as usize] / square;
            }
        }
        model.actuator_biasprm[i][2] = -(ratio * 2.0 * (stiffness * mass).sqrt());
    }
}
