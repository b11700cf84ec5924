//! Constraint rows: what they are, what they do, and where their memory ends.

mod memory;
mod runs;
