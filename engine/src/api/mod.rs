//! What a program calls: the methods of [`Data`] and [`Model`] that run the pipeline and ask about
//! its results.
//!
//! This folder knows all others and computes nothing itself. A method checks that model, data and
//! arguments fit together, says so in words if they do not, and hands over.
//!
//! - `simulate`: a step, its halves, forward and inverse dynamics.
//! - `position`, `velocity`, `acceleration`, `integrate`: every stage by itself.
//! - `jacobian`, `inertia`, `motion`, `contact`, `ray`: questions about a state.
//! - `derivative`: of steps, of inverse dynamics, of smooth forces.
//! - `check`: what every method asks before.
//!
//! [`Data`]: crate::Data
//! [`Model`]: crate::Model

mod acceleration;
mod check;
mod constant;
mod contact;
mod derivative;
mod inertia;
mod integrate;
mod jacobian;
mod motion;
mod position;
mod print;
mod ray;
mod recompile;
mod simulate;
mod support;
mod velocity;

pub use contact::ContactView;
pub use derivative::{DerivativeConfig, max_relative_error};
pub use jacobian::Jacobian;
pub use motion::Momentum;
pub use print::{BadFormat, FloatFormat, mat_text, mat_text_sparse};

use crate::misuse::Misuse;

/// Methods that return what they compute panic where it cannot be computed, as slices do for an
/// index out of range.
#[track_caller]
fn or_panic(outcome: Result<(), Misuse>) {
    if let Err(misuse) = outcome {
        panic!("{misuse}");
    }
}
