//! How many contacts there is room for.
//!
//! MuJoCo keeps contacts at the start of an arena of the size that the model asks for, and its
//! stack grows towards them from the end. Before it collides two geoms it wants room for as many
//! contacts as a pair can have; without it the pair is left out and a warning counted.

use super::hit::MAX_HITS;
use crate::memory::arena::CONTACT;
use crate::memory::stack::Stack;
use crate::{Data, Model};

/// The stack above the contacts; none where it has outgrown the arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arena {
    stack: Option<Stack>,
}

impl Arena {
    /// The stack while pairs of bodies are visited: a mark and the list of pairs.
    pub(super) fn new(model: &Model, data: &Data) -> Arena {
        let pairs = model.nbody * model.nbody.saturating_sub(1) / 2;
        let stack = Stack::alone(model, data);
        Arena {
            stack: stack.mark().and_then(|stack| stack.integers(pairs)),
        }
    }

    /// The stack while two trees with this many nodes together are searched.
    #[doc(alias = "mj_stackAllocTree")]
    pub(super) fn for_trees(self, nodes: usize) -> Arena {
        let marked = self.stack.and_then(Stack::mark);
        Arena {
            stack: marked.and_then(|stack| stack.integers(2 * nodes)),
        }
    }

    /// Whether one more pair of geoms can be collided.
    pub(super) fn has_room(&self, contacts: usize) -> bool {
        let wanted = (contacts + MAX_HITS) * CONTACT;
        self.stack.is_some_and(|stack| wanted <= stack.top())
    }
}
