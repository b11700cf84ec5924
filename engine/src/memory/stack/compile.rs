//! What MuJoCo's stack holds while a model is compiled.
//!
//! Compiling lays out the data, computes constants at the reference configuration and takes a step;
//! where the arena is too small for that, MuJoCo refuses the model.

use super::Stack;
use super::step::{flexes_of, transmissions_of};
use crate::Model;

/// Whether the model can be compiled in its arena.
pub(crate) fn is_enough(model: &Model) -> bool {
    let empty = Stack::empty(model);
    layout(model, empty).is_some() && constants(model, empty).is_some()
}

/// Maps between the forms of sparse matrices.
fn layout(model: &Model, stack: Stack) -> Option<Stack> {
    let maps = stack.mark()?.integers(model.nM)?.integers(model.nD)?;
    maps.mark()?.integers(model.nv)
}

/// Two Jacobians of six rows and a moment; below them whatever computes positions.
fn constants(model: &Model, stack: Stack) -> Option<Stack> {
    let nv = model.nv;
    let own = stack
        .mark()?
        .numbers(6 * nv)?
        .numbers(6 * nv)?
        .numbers(nv)?;
    let own = own.integers(model.ncam)?.integers(model.nlight)?;
    own.mark()?.numbers(model.nbody)?;
    let three = |stack: Stack| {
        stack
            .mark()?
            .numbers(3 * nv)?
            .numbers(3 * nv)?
            .numbers(3 * nv)
    };
    flexes_of(model, own)?;
    if model.ntendon > 0 {
        let tendon = three(own)?.numbers(nv)?;
        if model.is_sparse() {
            tendon.integers(nv)?.integers(nv)?.numbers(nv)?;
        }
    }
    transmissions_of(model, 0, own)?;
    Some(own)
}
