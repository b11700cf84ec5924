//! Consumers of a run's events, which can print and write but not change an outcome, and readers of
//! what they wrote.

mod folder;
mod github;
mod html;
mod jsonl;
mod junit;
pub mod markdown;
mod read;
mod render;
mod rounding;
mod sarif;
mod speed;
mod summary;
mod terminal;

use std::io;

pub use folder::{Folder, at, run_name, write_whole};
pub use html::PICTURES;
pub use jsonl::JsonLines;
pub use read::{ReadError, Reading, Report, short};
pub use render::Target;
pub use rounding::StageTable;
pub use speed::{SpeedReport, SpeedRow, Times, Unit};
pub use summary::{Summary, SummaryFile};
pub use terminal::{Terminal, Verbosity};

use crate::results::Event;

/// Something that listens to a run.
pub trait Reporter {
    fn event(&mut self, event: &Event) -> io::Result<()>;
}
