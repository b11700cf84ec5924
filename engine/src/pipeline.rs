//! The pipeline, in the order in which MuJoCo 3.2.6 runs it.

use crate::camlight::camlight;
use crate::collision::collision;
use crate::com_pos::com_pos;
use crate::inertia::{crb, factor_m};
use crate::kinematics::kinematics;
use crate::tendon::tendon;
use crate::transmission::transmission;
use crate::{Data, Model};

/// Computes everything that follows from the state.
pub fn forward(model: &Model, data: &mut Data) {
    forward_position(model, data);
}

/// What follows from positions alone.
pub(crate) fn forward_position(model: &Model, data: &mut Data) {
    kinematics(model, data);
    com_pos(model, data);
    camlight(model, data);
    tendon(model, data);
    crb(model, data);
    factor_m(model, data);
    collision(model, data);
    transmission(model, data);
}
