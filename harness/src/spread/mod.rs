//! A verdict for simulators that cannot have the reference's bits: errors in units of what rounding
//! alone does.
//!
//! The reference is run again on copies whose state, constants and intermediate results are
//! disturbed within half a unit in the last place of the subject's precision. How far the copies
//! lie from the reference is the spread S of a field; with u the half unit,
//! `r = error / (S + u max|field|)`, and r above the threshold of its stage is no rounding.
//! `docs/verdict.md` has the evidence for the thresholds.

mod agreement;
mod contacts;
mod cost;
mod dense;
mod moment;
mod own;
mod perturb;
mod ratio;
mod rows;
mod rules;
mod view;

pub use contacts::{Contact, contacts, matching};
pub use cost::Cost;
pub use moment::{Class, Judged, Material, Rebased, judge};
pub use perturb::{Constants, Perturber};
pub use ratio::{Measured, elementwise, grouped};
pub use rows::{RowKey, keys, order};
pub use rules::{AFTER_SOLVE, BEFORE_SOLVE, COPIES, GAP};
pub use view::View;
