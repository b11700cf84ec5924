//! How many contacts there is room for.
//!
//! MuJoCo keeps contacts at the start of an arena of the size that the model asks for, and its stack grows towards them from
//! the end. Before it collides two geoms it wants room for as many contacts as a pair can have; without it the pair is left
//! out and a warning counted.

use super::hit::MAX_HITS;
use crate::memory::arena::{CONTACT, MARK};
use crate::{Data, Model};

/// The end of the arena, down to which the stack reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arena {
    top: usize,
}

impl Arena {
    /// The stack while pairs of bodies are visited: a mark and the list of pairs.
    pub(super) fn new(model: &Model, data: &Data) -> Arena {
        let pairs = model.nbody * model.nbody.saturating_sub(1) / 2;
        let top = model.narena.saturating_sub(data.scratch.stack);
        Arena { top }.marked().reserved(4 * pairs, 4)
    }

    /// The stack while two trees with this many nodes together are searched.
    #[doc(alias = "mj_stackAllocTree")]
    pub(super) fn for_trees(self, nodes: usize) -> Arena {
        self.marked().reserved(8 * nodes, 4)
    }

    fn marked(self) -> Arena {
        self.reserved(MARK, 8)
    }

    fn reserved(self, bytes: usize, alignment: usize) -> Arena {
        let top = self.top.saturating_sub(bytes);
        Arena {
            top: top - top % alignment,
        }
    }

    /// Whether one more pair of geoms can be collided.
    pub(super) fn has_room(&self, contacts: usize) -> bool {
        (contacts + MAX_HITS) * CONTACT <= self.top
    }
}
