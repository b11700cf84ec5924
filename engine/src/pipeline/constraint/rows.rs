//! The rows of the constraint system while they are being built, kind after kind.

use std::mem::take;

use crate::data::Contact;
use crate::math::support::Support;
use crate::memory::arena::Wanted;
use crate::model::codes::RowType;
use crate::{Data, Model};

/// The rows of one constraint: they share their columns and belong to the same object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'a> {
    pub(super) kind: RowType,
    /// The object that the rows come from: an equality, dof, tendon, joint or contact.
    pub(super) id: usize,
    /// Violation of each row.
    pub(super) pos: &'a [f64],
    /// Distance at which each row becomes active; zero where it is empty.
    pub(super) margin: &'a [f64],
    pub(super) frictionloss: f64,
    /// One row of the Jacobian after the other, each with one value per column.
    pub(super) jac: &'a [f64],
    /// The dofs of the columns. In dense form an empty list stands for all dofs.
    pub(super) columns: &'a [i32],
}

/// A row with one column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Single {
    pub(super) kind: RowType,
    pub(super) id: usize,
    pub(super) pos: f64,
    pub(super) margin: f64,
    pub(super) frictionloss: f64,
    /// The Jacobian's only element, which is not zero, and its dof.
    pub(super) value: f64,
    pub(super) column: i32,
}

/// The arrays that grow with each row. They are taken out of the data while rows are added, so that
/// the data can be read.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) sparse: bool,
    pub(super) nv: usize,
    /// Rows for which MuJoCo reserves space: in dense form also those that turn out to be empty.
    reserved: usize,
    equalities: usize,
    frictions: usize,
    limits: usize,
    kind: Vec<i32>,
    id: Vec<i32>,
    pos: Vec<f64>,
    margin: Vec<f64>,
    frictionloss: Vec<f64>,
    jac: Vec<f64>,
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    supports: Vec<Support>,
    /// The first row of each tendon, or -1.
    tendon: Vec<i32>,
}

impl Rows {
    /// No rows yet, in the memory of arrays that have been emptied.
    pub(super) fn take(model: &Model, data: &mut Data, sparse: bool) -> Rows {
        Rows {
            sparse,
            nv: model.nv,
            reserved: 0,
            equalities: 0,
            frictions: 0,
            limits: 0,
            kind: take(&mut data.efc_type),
            id: take(&mut data.efc_id),
            pos: take(&mut data.efc_pos),
            margin: take(&mut data.efc_margin),
            frictionloss: take(&mut data.efc_frictionloss),
            jac: take(&mut data.efc_J),
            rownnz: take(&mut data.efc_J_rownnz),
            rowadr: take(&mut data.efc_J_rowadr),
            colind: take(&mut data.efc_J_colind),
            supports: take(&mut data.scratch.rows.supports),
            tendon: take(&mut data.tendon_efcadr),
        }
    }

    /// Hands the rows over to the data, with their counts.
    pub(super) fn store(mut self, data: &mut Data) {
        if !self.sparse {
            self.jac.resize(self.reserved * self.nv, 0.0);
        }
        data.ne = self.equalities as i32;
        data.nf = self.frictions as i32;
        data.nl = self.limits as i32;
        data.nefc = self.kind.len() as i32;
        data.nJ = self.jac.len() as i32;
        data.efc_type = self.kind;
        data.efc_id = self.id;
        data.efc_pos = self.pos;
        data.efc_margin = self.margin;
        data.efc_frictionloss = self.frictionloss;
        data.efc_J = self.jac;
        data.efc_J_rownnz = self.rownnz;
        data.efc_J_rowadr = self.rowadr;
        data.efc_J_colind = self.colind;
        data.scratch.rows.supports = self.supports;
        data.tendon_efcadr = self.tendon;
    }

    /// What the rows take of the reference's memory.
    pub(super) fn wanted(&self, dual: bool) -> Wanted {
        let (rows, elements) = if self.sparse {
            (self.len(), self.jac.len())
        } else {
            (self.reserved, self.reserved * self.nv)
        };
        Wanted {
            rows,
            elements,
            dual,
        }
    }

    /// Forgets the first rows of tendons.
    pub(super) fn begin_tendons(&mut self, count: usize) {
        self.tendon.clear();
        self.tendon.resize(count, -1);
    }

    /// Notes a row of a tendon, if it is the first.
    pub(super) fn note_tendon(&mut self, tendon: usize, row: i32) {
        if self.tendon[tendon] == -1 {
            self.tendon[tendon] = row;
        }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.kind.len()
    }

