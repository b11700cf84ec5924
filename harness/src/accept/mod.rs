//! Acceptance criteria that regenerate themselves: each claim is data, measured on the reference and on the subject.
//!
//! The documents that describe the engine's behaviour are held to MuJoCo, and so is the engine; the two verdicts are kept apart.

mod criteria;
mod errata;
mod measure;
mod render;
mod verdict;

pub use criteria::{Check, Criteria, CriteriaError, Criterion, Expect, Numbered, Read};
pub use errata::errata;
pub use measure::{Measured, measure};
pub use render::{Format, render};
pub use verdict::{EngineVerdict, Judged, JudgedCheck, SpecVerdict};
