//! One finding told at length: which stage, what it computes, which of its inputs were still equal, where in the MJCF.

mod stages;
mod story;

pub use stages::{STAGES, StageFacts, facts};
pub use story::tell;
