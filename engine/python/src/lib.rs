//! The compiled part of the Python package `plumbline`: memory, fields and functions. Everything
//! that needs no speed is in Python beside it.

mod array;
mod batch;
mod c_structs;
mod callbacks;
#[cfg(feature = "command")]
mod command;
mod data;
mod errors;
mod fields;
mod functions;
mod memory;
mod model;
mod rollout;
mod spec;
mod structs;

use std::alloc::{GlobalAlloc, Layout, System};

use pyo3::prelude::*;

// What comes without it is right and slow, which nobody would see.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx")))]
compile_error!(
    "build with -Ctarget-feature=+avx, as pyproject.toml and .cargo/config.toml have it"
);

/// Keeps what would be freed while a panic unwinds. A stage that takes an array out of the data and
/// panics would drop it, and numpy would show memory that is gone. A panic is a bug, or a model whose
/// indices a program has spoilt: what is lost to it is little.
struct KeepingInPanic;

// SAFETY: everything is left to the system's allocator, or not done at all.
unsafe impl GlobalAlloc for KeepingInPanic {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        unsafe { System.realloc(start, layout, size) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        if !std::thread::panicking() {
            // SAFETY: as above.
            unsafe { System.dealloc(start, layout) }
        }
    }
}

#[global_allocator]
static ALLOCATOR: KeepingInPanic = KeepingInPanic;

// Python without its lock takes it while this module is loaded: leases of arrays count references.
#[pymodule(gil_used = true)]
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
    #[cfg(feature = "command")]
    command::register(module)?;
    spec::register(module)?;
    functions::register_all(module)
}
