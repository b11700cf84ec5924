//! Newton's Hessian `H = M + J' D J`, where `D` holds the rows in their quadratic zone, and its
//! Cholesky factor.
//!
//! Rows that change zone update the factor by one rank each. Contacts on their cone add `J' Hc J`
//! to a copy of it.
//!
//! Updates by one rank, `L L' +- x x'`: Golub and Van Loan, Matrix Computations (4th edition,
//! 2013), section 6.5.

use std::ops::Range;

use super::mass;
use super::overwritten::Overwritten;
use super::repeats::{self, Repeats};
use crate::data::scratch::{FirstHessian, HessianSize};
use crate::math::dispatch::dispatch;
use crate::math::overlapping::Broken;
use crate::math::sparse_cholesky::{self, SparsePattern, Spread};
use crate::math::support::Support;
use crate::math::upper::Upper;
use crate::math::{MINVAL, cholesky, dense};
use crate::model::codes::{cone, state};
use crate::pipeline::constraint::Jacobian;
use crate::{Data, Model};

/// The factor and the memory to compute it in.
#[derive(Clone, Debug, Default)]
pub(super) struct Hessian {
    sparse: bool,
    /// Each row's weight in sparse form: its `efc_D` in the quadratic zone, zero elsewhere.
    weights: Vec<f64>,
    /// The factor in dense form, without cones and with them.
    upper: Upper,
    cone_upper: Upper,
    /// The factor in sparse form, without cones and with them.
    factor: Vec<f64>,
    cone_factor: Vec<f64>,
    pattern: SparsePattern,
    /// What each sparse element is summed up from: zero where `J' D J` has it, minus zero where it
    /// has not.
    blank: Vec<f64>,
    /// Neighbouring columns of the sparse Jacobian, and which of them each row has.
    blocks: Vec<Block>,
    row_blocks: Vec<Range<usize>>,
    /// The pattern of the Jacobian for which this was found.
    version: Option<u64>,
    /// Elements of `J' D J`, both triangles.
    product_nonzeros: usize,
    repeats: Repeats,
    /// Whether the columns of some row do not ascend, and what is computed instead then.
    unordered: bool,
    overwritten: Overwritten,
    row: Vec<f64>,
    spread: Spread,
    cone_rows: Vec<f64>,
    /// Whether rows changed zone, and whether contacts were on their cones at the start and later.
    changed: bool,
    coned: bool,
    coned_later: bool,
    first: First,
    /// Whether a sparse factorisation had to raise a pivot.
    pub(super) deficient: bool,
    deficient_at_first: bool,
    /// Whether a row with two elements of one dof changed zone, for which there is no place in the
    /// pattern of the factor.
    pub(super) varied: bool,
    /// Whether MuJoCo computes with memory that belongs to something else, because of rows that do
    /// not ascend.
    pub(super) beyond: bool,
    /// Rank-one updates since the last factorisation, or the number of rows after a full one.
    pub(super) updates: i32,
}

/// The factor at the start of a descent, without cones, and the states of the rows that it is for.
#[derive(Clone, Debug, Default)]
struct First {
    states: Vec<i32>,
    upper: Upper,
    factor: Vec<f64>,
}

/// Columns of a sparse row that follow each other: the first one, its place in the row, and how
/// many there are.
#[derive(Clone, Copy, Debug)]
struct Block {
    column: usize,
    place: usize,
    count: usize,
}

impl Hessian {
    /// Computes `H` for the current states, and in sparse form the pattern of its factor.
    #[doc(alias = "MakeHessian")]
    fn make(&mut self, model: &Model, data: &Data) {
        (self.changed, self.coned, self.coned_later) = (false, false, false);
        (self.deficient, self.varied, self.beyond) = (false, false, false);
        self.sparse = model.is_sparse();
        self.unordered = data.scratch.rows.unordered;
        let version = Some(data.scratch.rows.transpose.version);
        if self.sparse && !self.unordered && self.version != version {
            self.find_pattern(model, data);
            self.version = version;
        }
        self.compute(model, data);
    }

