//! The compiled part of the Python package `plumbline`: memory, fields and functions. Everything
//! that needs no speed is in Python beside it.

mod array;
mod batch;
mod callbacks;
mod data;
mod errors;
mod fields;
mod functions;
mod memory;
mod model;
mod rollout;
mod structs;

use pyo3::prelude::*;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<model::MjModel>()?;
    module.add_class::<data::MjData>()?;
    module.add_class::<fields::Field>()?;
    module.add_class::<batch::BatchCore>()?;
    module.add("FatalError", py.get_type::<errors::FatalError>())?;
    module.add("UnexpectedError", py.get_type::<errors::UnexpectedError>())?;
    module.add_function(wrap_pyfunction!(fields::fields, module)?)?;
    module.add_function(wrap_pyfunction!(structs::layout, module)?)?;
    module.add_function(wrap_pyfunction!(structs::default_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(callbacks::set_callback, module)?)?;
    module.add_function(wrap_pyfunction!(callbacks::get_callback, module)?)?;
    module.add_function(wrap_pyfunction!(rollout::rollout, module)?)?;
    functions::register_all(module)
}
