//! The state of a simulation and everything computed from it.

mod belongs;
pub mod callbacks;
mod contact;
mod fault;
mod fields;
mod keyframe;
mod marks;
pub mod plugin;
mod reset;
pub(crate) mod scratch;
mod state;
pub(crate) mod structure;
pub(crate) mod timer;
mod views;
mod warning;
pub(crate) mod workspace;

pub use fields::{Contact, Data, SolverStat, WarningStat};
pub use marks::Marks;
pub use state::{State, StateVector, UnknownState};
pub use timer::{NTIMER, Timer, TimerStat};
pub use views::{JointView, JointViewMut};
pub use warning::warning_text;