    /// Computes and factorises `H` at the start of a descent, or takes the factor that was kept from
    /// a step with the same positions, where the rows are in the same states.
    pub(super) fn start(&mut self, model: &Model, data: &Data, cones: usize) {
        let wish = match data.scratch.rows.unordered {
            true => FirstHessian::Forgotten,
            false => data.scratch.first_hessian,
        };
        if wish == FirstHessian::Reused && self.first.states == data.efc_state {
            (self.changed, self.coned, self.coned_later) = (false, false, false);
            (self.deficient, self.varied, self.beyond) = (false, false, false);
            (self.unordered, self.deficient_at_first) = (false, false);
            if self.sparse {
                self.factor.copy_from_slice(&self.first.factor);
            } else {
                self.upper.copy_from(&self.first.upper);
            }
            return self.complete(model, data, cones);
        }
        self.make(model, data);
        self.factorise();
        self.deficient_at_first = self.deficient;
        if wish != FirstHessian::Forgotten {
            self.first.states.clone_from(&data.efc_state);
            if self.sparse {
                self.first.factor.clone_from(&self.factor);
            } else {
                self.first.upper.copy_from(&self.upper);
            }
        }
        self.complete(model, data, cones);
    }

    /// No factor is kept any more.
    pub(super) fn forget_first(&mut self) {
        self.first.states.clear();
    }

    /// Elements of the Hessian and its factors, as MuJoCo counts them.
    pub(super) fn nonzeros(&self, model: &Model) -> usize {
        let factors = if model.opt.cone == cone::ELLIPTIC {
            2
        } else {
            1
        };
        let size = self.size(model);
        factors * size.factor + size.hessian
    }

    /// What it took of the reference's memory.
    pub(super) fn size(&self, model: &Model) -> HessianSize {
        let (product, factor) = match self.unordered {
            true => (
                self.overwritten.product_nonzeros,
                self.overwritten.factor_nonzeros,
            ),
            false => (self.product_nonzeros, self.pattern.columns.len()),
        };
        HessianSize {
            hessian: model.nC + product,
            factor,
            changed: self.changed,
            coned: self.coned,
            coned_later: self.coned_later,
            given_up: self.deficient_at_first,
        }
    }

    /// Factorises the Hessian that was just computed.
    #[doc(alias = "FactorizeHessian")]
    fn factor(&mut self, model: &Model, data: &Data, cones: usize) {
        self.factorise();
        self.complete(model, data, cones);
    }

    fn factorise(&mut self) {
        if self.unordered {
            if !self.beyond {
                let rank = self.overwritten.factor.factor(MINVAL);
                self.deficient |= rank.is_ok_and(|rank| rank < self.overwritten.factor.start.len());
                self.beyond |= rank.is_err();
            }
        } else if self.sparse {
            let rank = sparse_cholesky::factor(&mut self.factor, &self.pattern, MINVAL);
            self.deficient |= rank < self.pattern.start.len();
        } else {
            self.upper.factor(MINVAL);
        }
    }

    /// Adds the contacts on their cones to a factor.
    fn complete(&mut self, model: &Model, data: &Data, cones: usize) {
        if cones > 0 {
            self.coned = true;
            self.add_cones(model, data);
        }
        self.updates = data.nefc;
    }

