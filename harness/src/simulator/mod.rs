//! A simulator: something that loads MJCF, takes a state, runs, and hands out fields by name.
//!
//! The engine under test and the reference are the same kind of thing. Each runs in its own child
//! process; in the harness a simulator is always the remote end of the worker protocol, in the
//! child it is one of the kinds below.

mod batch;
pub mod call;
pub mod cause;
mod delegate;
pub mod engine;
pub mod faulty;
pub mod files;
mod functions;
pub mod inject;
mod kind;
pub mod mujoco;
pub mod noise;
#[cfg(feature = "python")]
pub mod python;
pub mod rounded;
pub mod script;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::call::{Call, Called};
use self::files::ModelFile;
pub use self::kind::{Kind, KindError};
use crate::measure::Spent;
use crate::precision::Precision;
use crate::snapshot::{Assignment, FieldDescription, Snapshot};

/// Who a simulator is, as reports name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// As on the command line: `engine`, `mujoco@3.2.6`, `process:./adapter`.
    pub kind: String,
    /// Version that the simulator itself reports.
    pub version: String,
    /// SHA-256 of the library or program, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Precision in which it says that it computes; double where it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<Precision>,
}

impl Identity {
    /// Whether its scratch memory holds a pattern before each computation, by which what it does
    /// not write is known.
    pub fn fills_memory(&self) -> bool {
        let kind: Result<Kind, KindError> = self.kind.parse();
        kind.is_ok_and(|kind| kind.fills_memory())
    }
}

/// What a loaded model offers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loaded {
    /// Every field that the simulator computes, in its own order. A field that is not here is
    /// `missing`.
    pub fields: Arc<Vec<FieldDescription>>,
    /// What it can do with the model beyond loading it: any of `forward`, `step`, `keyframe`,
    /// `inverse`, `edit`, `call`, `stages`.
    pub abilities: Vec<Ability>,
    /// Number of keyframes.
    pub keyframes: usize,
    /// Warnings raised while loading.
    pub warnings: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ability {
    Forward,
    Step,
    Keyframe,
    Inverse,
    /// Fields of the model can be set, and its constants computed anew.
    Edit,
    /// Functions can be called by their names.
    Call,
    /// The stages of a forward computation can be called by their names, and disturbed in between.
    Stages,
}

impl Loaded {
    /// A model with which everything can be done but to call functions by their names, loaded
    /// without a warning.
    pub fn able(fields: &Arc<Vec<FieldDescription>>, keyframes: usize) -> Loaded {
        Loaded {
            fields: Arc::clone(fields),
            abilities: vec![
                Ability::Forward,
                Ability::Step,
                Ability::Keyframe,
                Ability::Inverse,
                Ability::Edit,
            ],
            keyframes,
            warnings: Vec::new(),
        }
    }
}

/// A computation on the current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "what")]
pub enum Action {
    /// Everything that the state determines, without advancing it.
    Forward,
    Step {
        count: u64,
    },
    Inverse,
    /// The model's constants that follow from its reference configuration. The data must have been
    /// reset, and is of no use until it is reset again.
    SetConst,
}

/// Why a simulator did not do what was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "failure")]
pub enum Failure {
    /// The model is refused. `unsupported` is set by an engine that knows the model to be valid but
    /// cannot handle it.
    #[error("{message}")]
    Rejected { message: String, unsupported: bool },
    /// The request is valid but this simulator cannot do it.
    #[error("{what}")]
    Unable { what: String },
    /// The simulation raised an error; the simulator lives on.
    #[error("{message}")]
    Error { message: String },
    /// The process ended.
    #[error("{description}")]
    Crash {
        description: String,
        signal: Option<i32>,
        exit_code: Option<i32>,
        output: String,
    },
    #[error("no answer within {seconds} s{place}")]
    Timeout {
        seconds: f64,
        /// The function that it did not come back from, if that is known.
        place: String,
    },
    #[error("memory limit of {limit_mib} MiB reached")]
    OutOfMemory { limit_mib: u64 },
    /// The simulator broke the protocol: garbage, too few values, a wrong shape.
    #[error("protocol violation: {detail}")]
    Protocol { detail: String },
    /// The simulator is not available on this machine.
    #[error("{message}")]
    Unavailable { message: String },
}

impl Failure {
    /// The same failure of a process, with the function that it happened in.
    pub fn within(&self, function: &str) -> Failure {
        let mut failure = self.clone();
        if let Failure::Crash {
            description: text, ..
        }
        | Failure::Timeout { place: text, .. } = &mut failure
        {
            *text += &format!(" in {function}");
        }
        failure
    }

