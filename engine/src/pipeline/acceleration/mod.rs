//! From forces to accelerations.
//!
//! Controls become joint forces ([`actuation`]). Without constraints the acceleration is
//! `qacc_smooth`, from `M qacc_smooth = qfrc_passive - qfrc_bias + qfrc_applied + qfrc_actuator`
//! ([`smooth`]); the solver then finds the constraint forces and the acceleration `qacc` that they
//! lead to ([`solver`]). Accelerations of bodies and the forces between them are computed
//! afterwards, where a sensor asks for them ([`rne_post`]).

pub(crate) mod actuation;
pub(crate) mod rne_post;
pub(crate) mod smooth;
pub(crate) mod solver;

use crate::{Data, Model};

/// Computes everything that follows from the forces.
pub(crate) fn acceleration(model: &Model, data: &mut Data) {
    actuation::actuation(model, data);
    smooth::acceleration(model, data);
    solver::solve(model, data);
}
