//! Derivatives of whole steps and of inverse dynamics, by differences.
//!
//! `df/dx_i = (f(x + eps e_i) - f(x)) / eps`, or centered `(f(x + eps e_i) - f(x - eps e_i)) / 2
//! eps`: one column for each input that is nudged. Positions are nudged and differenced on the
//! manifold of quaternions. What does not depend on the nudged input is not computed again.
//!
//! - [`columns`]: which column a thread takes next.
//! - [`nudge`]: moving one input, and coming back.
//! - [`hybrid`]: of the next state, by formulas where they are right.
//! - [`inverse`]: of forces, sensors and inertia, by positions, velocities and accelerations.
//! - [`runner`]: the steps of columns, one after the other.
//! - [`threads`]: several columns at a time.
//! - [`transition`]: of the next state and of sensors, by state and control.

mod columns;
mod error;
mod hybrid;
mod inverse;
mod nudge;
mod runner;
#[cfg(test)]
mod tests;
mod threads;
mod transition;

pub use error::DerivativeError;
pub use hybrid::HybridTransition;
pub use inverse::{InverseDerivatives, InverseParts};
pub use nudge::Input as DerivativeInput;
pub use threads::DerivativeThreads;
pub use transition::{Transition, TransitionParts};

pub(crate) use hybrid::hybrid;
pub(crate) use inverse::inverse;
pub(crate) use transition::{Differences, Help, transition};
