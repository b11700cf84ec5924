//! The state of a simulation and everything computed from it.

pub mod callbacks;
mod contact;
mod fields;
pub(crate) mod missing;
mod reset;
pub(crate) mod scratch;
pub(crate) mod structure;
pub(crate) mod workspace;

pub use fields::{Contact, Data, SolverStat, WarningStat};