    /// The model is refused as wrong.
    pub fn rejected(message: impl Into<String>) -> Failure {
        Failure::Rejected {
            message: message.into(),
            unsupported: false,
        }
    }

    /// Whether the process is gone and a new one is needed.
    pub fn is_fatal(&self) -> bool {
        matches!(
            self,
            Failure::Crash { .. }
                | Failure::Timeout { .. }
                | Failure::OutOfMemory { .. }
                | Failure::Protocol { .. }
        )
    }
}

/// Where a model comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelSource {
    /// The model's file; one of `files` if there are any.
    pub path: PathBuf,
    /// Files in memory, by their paths from the model's directory. None for a model that is read
    /// from the disk.
    pub files: Arc<[ModelFile]>,
}

impl ModelSource {
    /// A model to be read from the disk.
    pub fn file(path: &Path) -> ModelSource {
        ModelSource {
            path: path.to_owned(),
            files: Arc::default(),
        }
    }

    /// The files of a model, read once for everyone who loads it.
    pub fn memory(path: &Path) -> io::Result<ModelSource> {
        Ok(ModelSource {
            path: path.file_name().unwrap_or_default().into(),
            files: files::read(path)?.into(),
        })
    }

    /// The path, for a simulator that reads models from the disk only.
    pub fn on_disk(&self) -> Result<&Path, Failure> {
        if self.files.is_empty() {
            return Ok(&self.path);
        }
        Err(Failure::Unable {
            what: "this simulator loads no models from memory".to_owned(),
        })
    }
}

/// One simulator with at most one model loaded.
pub trait Simulator {
    fn identity(&self) -> &Identity;

    /// Loads a model and makes data for it, in the reset state. What was loaded before is gone.
    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure>;

    /// Back to the model's initial state, or to a keyframe.
    fn reset(&mut self, keyframe: Option<usize>) -> Result<(), Failure>;

    /// Fills data fields with NaN (floats), -1 (signed) or all ones (unsigned), so that a value
    /// nobody writes cannot pass. Names that the simulator does not have are ignored.
    fn poison(&mut self, fields: &[String]) -> Result<(), Failure>;

    /// Sets fields of the data, options and arrays of the model. An unknown field or a wrong length is an error.
    fn set(&mut self, values: &[Assignment]) -> Result<(), Failure>;

    /// Computes; returns the warnings that were raised.
    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure>;

    /// Calls a function on the current state.
    fn call(&mut self, _: &Call) -> Called {
        Err(Failure::Unable {
            what: "this simulator cannot call functions".to_owned(),
        })
    }

    /// CPU time, measured where the work is done, so that it contains no messages.
    fn spent(&mut self) -> Result<Spent, Failure> {
        Err(Failure::Unable {
            what: "this simulator does not take its time".to_owned(),
        })
    }

    /// Reads fields by their index in [`Loaded::fields`] into `snapshot`, whose buffers are reused.
    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure>;
}

/// One moment of a schedule: where it starts, what is computed, what is read of it.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// `None` goes on from the moment before.
    pub reset: Option<Reset<'a>>,
    pub set: &'a [Assignment],
    pub action: Action,
    /// Fields by their index in [`Loaded::fields`].
    pub read: &'a [usize],
}

/// A reset, after which the state owes nothing to earlier moments.
#[derive(Clone, Copy, Debug)]
pub struct Reset<'a> {
    /// The initial state if there is none.
    pub keyframe: Option<usize>,
    /// Names of fields to overwrite, see [`Simulator::poison`].
    pub poison: &'a [String],
}

/// The result of a moment that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Computed {
    /// It was computed; the warnings raised meanwhile.
    Done(Vec<String>),
    /// The computation raised this error, so that there are no values.
    Stopped(String),
}

/// A simulator that accepts a moment before the previous one was received, so that neither side
/// waits for the other at every step.
pub trait Pipelined: Simulator {
    /// Asks for a moment. A failure means that it was not asked for; moments that were begun before
    /// are not affected.
    fn begin(&mut self, moment: &Moment<'_>) -> Result<(), Failure>;

    /// Receives the oldest moment that was begun, with its fields if it was computed.
    fn finish(&mut self, snapshot: &mut Snapshot) -> Result<Computed, Failure>;

    /// Gives up the moments that were begun and not finished.
    fn abandon(&mut self);

    /// Calls one function after the other. Only a failure that ends the simulator ends the row, as
    /// its last outcome.
    fn call_all(&mut self, calls: &[Call]) -> Vec<Called> {
        let mut made = Vec::with_capacity(calls.len());
        for call in calls {
            made.push(self.call(call));
            if matches!(made.last(), Some(Err(failure)) if failure.is_fatal()) {
                break;
            }
        }
        made
    }
}
