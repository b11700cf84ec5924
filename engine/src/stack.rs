//! What MuJoCo's stack holds while a model is compiled.
//!
//! The stack grows down from the end of the arena. Compiling lays out the data, computes constants at the reference configuration and takes
//! a step; where the arena is too small for that, MuJoCo ends with an error. What solving for rows of constraints needs on top is not counted.

use crate::arena::{self, MARK, Wanted};
use crate::codes::disable;
use crate::jacobian::is_sparse;
use crate::{Model, constraint};

/// A stack as deep as it is at some moment. Each allocation gives a deeper one, or none where it does not fit.
#[derive(Clone, Copy, Debug)]
struct Stack {
    top: usize,
    limit: usize,
}

impl Stack {
    fn take<const ALIGNMENT: usize>(self, bytes: usize) -> Option<Stack> {
        let top = self.top.checked_sub(bytes)?;
        let top = if bytes == 0 {
            top
        } else {
            top - top % ALIGNMENT
        };
        (top >= self.limit).then_some(Stack { top, ..self })
    }

    /// Begins a function's own part.
    fn mark(self) -> Option<Stack> {
        self.take::<8>(MARK)
    }

    fn numbers(self, count: usize) -> Option<Stack> {
        self.take::<8>(8 * count)
    }

    fn integers(self, count: usize) -> Option<Stack> {
        self.take::<4>(4 * count)
    }
}

/// Whether the model can be compiled in its arena.
pub(crate) fn is_enough(model: &Model) -> bool {
    let empty = Stack {
        top: model.narena,
        limit: 0,
    };
    let parts = [layout, constants, step];
    parts.iter().all(|part| part(model, empty).is_some())
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
    if model.ntendon > 0 {
        let tendon = three(own)?.numbers(nv)?;
        if is_sparse(model) {
            tendon.integers(nv)?.integers(nv)?.numbers(nv)?;
        }
    }
    if model.nu > 0 {
        three(own)?;
    }
    Some(own)
}

/// Accelerations and forces of all bodies, while the arena holds what comes before the first row.
fn step(model: &Model, stack: Stack) -> Option<Stack> {
    let limit = match model.opt.disableflags & disable::CONSTRAINT {
        0 => arena::end_of_rows(
            model,
            model.ntendon,
            0,
            Wanted::nothing(constraint::is_dual(model)),
        ),
        _ => 0,
    };
    let stack = Stack { limit, ..stack };
    stack
        .mark()?
        .numbers(6 * model.nbody)?
        .numbers(6 * model.nbody)
}
