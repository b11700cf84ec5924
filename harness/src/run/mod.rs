//! Running cases: scheduling, the modes, outcomes, and the events that reporters consume. Nothing is printed here.

mod comparison;
mod contest;
mod curve;
mod event;
mod execute;
mod judge;
mod modes;
mod outcome;
mod pair;
mod place;
mod plans;
mod record;
mod recorded;
mod relay;
mod schedule;
mod shard;
mod stop;

pub use contest::{Contest, Unavailable};
pub use event::{Event, Footer, Header, Host};
pub use outcome::{Outcome, Verdict};
pub use pair::{Pair, Role};
pub use place::Place;
pub use record::{Coverage, Finding, Folded, Record, Worst, counted};
pub use recorded::Recall;
pub use schedule::{Repeat, RunError, Settings, Start, quote, run};
pub use shard::{Earlier, Finished, Part, Shard, Whole, by_case};
