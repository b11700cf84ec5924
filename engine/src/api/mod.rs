//! What a program calls: the methods of [`Data`] and [`Model`] that run the pipeline and ask about
//! its results.
//!
//! This folder knows all others and computes nothing itself. A method checks that model, data and
//! arguments fit together, says so in words if they do not, and hands over.
//!
//! - `simulate`: a step, its halves, forward and inverse dynamics.
//! - `position`, `velocity`, `acceleration`, `integrate`: every stage by itself.
//! - `check`: whether data belongs to a model.
//!
//! [`Data`]: crate::Data
//! [`Model`]: crate::Model

mod acceleration;
mod check;
mod integrate;
mod position;
mod simulate;
mod velocity;
