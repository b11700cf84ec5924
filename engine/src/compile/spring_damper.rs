//! Stiffness and damping of joints from a time constant and a damping ratio.
//!
//! With inertia I, a spring-damper of time constant t and damping ratio z has stiffness I / (t z)^2
//! and damping 2 I / t.

use crate::math::MINVAL;
use crate::model::Model;
use crate::spec::Joint;

/// Sets stiffness and damping of the joints that ask for it; needs the inertia seen by each dof.
pub(super) fn adjust(joints: &[&Joint], model: &mut Model) {
    for (id, joint) in joints.iter().enumerate() {
        let [timeconst, dampratio] = joint.springdamper;
        if timeconst <= 0.0 || dampratio <= 0.0 {
            continue;
        }
        let first = model.jnt_dofadr[id] as usize;
        let dofs = first..first + joint.kind.dofs();
        // A free joint has different weights for translation and rotation: take the average.
        let weight = model.dof_invweight0[dofs.clone()]
            .iter()
            .fold(0.0, |sum, weight| sum + weight);
        // NaN counts as too small.
        let at_least = |value: f64| if MINVAL < value { value } else { MINVAL };
        let inertia = dofs.len() as f64 / at_least(weight);
        model.jnt_stiffness[id] = inertia / at_least(timeconst * timeconst * dampratio * dampratio);
        model.dof_damping[dofs].fill(2.0 * inertia / at_least(timeconst));
    }
}
