//! What MuJoCo's stack would hold: it grows down from the end of the arena towards contacts and rows, and where it does not fit MuJoCo ends
//! the program.
//!
//! The engine needs none of that memory; it only counts, so that a simulation that MuJoCo cannot go on with ends here too.

mod compile;
mod solve;
mod step;

pub(crate) use compile::is_enough;
pub(crate) use step::{
    bound, comparison, evaluation, first_half, held_by_inverse, held_by_runge_kutta, integration,
    inverse,
};

use crate::memory::arena::MARK;
use crate::{Data, Model};

/// A stack as deep as it is at some moment. Each allocation gives a deeper one, or none where it does not fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    top: usize,
    limit: usize,
}

impl Stack {
    /// Around the evaluation at hand, above what the arena holds now.
    pub(crate) fn now(model: &Model, data: &Data) -> Stack {
        Stack {
            top: model.narena.saturating_sub(data.scratch.stack),
            limit: data.scratch.arena.now,
        }
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
}
