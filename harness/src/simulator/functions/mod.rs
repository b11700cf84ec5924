//! The engine's functions by MuJoCo's names, one line each; `shim/mujoco_calls.inc` has the same
//! names on the other side.

mod derivatives;
mod math;
mod matrix;
mod stages;
mod support;
mod words;

use plumbline::{Data, Model};

use super::Failure;
use super::call::{Call, Called, Output, unknown};
use crate::snapshot::Elem;

/// One function: its name, and what is done with arguments and results.
type Function = (&'static str, fn(&mut Frame<'_>) -> Result<(), Failure>);

/// All tables.
const TABLES: [&[Function]; 6] = [
    stages::FUNCTIONS,
    derivatives::FUNCTIONS,
    support::FUNCTIONS,
    math::FUNCTIONS,
    matrix::FUNCTIONS,
    words::FUNCTIONS,
];

/// A call that is being made.
struct Frame<'a> {
    model: &'a mut Model,
    data: &'a mut Data,
    arguments: &'a [Vec<f64>],
    outputs: Vec<Output>,
}

/// Calls a function by its name.
pub(super) fn call(model: &mut Model, data: &mut Data, call: &Call) -> Called {
    let mut all = TABLES.iter().copied().flatten();
    let Some((_, make)) = all.find(|(name, _)| *name == call.function) else {
        return Err(unknown(&call.function));
    };
    let mut frame = Frame {
        model,
        data,
        arguments: &call.arguments,
        outputs: Vec::new(),
    };
    make(&mut frame)?;
    Ok(frame.outputs)
}

fn error(message: impl ToString) -> Failure {
    Failure::Error {
        message: message.to_string(),
    }
}

/// So many numbers, from the front again after the last.
fn cycled(values: &[f64], count: usize) -> Vec<f64> {
    values.iter().copied().cycle().take(count).collect()
}

impl<'a> Frame<'a> {
    /// The argument at this place.
    fn any(&self, i: usize) -> Result<&'a [f64], Failure> {
        let values = self.arguments.get(i);
        values
            .map(Vec::as_slice)
            .ok_or_else(|| error(format!("argument {i} is missing")))
    }

    /// The argument at this place, which must have so many values.
    fn v(&self, i: usize, count: usize) -> Result<&'a [f64], Failure> {
        let values = self.any(i)?;
        if values.len() != count {
            let given = values.len();
            return Err(error(format!(
                "argument {i} has {given} values instead of {count}"
            )));
        }
        Ok(values)
    }

    /// A 3-vector.
    fn vec3(&self, i: usize) -> Result<plumbline::math::Vec3, Failure> {
        let v = self.v(i, 3)?;
        Ok(plumbline::math::Vec3::new(v[0], v[1], v[2]))
    }

    /// A number.
    fn f(&self, i: usize) -> Result<f64, Failure> {
        Ok(self.v(i, 1)?[0])
    }

    /// An index.
    fn id(&self, i: usize) -> Result<usize, Failure> {
        let value = self.f(i)?;
        if value < 0.0 {
            return Err(error(format!("argument {i} is {value}, not an index")));
        }
        Ok(value as usize)
    }

    fn nv(&self) -> usize {
        self.model.nv
    }

    /// A result.
    fn out(&mut self, name: &str, values: &[f64]) {
        self.push(name, Elem::F64, bytemuck::cast_slice(values));
    }

    fn push(&mut self, name: &str, elem: Elem, bytes: &[u8]) {
        self.outputs.push(Output {
            name: name.to_owned(),
            elem,
            bytes: bytes.to_vec(),
        });
    }
}
