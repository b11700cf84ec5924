//! Advancing the state.

mod conservation;
mod derivative;
mod position;
mod unstable;
mod velocity;
