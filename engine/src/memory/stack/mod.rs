//! What MuJoCo's stack would hold: it grows down from the end of the arena towards contacts and
//! rows, and where it does not fit MuJoCo ends the program.
//!
//! The engine needs none of that memory; it only counts, so that a simulation that MuJoCo cannot go
//! on with ends here too.

mod compile;
mod difference;
mod solve;
mod step;

pub(crate) use compile::is_enough;
pub(crate) use difference::{InverseShape, TransitionShape, inverse_differences, transition};
pub(crate) use step::{
    alone, bound, comparison, evaluation, first_half, held_by_inverse, held_by_runge_kutta,
    integration, integration_by, integration_by_factors, inverse, position,
};

use crate::memory::arena::MARK;
use crate::{Data, Model};

/// A stack at some depth. Each allocation gives a deeper one, or none where it does not fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    top: usize,
    limit: usize,
}

impl Stack {
    /// In an arena that holds nothing else.
    fn empty(model: &Model) -> Stack {
        Stack {
            top: model.narena,
            limit: 0,
        }
    }

    /// Around the current evaluation, in an arena that holds nothing else.
    pub(crate) fn alone(model: &Model, data: &Data) -> Stack {
        Stack {
            top: model.narena.saturating_sub(data.scratch.stack),
            limit: 0,
        }
    }

    /// Around the current evaluation, above what the arena holds now.
    pub(crate) fn now(model: &Model, data: &Data) -> Stack {
        Stack {
            limit: data.scratch.arena.now,
            ..Stack::alone(model, data)
        }
    }

    /// Above so many bytes that the arena holds.
    pub(crate) fn above(self, limit: usize) -> Stack {
        Stack { limit, ..self }
    }

    /// Bytes that are left.
    #[doc(alias = "mj_stackBytesAvailable")]
    pub(crate) fn free(self) -> usize {
        self.top.saturating_sub(self.limit)
    }

    /// Where it ends.
    pub(crate) fn top(self) -> usize {
        self.top
    }

    #[doc(alias = "mj_stackAllocByte")]
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
    #[doc(alias = "mj_markStack")]
    pub(crate) fn mark(self) -> Option<Stack> {
        self.take::<8>(MARK)
    }

    #[doc(alias = "mj_stackAllocNum")]
    pub(crate) fn numbers(self, count: usize) -> Option<Stack> {
        self.take::<8>(8 * count)
    }

    #[doc(alias = "mj_stackAllocInt")]
    pub(crate) fn integers(self, count: usize) -> Option<Stack> {
        self.take::<4>(4 * count)
    }

    /// Goes deeper only where a condition holds.
    fn when(self, condition: bool, deeper: impl FnOnce(Stack) -> Option<Stack>) -> Option<Stack> {
        if condition { deeper(self) } else { Some(self) }
    }
}
