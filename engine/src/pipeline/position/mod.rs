//! What follows from positions alone.
//!
//! From `qpos` come the world poses of bodies, geoms and sites (`kinematics`); all inertias and
//! joint motions about the centre of mass of each tree (`com_pos`); cameras and lights; vertices and
//! edges of flexes (`flex`); the lengths and Jacobians of tendons (`tendon`); the joint-space inertia `M` and its factor `L'DL`
//! (`inertia`). Contacts are found and constraint rows made in between; actuator lengths and
//! moments come last (`transmission`), since adhesion acts along contacts.

pub(crate) mod camlight;
pub(crate) mod com_pos;
pub(crate) mod flex;
pub(crate) mod inertia;
pub(crate) mod kinematics;
pub(crate) mod tendon;
pub(crate) mod transmission;

use crate::data::timer::{Timer, more, timed};
use crate::pipeline::collision::collision;
use crate::pipeline::constraint::{self, island};
use crate::{Data, Model};
use camlight::camlight;
use com_pos::com_pos;
use flex::flex;
use inertia::{crb, factor_m};
use kinematics::kinematics;
use tendon::tendon;
use transmission::transmission;

/// Computes everything that follows from positions.
pub(crate) fn position(model: &Model, data: &mut Data) {
    timed(data, Timer::Position, |data| {
        poses_and_contacts(model, data);
        timed(data, Timer::Make, |data| {
            constraint::make(model, data);
            island::find(model, data);
        });
        more(data, Timer::Kinematics, |data| transmission(model, data));
        timed(data, Timer::Project, |data| {
            constraint::project(model, data)
        });
    });
}

/// What inverse dynamics needs of it: no islands, and no projection for solvers.
pub(crate) fn position_for_inverse(model: &Model, data: &mut Data) {
    timed(data, Timer::Position, |data| {
        poses_and_contacts(model, data);
        timed(data, Timer::Make, |data| constraint::make(model, data));
        island::forget(data);
        more(data, Timer::Kinematics, |data| transmission(model, data));
    });
}

/// Where everything is, how it resists acceleration, and what touches.
fn poses_and_contacts(model: &Model, data: &mut Data) {
    data.scratch.arena.begin();
    timed(data, Timer::Kinematics, |data| {
        kinematics(model, data);
        com_pos(model, data);
        camlight(model, data);
        flex(model, data);
        tendon(model, data);
    });
    crb(model, data);
    factor_m(model, data);
    collision(model, data);
}
