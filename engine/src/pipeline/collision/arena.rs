//! How many contacts there is room for.
//!
//! MuJoCo keeps contacts at the start of an arena of the size that the model asks for, and its
//! stack grows towards them from the end. Before it collides two geoms it wants room for as many
//! contacts as a pair can have; without it the pair is left out and a warning counted.

use super::hit::MAX_HITS;
use super::plan::most_pairs;
use crate::memory::arena::CONTACT;
use crate::memory::stack::Stack;
use crate::{Data, Model};

/// The stack above the contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arena {
    stack: Stack,
}

impl Arena {
    /// The stack while pairs of bodies are visited: a mark and the list of pairs. None where it
    /// outgrows the arena.
    pub(super) fn new(model: &Model, data: &Data) -> Option<Arena> {
        let stack = Stack::alone(model, data).mark()?;
        let stack = stack.integers(most_pairs(model))?;
        Some(Arena { stack })
    }

    /// Whether the broad phase finds room: the bodies that can collide, their boxes, the pairs that
    /// overlap, three lists of ends, and a copy of the pairs that it sorts.
    pub(super) fn fits_sweep(self, model: &Model, collidable: usize, pairs: usize) -> bool {
        let sweep = || {
            let mut stack = self.stack.mark()?.integers(model.nbody + model.nflex)?;
            if collidable > 1 {
                stack = stack.numbers(6 * collidable)?;
                stack = stack.integers(collidable * (collidable - 1) / 2)?;
                for _ in 0..3 {
                    stack = stack.integers(4 * collidable)?;
                }
            }
            stack.integers(if pairs > 1 { pairs } else { 0 })
        };
        sweep().is_some()
    }

    /// The stack while two trees with this many nodes together are searched.
    #[doc(alias = "mj_stackAllocTree")]
    pub(super) fn for_trees(self, nodes: usize) -> Option<Arena> {
        let stack = self.stack.mark()?.integers(2 * nodes)?;
        Some(Arena { stack })
    }

    /// The stack while the elements of a flex are collided that a sweep has found: those that can
    /// touch, their boxes, pairs, and three lists of ends.
    pub(super) fn for_elements(
        self,
        elements: usize,
        active: usize,
        pairs: usize,
    ) -> Option<Arena> {
        let stack = self.stack.mark()?.integers(elements)?;
        let mut stack = stack.numbers(6 * active)?.integers(pairs)?;
        for _ in 0..3 {
            stack = stack.integers(4 * active)?;
        }
        Some(Arena { stack })
    }

    /// Whether there is room for one contact more.
    pub(super) fn has_room_for_one(&self, contacts: usize) -> bool {
        (contacts + 1) * CONTACT <= self.stack.top()
    }

    /// Whether so many new contacts can be sorted, of which there are `contacts` with the others.
    pub(super) fn fits_sort(self, new: usize, contacts: usize) -> bool {
        let stack = self.stack.above(contacts * CONTACT);
        let copy = || stack.mark()?.numbers(new * CONTACT / 8);
        new < 2 || copy().is_some()
    }

    /// The stack while one more pair of geoms is collided, if it can be.
    pub(super) fn for_pair(&self, contacts: usize) -> Option<Stack> {
        let wanted = (contacts + MAX_HITS) * CONTACT;
        (wanted <= self.stack.top()).then_some(self.stack.above(wanted))
    }
}
