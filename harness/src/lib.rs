//! Compares physics engines with MuJoCo, field by field and bit by bit.

pub mod simulator;
pub mod snapshot;
