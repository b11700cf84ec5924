//! How contacts of a flex's elements turn, as MuJoCo's sparse form has it.
//!
//! It adds the Jacobians of the bodies that take part as matrices of six rows, each as long as the
//! list of dofs so far. But the rotation of a body is written, and that of the sum is read, where
//! rows of all dofs would have it: behind three rows of `nv`. So the result is the rotation of the
//! first body alone, often without its factor, where no other one moves; the true sum where each
//! body is moved by all dofs; and else what nobody has written.

use crate::{Data, Model};

/// A number, if it was written.
type Cell = Option<f64>;

/// The rotational rows of a matrix of six.
const ROTATION: std::ops::Range<usize> = 3..6;

/// Memory of a Jacobian, six rows of all dofs, of which a shorter matrix takes the beginning.
#[derive(Clone, Debug, Default)]
struct Room {
    columns: Vec<usize>,
    cells: Vec<Cell>,
}

impl Room {
    /// Writes how a body turns to where rows of all dofs would have it.
    fn fill(&mut self, model: &Model, data: &Data, body: usize) {
        self.columns.clear();
        self.columns.extend(model.body_dofs(body));
        self.columns.reverse();
        self.cells.clear();
        self.cells.resize(6 * model.nv, None);
        let width = self.columns.len();
        for (column, &dof) in self.columns.iter().enumerate() {
            for k in 0..3 {
                self.cells[3 * model.nv + k * width + column] = Some(data.cdof[dof][k]);
            }
        }
    }

    /// Multiplies the matrix at the beginning.
    fn scale(&mut self, factor: f64) {
        let matrix = &mut self.cells[..6 * self.columns.len()];
        for value in matrix.iter_mut().flatten() {
            *value *= factor;
        }
    }

    /// A number of the matrix at the beginning.
    fn cell(&self, row: usize, column: usize) -> Cell {
        self.cells[row * self.columns.len() + column]
    }
}

/// The sum over the bodies of a contact.
#[derive(Clone, Debug, Default)]
pub(super) struct TurningSum {
    total: Room,
    part: Room,
    merged: Room,
}

impl TurningSum {
    /// Writes three rows of as many numbers as dofs move any of the bodies; false if that would
    /// take numbers that nobody has written.
    pub(super) fn write(
        &mut self,
        model: &Model,
        data: &Data,
        bodies: impl Iterator<Item = (usize, f64)>,
        rows: &mut [f64],
    ) -> bool {
        for (i, (body, factor)) in bodies.enumerate() {
            if i == 0 {
                self.total.fill(model, data, body);
                self.total.scale(factor);
            } else if model.body_dofs(body).next().is_some() {
                self.part.fill(model, data, body);
                self.add(factor);
            }
        }
        let cells = &self.total.cells[3 * model.nv..][..rows.len()];
        let mut pairs = rows.iter_mut().zip(cells);
        pairs.all(|(value, cell)| cell.map(|written| *value = written).is_some())
    }

    /// Adds a part times its factor: dofs of both are merged, and rows become longer.
    fn add(&mut self, factor: f64) {
        let (total, part, merged) = (&mut self.total, &self.part, &mut self.merged);
        merged.columns.clear();
        merged.columns.extend(&total.columns);
        merged.columns.extend(&part.columns);
        merged.columns.sort_unstable();
        merged.columns.dedup();
        let width = merged.columns.len();
        merged.cells.clear();
        merged.cells.resize(6 * width, None);
        for (column, dof) in merged.columns.iter().enumerate() {
            let (old, new) = (
                total.columns.binary_search(dof),
                part.columns.binary_search(dof),
            );
            for row in ROTATION {
                let old = old.map(|at| total.cell(row, at));
                let new = new.map(|at| part.cell(row, at).map(|value| factor * value));
                merged.cells[row * width + column] = match (old, new) {
                    (Ok(old), Ok(new)) => old.zip(new).map(|(old, new)| old + new),
                    (Ok(one), Err(_)) | (Err(_), Ok(one)) => one,
                    (Err(_), Err(_)) => None,
                };
            }
        }
        total.columns.clone_from(&merged.columns);
        total.cells[..6 * width].copy_from_slice(&merged.cells);
    }
}
