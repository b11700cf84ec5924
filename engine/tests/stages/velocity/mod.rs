//! What follows from positions and velocities.

mod bias;
mod changes;
mod momentum;
mod passive;
