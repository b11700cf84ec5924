//! Cases: a fixture, its sidecar, and the states and controls at which both sides are compared.

pub mod derivatives;
mod discover;
pub mod edits;
pub mod functions;
mod layout;
pub mod matrix;
pub mod options;
mod poses;
pub mod profile;
pub mod random;
mod schedule;
pub mod sidecar;
pub mod state;
pub mod tags;

use std::path::PathBuf;

pub use discover::{Aside, DiscoverError, Discovery, discover};
pub use layout::Layout;
pub use options::Setting;
pub use poses::Pose;
pub use schedule::{Controls, Mode, Overrides, Schedule, Start};
pub use sidecar::{Sidecar, SidecarError};

/// One model to compare, and how.
#[derive(Clone, Debug)]
pub struct Case {
    /// The path as the user gave it, without extension: unique, and good for `--filter`.
    pub name: String,
    pub path: PathBuf,
    pub sidecar: Sidecar,
    pub schedule: Schedule,
    /// Options to set on both sides once the compiled models have been compared.
    pub options: Vec<Setting>,
    /// What `--filter` needs to select this case among those of its file.
    pub variant: Option<String>,
    /// A subject that does not support it fails: it has a tag that `--require` names.
    pub required: bool,
}
