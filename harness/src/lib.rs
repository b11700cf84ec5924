//! Compares physics engines with MuJoCo, field by field and bit by bit.

pub mod provision;
pub mod simulator;
pub mod snapshot;
pub mod worker;
