//! Failures of the engine as Python's exceptions, of MuJoCo's types.

use plumbline::{Misuse, StepError};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;

pyo3::create_exception!(
    plumbline,
    FatalError,
    PyException,
    "The engine cannot go on: where MuJoCo would end the program."
);
pyo3::create_exception!(
    plumbline,
    UnexpectedError,
    PyException,
    "An error of the engine that is none of the caller's."
);

/// A failure that a program can be told of.
pub trait Failure {
    fn raise(self) -> PyErr;
}

impl Failure for StepError {
    fn raise(self) -> PyErr {
        FatalError::new_err(text(&self))
    }
}

/// What a program that compares texts gets to see: MuJoCo's words where clients know them.
pub fn text(error: &StepError) -> String {
    match error {
        StepError::Misuse(Misuse::Solver(solver)) => {
            format!("mj_fwdConstraint: unknown solver type {solver}")
        }
        other => other.to_string(),
    }
}

impl Failure for Misuse {
    fn raise(self) -> PyErr {
        match self {
            Misuse::Length { .. } => PyTypeError::new_err(self.to_string()),
            other => FatalError::new_err(other.to_string()),
        }
    }
}

impl Failure for PyErr {
    fn raise(self) -> PyErr {
        self
    }
}

impl Failure for std::convert::Infallible {
    fn raise(self) -> PyErr {
        match self {}
    }
}

/// What a panic said.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    text.unwrap_or_else(|| "the engine stopped".to_owned())
}
