//! What follows from positions and velocities.

mod bias;
mod changes;
mod momentum;
mod passive;

pub(crate) use momentum::{floating, floating_without_quaternions};
