//! What follows from positions alone.

mod inertia;
mod kinematics;
mod tendon;
mod transmission;

pub(crate) use transmission::moment;
