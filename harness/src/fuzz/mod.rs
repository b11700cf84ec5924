//! Models that nobody wrote: made by a grammar or by changing given ones, compared in all modes,
//! and made small when they differ.

pub mod anchor;
pub mod findings;
pub mod grammar;
pub mod mutate;
pub mod shrink;
pub mod tree;
pub mod values;