    /// Follows the changes of state since `old`.
    #[doc(alias = "HessianIncremental")]
    pub(super) fn change(&mut self, model: &Model, data: &Data, old: &[i32], cones: usize) {
        let jacobian = Jacobian::of(model, data);
        let changed = |(i, &old): (usize, &i32)| {
            let is = data.efc_state[i] == state::QUADRATIC;
            ((old == state::QUADRATIC) != is).then(|| (i, data.efc_D[i].sqrt(), is))
        };
        self.updates = 0;
        let mut positive = true;
        for (i, scale, is) in old.iter().enumerate().filter_map(changed) {
            self.updates += 1;
            if self.unordered {
                let (values, columns) = jacobian.sparse_row(i);
                let values = values.iter().map(|x| x * scale);
                let rank = self.overwritten.factor.update(values, columns, is);
                if self.note(rank) < model.nv {
                    positive = false;
                    break;
                }
            } else if self.sparse {
                let (values, columns) = jacobian.sparse_row(i);
                self.varied |= columns.windows(2).any(|pair| pair[0] == pair[1]);
                let values = values.iter().map(|x| x * scale);
                let rank = sparse_cholesky::update(
                    &mut self.factor,
                    &self.pattern,
                    &mut self.spread,
                    values,
                    columns,
                    is,
                );
                if rank < model.nv {
                    positive = false;
                    break;
                }
            } else {
                let row = jacobian.dense_row(i).iter().map(|x| x * scale);
                self.upper.push_change(row, is);
            }
        }
        if !self.sparse && self.updates > 0 {
            positive = self.upper.apply_changes();
        }
        self.changed |= self.updates > 0;
        if !positive {
            // Accuracy is lost: start over.
            self.compute(model, data);
            return self.factor(model, data, cones);
        }
        if cones > 0 {
            self.coned_later = true;
            self.add_cones(model, data);
        }
    }

    /// The rank after an update of unordered rows. Where there is none the factor stays as it is.
    fn note(&mut self, rank: Result<usize, Broken>) -> usize {
        self.varied |= rank == Err(Broken::Varied);
        self.beyond |= rank == Err(Broken::Beyond);
        rank.unwrap_or(usize::MAX)
    }

    /// `x <- H^-1 x`, with the cones or without.
    pub(super) fn solve(&mut self, x: &mut [f64], cones: bool) {
        if self.unordered {
            let solved = match cones {
                true => self.overwritten.cone_factor.solve(x),
                false => self.overwritten.factor.solve(x),
            };
            self.beyond |= solved.is_err();
            return;
        }
        match (self.sparse, cones) {
            (true, true) => sparse_cholesky::solve(x, &self.cone_factor, &self.pattern),
            (true, false) => sparse_cholesky::solve(x, &self.factor, &self.pattern),
            (false, true) => self.cone_upper.solve(x),
            (false, false) => self.upper.solve(x),
        }
    }

    /// Sums up `M + J' D J` where the factor will be.
    #[doc(alias("mj_addM", "mj_addMSparse", "mj_addMDense"))]
    fn compute(&mut self, model: &Model, data: &Data) {
        if self.sparse {
            let weight =
                |(&state, &d): (&i32, &f64)| if state == state::QUADRATIC { d } else { 0.0 };
            self.weights.clear();
            self.weights
                .extend(data.efc_state.iter().zip(&data.efc_D).map(weight));
            if self.unordered {
                let jacobian = Jacobian::of(model, data);
                let whole = self.overwritten.assemble(data, &jacobian, &self.weights);
                self.beyond |= whole.is_err();
                return;
            }
            dispatch!(self.compute_sparse(model, data));
        } else {
            self.compute_dense(model, data);
        }
    }

    fn compute_dense(&mut self, model: &Model, data: &Data) {
        if model.nv <= Upper::SMALL {
            return self.sum_up_small(model, data);
        }
        self.sum_up(model, data, |support| support);
        if !self.upper.is_finite() {
            // Zeros count where something is infinite.
            self.sum_up(model, data, |_| Support::ALL);
        }
    }

    /// Sums up a small matrix, where looking for zeros takes longer than adding them.
    fn sum_up_small(&mut self, model: &Model, data: &Data) {
        let Jacobian {
            values, supports, ..
        } = Jacobian::of(model, data);
        self.upper.clear(model.nv);
        let rows = values.chunks_exact(model.nv.max(1)).zip(supports);
        let weights = data.efc_state.iter().zip(&data.efc_D);
        for ((row, &support), (&state, &weight)) in rows.zip(weights) {
            if state == state::QUADRATIC && weight != 0.0 {
                self.upper.add_square_to_small(row, support, weight);
            }
        }
        mass::add_to(data, &mut self.upper);
    }

