//! Compares physics engines with MuJoCo, field by field and bit by bit.

pub mod case;
pub mod catalogue;
pub mod commands;
pub mod compare;
pub mod fuzz;
pub mod golden;
mod hash;
mod interrupt;
pub mod measure;
pub mod mutants;
mod named_enum;
pub mod number;
pub mod precision;
pub mod provision;
pub mod report;
pub mod results;
pub mod run;
pub mod simulator;
pub mod snapshot;
pub mod spread;
pub mod utilities;
pub mod worker;
