//! A function called by its name: what goes in, and what comes back.

use serde::{Deserialize, Serialize};

use super::Failure;
use crate::snapshot::Elem;

/// A call on the current state. Integers are sent as exact floats.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// MuJoCo's name of the function.
    pub function: String,
    pub arguments: Vec<Vec<f64>>,
}

/// One named array that a call hands back; it may have any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    pub name: String,
    pub elem: Elem,
    /// Little-endian elements.
    pub bytes: Vec<u8>,
}

impl Output {
    /// How many elements there are.
    pub fn count(&self) -> usize {
        self.bytes.len() / self.elem.size()
    }

    /// The elements as `f64`; none if they have another type.
    pub fn f64s(&self) -> Vec<f64> {
        let chunks = match self.elem {
            Elem::F64 => self.bytes.chunks_exact(8),
            _ => [].chunks_exact(8),
        };
        chunks
            .filter_map(|chunk| Some(f64::from_le_bytes(chunk.try_into().ok()?)))
            .collect()
    }

    /// The description that goes into the message.
    pub fn description(&self) -> OutputDescription {
        OutputDescription {
            name: self.name.clone(),
            elem: self.elem,
            count: self.count(),
        }
    }
}

/// An [`Output`] without its elements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputDescription {
    pub name: String,
    #[serde(rename = "type")]
    pub elem: Elem,
    pub count: usize,
}

/// What a call came to: its results, or why there are none.
pub type Called = Result<Vec<Output>, Failure>;

/// The answer to a function that nobody knows.
pub fn unknown(function: &str) -> Failure {
    Failure::Unable {
        what: format!("there is no function {function} here"),
    }
}