    fn sum_up(&mut self, model: &Model, data: &Data, support: impl Fn(Support) -> Support) {
        let jacobian = Jacobian::of(model, data);
        let upper = &mut self.upper;
        upper.clear(model.nv);
        for rows in jacobian.supports.chunk_by(|a, b| a == b) {
            let support = support(rows[0]);
            if support.single().is_none() {
                upper.couple(support);
            }
        }
        for (i, (&state, &weight)) in data.efc_state.iter().zip(&data.efc_D).enumerate() {
            if state == state::QUADRATIC && weight != 0.0 {
                upper.add_square(jacobian.dense_row(i), support(jacobian.supports[i]), weight);
            }
        }
        mass::add_to(data, upper);
        upper.close();
    }

    #[inline(always)]
    fn compute_sparse(&mut self, model: &Model, data: &Data) {
        let jacobian = Jacobian::of(model, data);
        self.factor.clear();
        self.factor.extend_from_slice(&self.blank);
        self.row.resize(model.nv, 0.0);
        for i in 0..model.nv {
            let range = self.pattern.range(i);
            let columns = &self.pattern.columns[range.clone()];
            let row = &mut self.row;
            for (&blank, &column) in self.factor[range.clone()].iter().zip(columns) {
                row[column as usize] = blank;
            }
            let through = jacobian.transposed_pattern.columns(i);
            let values = &jacobian.transposed[jacobian.transposed_pattern.range(i)];
            for (value, &t) in values.iter().zip(through) {
                let factor = value * self.weights[t as usize];
                if factor != 0.0 {
                    let values = &jacobian.values[jacobian.pattern.range(t as usize)];
                    let blocks = &self.blocks[self.row_blocks[t as usize].clone()];
                    for block in blocks.iter().take_while(|block| block.column <= i) {
                        let count = block.count.min(i + 1 - block.column);
                        dense::add_scaled(
                            &mut row[block.column..][..count],
                            &values[block.place..][..count],
                            factor,
                        );
                    }
                }
            }
            let start = data.C_rowadr[i] as usize;
            for k in start..start + data.C_rownnz[i] as usize {
                let column = data.C_colind[k] as usize;
                if column > i {
                    break;
                }
                row[column] += data.qM[data.mapM2C[k] as usize];
            }
            for (element, &column) in self.factor[range].iter_mut().zip(columns) {
                *element = row[column as usize];
            }
        }
    }

    /// Finds which elements the factor has, and which of them `J' D J` has.
    fn find_pattern(&mut self, model: &Model, data: &Data) {
        let jacobian = Jacobian::of(model, data);
        self.find_blocks(&jacobian);
        // The rows through which a dof meets others; those that repeat the columns of the row
        // before add nothing.
        let new_rows = |i: usize| {
            let rows = jacobian.transposed_pattern.columns(i).iter();
            rows.map(|&t| t as usize)
                .filter(|&t| t == 0 || jacobian.following[t - 1] == 0)
        };
        self.pattern.find(model.nv, |i, found| {
            let start = data.C_rowadr[i] as usize;
            let mass = &data.C_colind[start..start + data.C_rownnz[i] as usize];
            let lists = new_rows(i).map(|t| jacobian.pattern.columns(t));
            for columns in lists.chain([mass]) {
                for &column in columns.iter().take_while(|&&c| c as usize <= i) {
                    found.add(column);
                }
            }
        });
        self.spread.resize(model.nv);
        self.row.resize(model.nv, 0.0);
        self.blank.clear();
        self.blank.resize(self.pattern.columns.len(), -0.0);
        self.product_nonzeros = 0;
        for i in 0..model.nv {
            let range = self.pattern.range(i);
            let columns = &self.pattern.columns[range.clone()];
            for &column in columns {
                self.row[column as usize] = -0.0;
            }
            for t in new_rows(i) {
                for block in &self.blocks[self.row_blocks[t].clone()] {
                    self.row[block.column..][..block.count].fill(0.0);
                }
            }
            for (blank, &column) in self.blank[range].iter_mut().zip(columns) {
                *blank = self.row[column as usize];
                if blank.is_sign_positive() {
                    // Off the diagonal an element counts twice.
                    self.product_nonzeros += if column as usize == i { 1 } else { 2 };
                }
            }
        }
        if repeats::any(&jacobian) {
            self.product_nonzeros = self.repeats.count(&jacobian);
        }
    }

