//! What follows from the forces.

mod actuation;
mod smooth;
mod solver;
