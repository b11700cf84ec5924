//! Running cases: scheduling, the modes, outcomes, and the events that reporters consume. Nothing is printed here.

mod comparison;
mod contest;
mod execute;
mod judge;
mod modes;
mod pair;
mod plans;
mod recorded;
mod relay;
mod schedule;
mod stop;
mod whole;

pub use contest::{Contest, Unavailable};
pub use pair::{Pair, Role};
pub use recorded::Recall;
pub use schedule::{Repeat, RunError, Settings, Start, quote, run};
pub use whole::{Earlier, Whole};