    /// Finds the blocks of neighbouring columns in each row of the Jacobian.
    fn find_blocks(&mut self, jacobian: &Jacobian) {
        self.blocks.clear();
        self.row_blocks.clear();
        for t in 0..jacobian.nefc {
            if t > 0 && jacobian.following[t - 1] > 0 {
                self.row_blocks.push(self.row_blocks[t - 1].clone());
                continue;
            }
            let start = self.blocks.len();
            let columns = jacobian.pattern.columns(t);
            for run in columns.chunk_by(|a, b| a + 1 == *b) {
                let last = self.blocks[start..].last();
                self.blocks.push(Block {
                    column: run[0] as usize,
                    place: last.map_or(0, |block| block.place + block.count),
                    count: run.len(),
                });
            }
            self.row_blocks.push(start..self.blocks.len());
        }
    }

    /// Adds every contact on its cone to a copy of the factor, one rank for each of its dimensions.
    #[doc(alias = "HessianCone")]
    fn add_cones(&mut self, model: &Model, data: &Data) {
        let jacobian = Jacobian::of(model, data);
        if self.unordered {
            let Overwritten {
                factor,
                cone_factor,
                ..
            } = &mut self.overwritten;
            cone_factor.clone_from(factor);
        } else if self.sparse {
            self.cone_factor.clear();
            self.cone_factor.extend_from_slice(&self.factor);
        } else {
            self.cone_upper.copy_from(&self.upper);
        }
        let mut i = 0;
        while i < data.nefc as usize {
            if data.efc_state[i] != state::CONE {
                i += 1;
                continue;
            }
            let contact = &data.contact[data.efc_id[i] as usize];
            let dim = contact.dim as usize;
            let mut local = contact.H;
            let local = &mut local[..dim * dim];
            cholesky::factor(local, dim, MINVAL);
            let width = if self.sparse {
                jacobian.sparse_row(i).0.len()
            } else {
                model.nv
            };
            // L' J, where L L' is the contact's own Hessian.
            self.cone_rows.clear();
            self.cone_rows.resize(dim * width, 0.0);
            for r in 0..dim {
                let row = if self.sparse {
                    jacobian.sparse_row(i + r).0
                } else {
                    jacobian.dense_row(i + r)
                };
                for (c, sum) in self
                    .cone_rows
                    .chunks_exact_mut(width)
                    .take(r + 1)
                    .enumerate()
                {
                    dense::add_scaled(sum, row, local[r * dim + c]);
                }
            }
            let mut rows = std::mem::take(&mut self.cone_rows);
            for row in rows.chunks_exact_mut(width) {
                if self.unordered {
                    let values = row.iter().copied();
                    let columns = jacobian.sparse_row(i).1;
                    let rank = self.overwritten.cone_factor.update(values, columns, true);
                    self.note(rank);
                } else if self.sparse {
                    sparse_cholesky::update(
                        &mut self.cone_factor,
                        &self.pattern,
                        &mut self.spread,
                        row.iter().copied(),
                        jacobian.sparse_row(i).1,
                        true,
                    );
                } else {
                    self.cone_upper.push_change(row.iter().copied(), true);
                }
            }
            self.cone_rows = rows;
            self.updates += dim as i32;
            i += dim;
        }
        if !self.sparse {
            self.cone_upper.apply_changes();
        }
    }
}
