//! Golden values: what a reference simulator computed for a fixture, recorded beside it as `NAME.golden`.
//!
//! Headline fields are recorded in full, so that a diff of the file shows numbers. Every other field is a digest of its bits over the
//! moments of a run, and every moment a short digest of each pipeline stage: together they tell the field and the first moment
//! at which a subject differs, but not the value that would be right.

mod changes;
mod digest;
mod file;
mod inputs;
mod provenance;
mod recorder;
mod track;
mod walk;

use std::path::{Path, PathBuf};

pub use changes::{Change, changes};
pub use digest::{Digest, StageDigest};
pub use file::GoldenError;
pub use inputs::Input;
pub use provenance::{Provenance, schedule, stale, stale_case, stale_inputs};
pub use recorder::{Recorder, record};
pub use track::{FieldValues, Golden, Moment, Recorded, Recording, Section, Track, Value};
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

/// A headline field with more elements than this is a digest like the others: nobody reads a thousand numbers in a diff.
pub const MOST_ELEMENTS: usize = 64;

/// The golden of a fixture.
pub fn path_of(fixture: &Path) -> PathBuf {
    fixture.with_extension("golden")
}

/// What `golden write` leaves where it would change a golden, until it is accepted.
pub fn pending_path_of(fixture: &Path) -> PathBuf {
    fixture.with_extension("golden.new")
}
