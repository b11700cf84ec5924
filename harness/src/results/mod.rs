//! The results of comparing: outcomes, records and the events of a run, in the form in which
//! reports have them. A run makes them, reporters consume them, and neither depends on the other.

mod curve;
mod event;
mod film;
mod outcome;
mod place;
mod record;
mod rounding;
mod scene;
mod shard;

pub use curve::Curve;
pub use event::{Event, Footer, Header, Host};
pub use film::{Film, Poses};
pub use outcome::{Outcome, Verdict};
pub use place::Place;
pub use record::{Coverage, Finding, Folded, Record, Worst, counted, quote};
pub use rounding::{Rounding, StageRatio};
pub use scene::Scene;
pub use shard::{Finished, Part, Shard, by_case};

/// Version of the report's format; `docs/schema/` describes it.
pub const SCHEMA: u32 = 2;
