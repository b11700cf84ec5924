//! `M x = b` for rows `b` that may touch any dofs: those of tendons and actuators.
//!
//! A row is solved within the trees that it touches. Rows with the same trees are solved side by
//! side: the sums of one row wait for each other, those of different rows do not.
//!
//! A special path for all tendons and actuators; [`super::chain`] has the gain.

use std::ops::Range;

use crate::pipeline::position::inertia::solve_within;
use crate::{Data, Model};

/// Rows solved at once.
const WIDTH: usize = 8;

/// Rows that touch the same trees.
#[derive(Debug, Default)]
struct Batch {
    /// The dofs of those trees.
    span: Range<usize>,
    rows: Vec<[f64; WIDTH]>,
    solved: Vec<[f64; WIDTH]>,
    len: usize,
}

/// Calls `done` with the index, the row and the solution of each of `count` rows, in order;
/// `columns` appends the nonzeros of a row. What `done` gets starts at a multiple of four dofs and
/// holds zeros before and after the trees, so that a sum over it has the lanes of the sum over all
/// dofs.
pub(super) fn solve_rows(
    model: &Model,
    data: &Data,
    count: usize,
    columns: impl Fn(usize, &mut Vec<(usize, f64)>),
    mut done: impl FnMut(usize, &[f64], &[f64]),
) {
    let mut batch = Batch::default();
    let mut nonzeros = Vec::new();
    let (mut row, mut solution) = (Vec::new(), Vec::new());
    let mut flush = |batch: &mut Batch, end: usize| {
        batch.solve(data);
        for k in 0..batch.len {
            batch.lane(model, &batch.rows, k, &mut row);
            batch.lane(model, &batch.solved, k, &mut solution);
            done(end - batch.len + k, &row, &solution);
        }
    };
    for index in 0..count {
        nonzeros.clear();
        columns(index, &mut nonzeros);
        let span = trees(model, &nonzeros);
        if batch.len == WIDTH || span != batch.span {
            flush(&mut batch, index);
            batch.clear(span);
        }
        batch.push(&nonzeros);
    }
    flush(&mut batch, count);
}

/// The dofs of all trees between the first and the last that a row touches.
fn trees(model: &Model, nonzeros: &[(usize, f64)]) -> Range<usize> {
    let (mut first, mut last) = (model.nv, 0);
    for &(dof, _) in nonzeros {
        (first, last) = (first.min(dof), last.max(dof));
    }
    if first > last {
        return 0..0;
    }
    let tree = |dof: usize| model.dof_treeid[dof];
    let start = model.dof_treeid.partition_point(|&t| t < tree(first));
    let end = model.dof_treeid.partition_point(|&t| t <= tree(last));
    start..end
}

impl Batch {
    fn clear(&mut self, span: Range<usize>) {
        self.rows.clear();
        self.rows.resize(span.len(), [0.0; WIDTH]);
        self.span = span;
        self.len = 0;
    }

    fn push(&mut self, nonzeros: &[(usize, f64)]) {
        for &(dof, value) in nonzeros {
            self.rows[dof - self.span.start][self.len] = value;
        }
        self.len += 1;
    }

    fn solve(&mut self, data: &Data) {
        self.solved.clone_from(&self.rows);
        let start = self.span.start;
        solve_within(
            &data.scratch.topology.ancestry,
            (&data.qLD, &data.qLDiagInv),
            self.span.clone(),
            |dof| dof - start,
            &mut self.solved,
        );
    }

    /// One of the rows, with zeros around it up to whole steps of four dofs.
    fn lane(&self, model: &Model, rows: &[[f64; WIDTH]], k: usize, into: &mut Vec<f64>) {
        let Range { start, end } = self.span;
        let tail = model.nv - model.nv % 4;
        let full = if end <= tail {
            end.next_multiple_of(4)
        } else {
            model.nv
        };
        into.clear();
        into.resize(start % 4, 0.0);
        into.extend(rows.iter().map(|row| row[k]));
        into.resize(start % 4 + full - start, 0.0);
    }
}
