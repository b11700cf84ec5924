//! The mutation score: faults are seeded into a copy of the engine, one at a time, and the fixtures
//! must notice them.
//!
//! All faults of a sample are in one build ("mutant schemata", Untch, Offutt and Harrold 1993): each
//! place becomes `if on(ID) { changed } else { original }`, and a switch says which one is on. So a
//! process tries fault after fault; what it compares with is the engine in the same process with the
//! switch off, which the fixture run holds to MuJoCo. Before that, every case is run once to see
//! which faults it reaches, and only those are tried on it.

mod blame;
mod build;
mod copy;
mod equivalent;
mod find;
mod functions;
mod module;
mod point;
mod sample;
mod score;
mod serve;
mod side;
mod switch;
#[cfg(test)]
mod tests;
mod trial;

pub use blame::Blame;
pub use build::{BuildError, Built, build};
pub use copy::Tree;
pub use equivalent::{Equivalents, ListError};
pub use point::{Fault, Kind};
pub use sample::{Sample, collect};
pub use score::{Score, Verdict};
pub use serve::serve;
pub use trial::{Effort, Killed, TrialError, Tried, try_all};
