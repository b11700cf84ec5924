//! Advancing the state.

mod unstable;
