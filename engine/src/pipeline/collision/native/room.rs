//! How large a polytope the reference has room for: it takes as many faces as the iterations may
//! make, or as the rest of its stack holds.

use super::super::mpr::Limits;
use super::Workspace;
use crate::error::StepError;
use crate::memory::stack::Stack;

/// Faces that the polytope may have, whatever the number of iterations.
const MIN_FACE_LIMIT: usize = 1000;
/// Numbers of eight bytes that a face takes, and with its place in the list of live ones.
const FACE: usize = 8;
const LISTED_FACE: usize = FACE + 1;

/// What fits on the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// How many faces.
    pub(super) faces: usize,
    /// Whether the edges of a horizon do, too.
    pub(super) horizon: bool,
    /// Bytes of the whole arena, as far as they are left.
    pub(super) arena: usize,
}

impl Workspace {
    /// The room for a polytope; none, and a fault, where even its vertices have none.
    pub(super) fn room(&mut self, limits: &Limits) -> Option<Room> {
        let iterations = usize::try_from(limits.iterations).unwrap_or(0);
        let Some(stack) = self.stack else {
            return Some(Room {
                faces: most_faces(iterations),
                horizon: true,
                arena: 0,
            });
        };
        let room = on_stack(stack, iterations);
        if room.is_none() {
            self.fault = Some(StepError::OutOfMemory(stack.top()));
        }
        room
    }
}

fn most_faces(iterations: usize) -> usize {
    iterations.saturating_mul(6).max(MIN_FACE_LIMIT)
}

fn on_stack(stack: Stack, iterations: usize) -> Option<Room> {
    let mut deeper = stack.mark()?;
    for _ in 0..3 {
        deeper = deeper.numbers(3 * (5 + iterations))?;
    }
    let mut faces = most_faces(iterations);
    // What is kept for the horizon may be more than is left: the difference wraps around.
    let left = deeper.free().wrapping_sub(48 * iterations);
    if 8 * LISTED_FACE * faces > left {
        faces = left / (8 * LISTED_FACE);
    }
    let deeper = deeper.numbers(FACE * faces)?.numbers(faces)?;
    let edges = 6 + iterations;
    let horizon = || deeper.mark()?.integers(edges)?.integers(edges);
    Some(Room {
        faces,
        horizon: horizon().is_some(),
        arena: stack.top(),
    })
}
