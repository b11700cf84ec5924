//! What changed between two runs: per case, mode and field, and in speed.

mod change;
mod record;
mod render;
mod speed;

pub use change::{Change, Comparison, Kind, compare};
pub use speed::{Speed, SpeedVerdict};
