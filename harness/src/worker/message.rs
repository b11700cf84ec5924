//! The messages' JSON. `docs/protocol.md` describes them for other programs.

use serde::{Deserialize, Serialize};

use crate::measure::Spent;
use crate::precision::Precision;
use crate::simulator::call::OutputDescription;
use crate::simulator::{Action, Failure, Loaded};

/// Version of the protocol; both sides must agree.
pub const PROTOCOL: u32 = 1;

/// What the harness asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "do")]
pub enum Request {
    Hello {
        protocol: u32,
    },
    /// Body: the contents of the files, one after the other.
    Load {
        path: String,
        /// Files in memory; the path is the name of one of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<FileSize>,
    },
    Reset {
        keyframe: Option<usize>,
    },
    /// Body: indices of fields.
    Poison,
    /// Body: assignments.
    Set,
    Run {
        action: Action,
    },
    /// Body: arguments.
    Call {
        function: String,
    },
    /// Body: indices of fields.
    Read,
    Spent,
}

/// A file whose contents are in the body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSize {
    pub name: String,
    pub size: usize,
}

/// What the simulator answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// To `hello`.
    Identity {
        version: String,
        #[serde(default)]
        sha256: Option<String>,
        /// In which the simulator computes; double if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        precision: Option<Precision>,
    },
    /// To `load`.
    Loaded(Loaded),
    /// To `load`, if the fields are those of the model before; they are left out.
    Again(Loaded),
    /// To everything else; the body of the answer to `read` holds values.
    Done {
        #[serde(default)]
        warnings: Vec<String>,
    },
    /// To `call`; the body holds the elements of the results, one after the other.
    Called {
        results: Vec<OutputDescription>,
    },
    /// To `spent`.
    Spent(Spent),
    Failed(Failure),
}
