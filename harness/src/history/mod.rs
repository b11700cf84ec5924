//! `history.jsonl`: one line for each run, only ever added to.

mod entry;
mod trend;

pub use entry::{Entry, HistoryError, add, read};
pub use trend::{markdown, text};
