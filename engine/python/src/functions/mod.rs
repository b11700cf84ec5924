//! MuJoCo's functions, under their names and with their arguments.

#![allow(non_snake_case)]

mod derivative;
mod matrix;
mod quaternion;
mod query;
mod ray;
mod scalar;
mod stages;
mod state;
mod text;
mod vector;

use plumbline::math::{Mat3, Quat, Vec3};
use pyo3::prelude::*;

use crate::array::Fixed;

/// Adds functions to the module.
macro_rules! register {
    ($($name:ident)*) => {
        pub fn register(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
            use pyo3::prelude::*;
            $(module.add_function(pyo3::wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}
use register;

pub fn register_all(module: &Bound<'_, PyModule>) -> PyResult<()> {
    stages::register(module)?;
    state::register(module)?;
    query::register(module)?;
    ray::register(module)?;
    derivative::register(module)?;
    scalar::register(module)?;
    vector::register(module)?;
    quaternion::register(module)?;
    matrix::register(module)?;
    text::register(module)
}

fn v3(v: &Fixed<3>) -> Vec3 {
    Vec3::new(v.0[0], v.0[1], v.0[2])
}

fn q(v: &Fixed<4>) -> Quat {
    Quat(v.0)
}

fn m3(v: &Fixed<9>) -> Mat3 {
    Mat3(v.0)
}
