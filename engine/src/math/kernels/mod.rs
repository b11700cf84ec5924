//! Kernels of the pipeline: sums in lanes, sparse products and factors, dense factors with known
//! zeros. Programs see them through the stages; tests reach them in `plumbline::internal`.

pub(crate) mod dispatch;
mod few;
pub mod gather;
pub mod lanes;
pub mod lu;
pub mod merge;
pub(crate) mod overlapping;
mod prefix_sum;
pub mod sparse;
pub mod sparse_cholesky;
pub mod support;
pub mod thin;
pub mod upper;

pub use prefix_sum::prefix_sum;
