//! What is accepted today, case by case and field by field. A run that is worse fails; one that is better asks to tighten,
//! so that ground once won is never lost.

mod accepted;
mod file;
mod hold;

pub use accepted::Accepted;
pub use file::{Baseline, BaselineError};
pub use hold::{Held, Step};
