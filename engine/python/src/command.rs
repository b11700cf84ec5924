//! The program `harness`, as a function.

use std::ffi::OsString;

use pyo3::prelude::*;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(commands, module)?)
}

/// Does what a command line says and returns its exit code. `again` are the words that start this
/// function in another process, before those of its command line: simulators run there.
#[pyfunction]
fn command(py: Python<'_>, words: Vec<OsString>, again: Vec<OsString>) -> u8 {
    harness::worker::work_through(again);
    py.detach(|| harness::commands::main(words).code())
}

/// The first words of such command lines.
#[pyfunction]
fn commands() -> Vec<String> {
    harness::commands::names()
}
