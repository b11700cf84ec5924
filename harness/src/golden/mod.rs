//! Golden values: what a reference simulator computed for a fixture, recorded beside it as
//! `NAME.golden`.
//!
//! Headline fields are recorded in full, so that a diff of the file shows numbers. Every other
//! field is a digest of its bits at every moment and over all: together they identify the field and
//! the moment at which a subject differs, but not the right value.

mod calls;
mod changes;
mod compact;
mod digest;
mod edits;
mod file;
mod inputs;
mod parse;
mod provenance;
mod recorder;
mod summary;
mod track;
mod walk;
mod write;

use std::path::{Path, PathBuf};

pub use changes::{Change, changes};
pub use digest::{Digest, Hash, ShortDigest};
pub use file::GoldenError;
pub use inputs::Input;
pub use provenance::{Provenance, schedule, stale, stale_case, stale_inputs};
pub use recorder::{Recorder, Seen, record};
pub use track::{FieldValues, Golden, Moment, Recorded, Recording, Section, Trace, Track, Value};
pub use walk::{Halt, Visit, Walker};

/// Fields that are recorded in full, of the model and of the data.
pub const HEADLINE: &[&str] = &[
    "actuator_acc0",
    "actuator_biasprm",
    "actuator_gainprm",
    "actuator_length0",
    "actuator_lengthrange",
    "dof_M0",
    "actuator_length",
    "actuator_moment",
    "actuator_velocity",
    "actuator_force",
    "qfrc_actuator",
    "qM",
];

/// A headline field of more elements than this is recorded in full at the first and the last step
/// only: otherwise the numbers of every step would fill the golden.
pub const FEW: usize = 12;

/// The golden of a fixture.
pub fn path_of(fixture: &Path) -> PathBuf {
    fixture.with_extension("golden")
}

/// What `golden write` leaves where it would change a golden, until it is accepted.
pub fn pending_path_of(fixture: &Path) -> PathBuf {
    fixture.with_extension("golden.new")
}
