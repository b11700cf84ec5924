//! Comparison of two snapshots: bits first, then how far apart and where, by name.
//!
//! A [`Plan`] pairs the fields of both sides in pipeline order once per model; comparing a moment
//! is then one pass over two buffers. The first field that differs in that order is the finding,
//! what follows is its consequence.

mod element;
mod field;
mod leniency;
mod mask;
mod meaning;
mod names;
mod object;
mod order;
mod plan;
pub mod poison;
mod tolerance;

pub use element::{Category, Gap, Scalar};
pub use field::{Disagreement, Ratio, compare as compare_field};
pub use leniency::{Grain, Leniency};
pub use mask::{AUXILIARY as MASK_INPUTS, MASKS, Mask, is_computed_by_inverse};
pub use names::{KINDS, Names};
pub use object::Object;
pub use order::rank;
pub use plan::{Divergence, Meaningful, Paired, Plan, Selection, StageTally, Tally, by_stage};
pub use tolerance::{Bound, Tolerances};
