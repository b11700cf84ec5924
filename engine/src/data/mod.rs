//! The state of a simulation and everything computed from it.

pub mod callbacks;
mod fields;
pub(crate) mod missing;
mod reset;
pub(crate) mod scratch;
mod structure;

pub use fields::{Contact, Data, SolverStat, WarningStat};
