//! What fits into MuJoCo's arena.
//!
//! MuJoCo keeps contacts at the start of an arena of the size that the model asks for and the rows
//! of the constraints after them; its stack grows towards them from the end. Where something does
//! not fit it is left out, and a warning counted.

use crate::data::scratch::ArenaFill;
use crate::model::codes::disable;
use crate::{Data, Model};

/// Bytes of one contact: MuJoCo's `sizeof(mjContact)`.
pub(crate) const CONTACT: usize = 576;
/// Bytes of a mark on the stack.
pub(crate) const MARK: usize = 24;

const INT: usize = size_of::<i32>();
const NUM: usize = size_of::<f64>();

impl ArenaFill {
    /// Where an evaluation begins.
    pub(crate) fn begin(&mut self) {
        self.former = self.now;
    }

    /// Contacts, and the rows if they had room.
    pub(crate) fn hold_rows(&mut self, contacts: usize, rows: Option<usize>) {
        self.rows = rows.unwrap_or(contacts * CONTACT);
        self.now = self.rows;
        self.rows_dropped = rows.is_none();
    }
}

/// How many rows of constraints are to be kept, with how many elements of their Jacobian.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) rows: usize,
    pub(crate) elements: usize,
    /// Whether some solver works on forces and has a matrix of rows by rows.
    pub(crate) dual: bool,
}

impl Wanted {
    /// No rows at all, which take room too.
    pub(crate) fn nothing(dual: bool) -> Wanted {
        Wanted {
            rows: 0,
            elements: 0,
            dual,
        }
    }
}

/// Where the rows end, if they fit between the contacts and the stack.
#[doc(alias = "arenaAllocEfc")]
pub(crate) fn room_for_rows(model: &Model, data: &Data, wanted: Wanted) -> Option<usize> {
    let end = end_of_rows(
        model,
        data.scratch.arena_tendons,
        data.contact.len(),
        wanted,
    );
    (end <= model.narena.saturating_sub(data.scratch.stack)).then_some(end)
}

/// Where so many islands end that follow the rows, if they fit before the end of the stack.
#[doc(alias = "arenaAllocIsland")]
pub(crate) fn room_for_islands(
    model: &Model,
    data: &Data,
    islands: usize,
    stack: usize,
) -> Option<usize> {
    let rows = data.nefc as usize;
    let end = after::<INT>(
        data.scratch.arena.rows,
        3 * model.nv + 2 * rows + 4 * islands,
    );
    (end <= stack).then_some(end)
}

/// Where the rows end that follow so many contacts.
pub(crate) fn end_of_rows(model: &Model, tendons: usize, contacts: usize, wanted: Wanted) -> usize {
    let Wanted {
        rows,
        elements,
        dual,
    } = wanted;
    let start = contacts * CONTACT;
    // Without constraints MuJoCo asks for nothing, not even where there would be no rows.
    if model.disabled(disable::CONSTRAINT) {
        return start;
    }
    // Type, id and the Jacobian's pattern with that of its transpose, then values, parameters,
    // velocities and forces.
    let end = after::<INT>(start, 5 * rows + elements + 3 * model.nv + elements);
    let end = after::<NUM>(end, 2 * elements + 10 * rows);
    let end = after::<INT>(end, tendons);
    let end = after::<NUM>(end, 4 * rows);
    let mut end = after::<INT>(end, rows);
    if dual {
        end = after::<INT>(end, 2 * rows + rows * rows);
        end = after::<NUM>(end, rows * rows);
    }
    end
}

/// Where so many elements end that start at `start`, or where the next one of their size can.
#[doc(alias = "mj_arenaAllocByte")]
#[inline]
fn after<const SIZE: usize>(start: usize, count: usize) -> usize {
    start.next_multiple_of(SIZE) + SIZE * count
}
