//! A step of a simulation in which only positions and one length count: the stages that lead from one state to the next.
//!
//! The forces that compiling switches off, contacts, sensors and energies have no part in it, and nothing else reads the data.

use crate::acceleration::acceleration;
use crate::bias::bias;
use crate::com_pos::com_pos;
use crate::com_vel::com_vel;
use crate::inertia::{crb, factor_m, factor_m_alone};
use crate::kinematics::kinematics;
use crate::pipeline::{StepError, check_accelerations, check_state, integrate};
use crate::tendon::tendon;
use crate::transmission::transmission;
use crate::{Data, Model, constraint, island, solver};

/// Up to where forces are set.
pub(super) fn step1(model: &Model, data: &mut Data) {
    check_state(model, data);
    kinematics(model, data);
    com_pos(model, data);
    tendon(model, data);
    crb(model, data);
    match constraint::is_dual(model) {
        true => factor_m(model, data),
        false => factor_m_alone(data),
    }
    constraint::make(model, data);
    island::find(model, data);
    transmission(model, data);
    constraint::project(model, data);
    com_vel(model, data);
    constraint::reference(model, data);
    bias(model, data);
}

/// From the forces to the next state.
pub(super) fn step2(model: &Model, data: &mut Data) -> Result<(), StepError> {
    acceleration(model, data);
    solver::solve(model, data);
    check_accelerations(model, data);
    integrate(model, data, false)
}
