//! Compares physics engines with MuJoCo, field by field and bit by bit.

pub mod accept;
pub mod baseline;
pub mod bench;
pub mod case;
pub mod catalogue;
pub mod cli;
pub mod compare;
pub mod diff;
pub mod doctor;
pub mod drift;
pub mod explain;
pub mod golden;
mod hash;
pub mod history;
pub mod measure;
pub mod number;
pub mod provision;
pub mod report;
pub mod results;
pub mod run;
pub mod simulator;
pub mod snapshot;
pub mod worker;
