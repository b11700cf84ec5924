//! Questions about a state.

pub mod force;
pub mod jacobian;
pub mod object;
pub mod ray;
