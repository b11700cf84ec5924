//! MuJoCo's memory, counted.

pub(crate) mod arena;
pub(crate) mod stack;