    /// Adds the rows of one constraint. Those that nothing can move are left out, except contacts,
    /// which have been checked.
    #[doc(alias = "mj_addConstraint")]
    pub(super) fn push(&mut self, block: Block) {
        let size = block.pos.len();
        if self.nv == 0 {
            return;
        }
        self.reserved += size;
        if self.is_empty(&block) {
            return;
        }
        if self.sparse {
            let width = block.columns.len();
            for _ in 0..size {
                self.rowadr.push(self.colind.len() as i32);
                self.rownnz.push(width as i32);
                self.colind.extend_from_slice(block.columns);
            }
            self.jac.extend_from_slice(block.jac);
        } else {
            self.push_dense(&block);
        }
        let rows = self.kind.len() + size;
        self.pos.extend_from_slice(block.pos);
        self.margin.extend_from_slice(block.margin);
        self.margin.resize(rows, 0.0);
        self.frictionloss.resize(rows, block.frictionloss);
        self.kind.resize(rows, block.kind as i32);
        self.id.resize(rows, block.id as i32);
        self.count(block.kind, size);
    }

    /// Adds a row with one column.
    pub(super) fn push_single(&mut self, row: Single) {
        self.reserved += 1;
        if self.sparse {
            self.rowadr.push(self.colind.len() as i32);
            self.rownnz.push(1);
            self.colind.push(row.column);
            self.jac.push(row.value);
        } else {
            let start = self.jac.len();
            self.jac.resize(start + self.nv, 0.0);
            self.jac[start + row.column as usize] = row.value;
            self.supports.push(Support::of_columns(&[row.column]));
        }
        self.pos.push(row.pos);
        self.margin.push(row.margin);
        self.frictionloss.push(row.frictionloss);
        self.kind.push(row.kind as i32);
        self.id.push(row.id as i32);
        self.count(row.kind, 1);
    }

    /// Room for so many more elements of the Jacobian, all zero.
    #[inline]
    pub(super) fn begin(&mut self, elements: usize) -> &mut [f64] {
        let start = self.jac.len();
        self.jac.resize(start + elements, 0.0);
        &mut self.jac[start..]
    }

    /// Gives up the last so many elements.
    pub(super) fn take_back(&mut self, elements: usize) {
        self.jac.truncate(self.jac.len() - elements);
    }

    /// Adds all else of a contact's rows, whose Jacobian was written with these columns.
    pub(super) fn finish_contact(
        &mut self,
        kind: RowType,
        id: usize,
        contact: &Contact,
        size: usize,
        columns: &[i32],
    ) {
        self.reserved += size;
        if self.sparse {
            for _ in 0..size {
                self.rowadr.push(self.colind.len() as i32);
                self.rownnz.push(columns.len() as i32);
                self.colind.extend_from_slice(columns);
            }
        } else {
            let rows = self.supports.len() + size;
            self.supports.resize(rows, Support::of_columns(columns));
        }
        let rows = self.kind.len() + size;
        // Of an elliptic cone only the normal has a position.
        let alike = if kind == RowType::ContactPyramidal {
            rows
        } else {
            rows + 1 - size
        };
        self.pos.resize(alike, contact.dist);
        self.margin.resize(alike, contact.includemargin);
        self.pos.resize(rows, 0.0);
        self.margin.resize(rows, 0.0);
        self.frictionloss.resize(rows, 0.0);
        self.kind.resize(rows, kind as i32);
        self.id.resize(rows, id as i32);
    }

    fn count(&mut self, kind: RowType, size: usize) {
        match kind {
            RowType::Equality => self.equalities += size,
            RowType::FrictionDof | RowType::FrictionTendon => self.frictions += size,
            RowType::LimitJoint | RowType::LimitTendon => self.limits += size,
            // What is left of all rows.
            RowType::ContactFrictionless | RowType::ContactPyramidal | RowType::ContactElliptic => {
            }
        }
    }

    /// Writes out rows with a column for every dof.
    fn push_dense(&mut self, block: &Block) {
        if block.columns.is_empty() {
            self.jac.extend_from_slice(block.jac);
            let rows = block.jac.chunks_exact(self.nv);
            self.supports.extend(rows.map(Support::of_row));
            return;
        }
        let size = block.pos.len();
        let support = Support::of_columns(block.columns);
        self.supports.resize(self.supports.len() + size, support);
        // Increasing columns, as many as there are dofs, are all of them.
        if block.columns.len() == self.nv {
            self.jac.extend_from_slice(block.jac);
            return;
        }
        let start = self.jac.len();
        self.jac.resize(start + size * self.nv, 0.0);
        let rows = self.jac[start..].chunks_exact_mut(self.nv);
        for (row, values) in rows.zip(block.jac.chunks_exact(block.columns.len())) {
            for (x, &column) in values.iter().zip(block.columns) {
                row[column as usize] = *x;
            }
        }
    }

    fn is_empty(&self, block: &Block) -> bool {
        let contact = block.kind >= RowType::ContactFrictionless;
        if self.sparse {
            block.columns.is_empty()
        } else {
            !contact && block.jac.iter().all(|&x| x == 0.0)
        }
    }
}
