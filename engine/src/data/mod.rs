//! The state of a simulation and everything computed from it.

pub mod callbacks;
mod contact;
mod fields;
mod keyframe;
pub(crate) mod missing;
mod reset;
pub(crate) mod scratch;
mod state;
pub(crate) mod structure;
mod views;
pub(crate) mod workspace;

pub use fields::{Contact, Data, SolverStat, WarningStat};
pub use keyframe::UnknownKeyframe;
pub use state::{State, StateSizeError, StateVector};
pub use views::{JointView, JointViewMut};
