//! What follows from positions and velocities.
//!
//! The speeds of tendons and actuators are their Jacobians times `qvel` (`rates`); the velocities
//! of bodies follow along the tree (`com_vel`). From them come the forces that need no actuator:
//! springs, dampers, gravity compensation and fluid (`passive`), and the Coriolis, centrifugal
//! and gravitational forces `qfrc_bias` (`bias`). Constraint rows get their reference
//! acceleration in between.

pub(crate) mod bias;
pub(crate) mod com_vel;
pub(crate) mod energy;
pub(crate) mod passive;
pub(crate) mod rates;

use crate::data::timer::{Timer, timed};
use crate::pipeline::constraint;
use crate::{Data, Model};
use bias::bias;
use com_vel::com_vel;
use passive::passive;
use rates::rates;

/// Computes everything that follows from positions and velocities.
#[doc(alias = "mj_fwdVelocity")]
#[doc(alias = "mj_invVelocity")]
pub(crate) fn velocity(model: &Model, data: &mut Data) {
    timed(data, Timer::Velocity, |data| {
        rates(model, data);
        com_vel(model, data);
        passive(model, data);
        constraint::reference(model, data);
        bias(model, data);
    });
}
