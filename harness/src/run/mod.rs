//! Running cases: scheduling, the modes, outcomes, and the events that reporters consume. Nothing
//! is printed here.

mod calling;
mod comparison;
mod contest;
mod derivative;
mod edit;
mod judge;
mod lines;
mod live;
mod modes;
mod pair;
mod plans;
mod query;
mod ratios;
mod recorded;
mod records;
mod relay;
mod repeats;
mod schedule;
mod spread;
mod standard;
mod stop;
mod whole;

pub use contest::{Contest, MakeContest};
pub use live::Live;
pub use pair::{Pair, Role, RoleFailure};
pub use recorded::Recall;
pub use schedule::{Repeat, RunError, Settings, run_cases};
pub use standard::Standard;
pub use whole::{Earlier, Whole, flags_that_differ};
