//! Speed: the same work on both sides, in turns, in one run.
//!
//! Each side takes its own CPU time in its own process, so neither messages nor other programs are in it; what several cores give is told by the
//! clock. A ratio is the reference's median over the subject's; its spread is that of the ratios of single turns.

mod loads;
mod measure;
mod report;
mod set;

pub use loads::models as load_models;
pub use measure::{Failed, Pair, Time, Work};
pub use report::{Report, Row};
pub use set::models as built_in;
