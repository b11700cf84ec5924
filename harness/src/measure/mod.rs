//! Time and work, measured in one place: CPU time and instructions of a piece of work, of a
//! simulator's process, and of a whole run.
//!
//! CPU time is what counts: other programs on the machine do not lengthen it as they do wall-clock
//! time.

mod clock;
mod cores;
mod instructions;
mod meter;
mod spent;
mod stopwatch;
mod work;

pub use clock::{Clock, Seconds, Share};
pub use cores::Cores;
pub(crate) use meter::Meter;
pub use spent::{Spent, Total};
pub(crate) use stopwatch::Stopwatch;
pub(crate) use work::{measured_load, measured_run};
