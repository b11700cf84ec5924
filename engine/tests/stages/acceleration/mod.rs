//! What follows from the forces.
