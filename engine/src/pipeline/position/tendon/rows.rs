//! The rows of the tendons' Jacobian, all dofs or those that are not zero.

use super::plan::{Piece, Places};
use crate::math::{Spatial, Vec3, sparse};
use crate::query::force::project;
use crate::query::jacobian::point_velocity;

/// Where the Jacobian is written to, row after row.
pub(super) trait Rows {
    /// Starts the row of tendon `t`.
    fn begin(&mut self, t: usize);

    /// Sets an element that is not there yet.
    fn put(&mut self, dof: i32, value: f64);

    /// Adds the rates at which the ends of a line of this direction move apart, times `factor`.
    fn add(
        &mut self,
        motions: &Motions,
        piece: &Piece,
        ends: [&Vec3; 2],
        direction: &Vec3,
        factor: f64,
    );
}

/// A number for each dof.
pub(super) struct Dense<'a> {
    pub(super) values: &'a mut [f64],
    pub(super) nv: usize,
    pub(super) start: usize,
}

impl Rows for Dense<'_> {
    #[inline]
    fn begin(&mut self, t: usize) {
        self.start = t * self.nv;
        for value in self.row() {
            *value = 0.0;
        }
    }

    #[inline]
    fn put(&mut self, dof: i32, value: f64) {
        self.row()[dof as usize] = value;
    }

    #[inline]
    fn add(
        &mut self,
        motions: &Motions,
        piece: &Piece,
        ends: [&Vec3; 2],
        direction: &Vec3,
        factor: f64,
    ) {
        let row = self.row();
        // What does not move the points adds nothing, unless something that is not a number
        // spreads.
        let idle = direction.sum() * 0.0 * factor;
        if idle != 0.0 {
            spread(row, idle);
        }
        motions.add(piece, ends, direction, factor, row);
    }
}

impl Dense<'_> {
    #[inline]
    fn row(&mut self) -> &mut [f64] {
        &mut self.values[self.start..][..self.nv]
    }
}

/// Apart, so that the rare case is a branch and nothing waits for the direction.
#[cold]
#[inline(never)]
fn spread(row: &mut [f64], value: f64) {
    row.fill(value);
}

/// Values with their columns in increasing order, the rows one after the other.
pub(super) struct Sparse<'a> {
    pub(super) values: &'a mut [f64],
    pub(super) columns: &'a mut [i32],
    pub(super) rowadr: &'a mut [i32],
    pub(super) rownnz: &'a mut [i32],
    /// The current row.
    pub(super) t: usize,
    /// Working memory over dofs.
    pub(super) spread: &'a mut [f64],
    pub(super) gathered: &'a mut [f64],
    /// The columns that pieces have.
    pub(super) planned: &'a [i32],
}

impl Rows for Sparse<'_> {
    fn begin(&mut self, t: usize) {
        self.t = t;
        self.rownnz[t] = 0;
        self.rowadr[t] = match t {
            0 => 0,
            _ => self.rowadr[t - 1] + self.rownnz[t - 1],
        };
    }

    fn put(&mut self, dof: i32, value: f64) {
        let start = self.rowadr[self.t] as usize;
        let mut k = start + self.rownnz[self.t] as usize;
        if k >= self.values.len() {
            // Only where Jacobians became sparse after the model was compiled.
            return;
        }
        while k > start && self.columns[k - 1] > dof {
            self.columns[k] = self.columns[k - 1];
            self.values[k] = self.values[k - 1];
            k -= 1;
        }
        self.columns[k] = dof;
        self.values[k] = value;
        self.rownnz[self.t] += 1;
    }

    fn add(
        &mut self,
        motions: &Motions,
        piece: &Piece,
        ends: [&Vec3; 2],
        direction: &Vec3,
        factor: f64,
    ) {
        let columns = piece.all.of(self.planned);
        for &dof in columns {
            self.spread[dof as usize] = 0.0;
        }
        motions.add_apart(piece, ends, direction, self.spread);
        for (value, &dof) in self.gathered.iter_mut().zip(columns) {
            *value = self.spread[dof as usize];
        }
        let start = self.rowadr[self.t] as usize;
        let nnz = &mut self.rownnz[self.t];
        *nnz = sparse::add_scaled(
            (&mut self.values[start..], &mut self.columns[start..]),
            *nnz as usize,
            (&self.gathered[..columns.len()], columns),
            factor,
        ) as i32;
    }
}

/// How dofs move points.
pub(super) struct Motions<'a> {
    pub(super) com: &'a [Vec3],
    pub(super) cdof: &'a [Spatial],
    pub(super) dofs: &'a [u32],
}

impl Motions<'_> {
    /// Adds to `row` the rate at which each dof moves the ends of a line apart, times `factor`.
    #[inline(always)]
    fn add(&self, piece: &Piece, ends: [&Vec3; 2], direction: &Vec3, factor: f64, row: &mut [f64]) {
        let offset = |end: usize| ends[end] - self.com[piece.roots[end] as usize];
        let (first, second) = (offset(0), offset(1));
        let dofs = |places: Places| places.of(self.dofs).iter().map(|&dof| dof as usize);
        let mut add = |dof: usize, apart: Vec3| row[dof] += rate(&apart, direction) * factor;
        for dof in dofs(piece.first) {
            let still = Vec3::zeros();
            add(dof, still - point_velocity(&self.cdof[dof], &first));
        }
        for dof in dofs(piece.second) {
            add(dof, point_velocity(&self.cdof[dof], &second));
        }
        for dof in dofs(piece.both) {
            let cdof = &self.cdof[dof];
            add(
                dof,
                point_velocity(cdof, &second) - point_velocity(cdof, &first),
            );
        }
    }

    /// The same without a factor, as a function of its own.
    #[inline(never)]
    fn add_apart(&self, piece: &Piece, ends: [&Vec3; 2], direction: &Vec3, row: &mut [f64]) {
        self.add(piece, ends, direction, 1.0, row);
    }
}

/// The rate at which a line gets longer when its ends move apart.
#[inline]
fn rate(apart: &Vec3, direction: &Vec3) -> f64 {
    let rate = apart.dot(direction);
    // Zeros of the direction are skipped, which makes a difference where the motion is not a
    // number.
    if rate.is_nan() {
        return project(apart, direction);
    }
    rate
}
