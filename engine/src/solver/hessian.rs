//! Newton's Hessian `H = M + J' D J`, where `D` holds the rows in their quadratic zone, and its Cholesky factor.
//!
//! Rows that change zone update the factor by one rank each. Contacts on their cone add `J' Hc J` to a copy of it.

use crate::codes::{cone, state};
use crate::constraint::Jacobian;
use crate::inertia::ancestors;
use crate::jacobian::is_sparse;
use crate::math::sparse_cholesky::{self, SparsePattern, Spread};
use crate::math::{MINVAL, cholesky, dense, square};
use crate::{Data, Model};

/// The factor and the memory to compute it in.
#[derive(Clone, Debug, Default)]
pub(super) struct Hessian {
    sparse: bool,
    /// Each row's weight: its `efc_D` in the quadratic zone, zero elsewhere.
    weights: Vec<f64>,
    factor: Vec<f64>,
    cone_factor: Vec<f64>,
    pattern: SparsePattern,
    /// What each sparse element is summed up from: zero where `J' D J` has it, minus zero where it has not.
    blank: Vec<f64>,
    /// Elements of `J' D J`, both triangles.
    product_nonzeros: usize,
    row: Vec<f64>,
    spread: Spread,
    cone_rows: Vec<f64>,
    vector: Vec<f64>,
    /// Rank-one updates since the last factorisation, or the number of rows after a full one.
    pub(super) updates: i32,
}

impl Hessian {
    /// Computes `H` for the states of the moment, and in sparse form the pattern of its factor.
    pub(super) fn make(&mut self, model: &Model, data: &Data) {
        self.sparse = is_sparse(model);
        if self.sparse {
            self.find_pattern(model, data);
        }
        self.compute(model, data);
    }

    /// Elements of the Hessian and its factors, as MuJoCo counts them.
    pub(super) fn nonzeros(&self, model: &Model) -> usize {
        let factors = if model.opt.cone == cone::ELLIPTIC {
            2
        } else {
            1
        };
        factors * self.pattern.columns.len() + model.nC + self.product_nonzeros
    }

    /// Factorises the Hessian that was just computed.
    pub(super) fn factor(&mut self, model: &Model, data: &Data, cones: usize) {
        if self.sparse {
            sparse_cholesky::factor(&mut self.factor, &self.pattern, MINVAL);
        } else {
            cholesky::factor(&mut self.factor, model.nv, MINVAL);
        }
        if cones > 0 {
            self.add_cones(model, data);
        }
        self.updates = data.nefc;
    }

    /// Follows the changes of state since `old`.
    pub(super) fn change(&mut self, model: &Model, data: &Data, old: &[i32], cones: usize) {
        let jacobian = Jacobian::of(model, data);
        self.updates = 0;
        for (i, &old) in old.iter().enumerate() {
            let was = old == state::QUADRATIC;
            let is = data.efc_state[i] == state::QUADRATIC;
            if was == is {
                continue;
            }
            let scale = data.efc_D[i].sqrt();
            let rank = if self.sparse {
                let (values, columns) = jacobian.sparse_row(i);
                let values = values.iter().map(|x| x * scale);
                sparse_cholesky::update(
                    &mut self.factor,
                    &self.pattern,
                    &mut self.spread,
                    values,
                    columns,
                    is,
                )
            } else {
                self.vector.clear();
                let row = jacobian.dense_row(i);
                self.vector.extend(row.iter().map(|x| x * scale));
                cholesky::update(&mut self.factor, &mut self.vector, is)
            };
            self.updates += 1;
            if rank < model.nv {
                // Accuracy is lost: start over.
                self.compute(model, data);
                return self.factor(model, data, cones);
            }
        }
        if cones > 0 {
            self.add_cones(model, data);
        }
    }

    /// `x <- H^-1 x`, with the cones or without.
    pub(super) fn solve(&self, x: &mut [f64], cones: bool) {
        let factor = if cones {
            &self.cone_factor
        } else {
            &self.factor
        };
        if self.sparse {
            sparse_cholesky::solve(x, factor, &self.pattern);
        } else {
            cholesky::solve(x, factor);
        }
    }

    /// Sums up `M + J' D J` where the factor will be.
    fn compute(&mut self, model: &Model, data: &Data) {
        let weight = |(&state, &d): (&i32, &f64)| if state == state::QUADRATIC { d } else { 0.0 };
        self.weights.clear();
        self.weights
            .extend(data.efc_state.iter().zip(&data.efc_D).map(weight));
        if self.sparse {
            self.compute_sparse(model, data);
        } else {
            self.compute_dense(model, data);
        }
    }

    fn compute_dense(&mut self, model: &Model, data: &Data) {
        let nv = model.nv;
        self.factor.clear();
        self.factor.resize(nv * nv, 0.0);
        square::add_weighted_lower(&mut self.factor, &data.efc_J, &self.weights, nv);
        for i in 0..nv {
            let elements = if model.dof_simplenum[i] != 0 { 1 } else { nv };
            let row = &data.qM[model.dof_Madr[i] as usize..];
            for (m, j) in row.iter().zip(ancestors(model, i)).take(elements) {
                self.factor[i * nv + j] += m;
            }
        }
    }

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
                if factor == 0.0 {
                    continue;
                }
                let (values, columns) = jacobian.sparse_row(t as usize);
                for (x, &column) in values.iter().zip(columns) {
                    if column as usize > i {
                        break;
                    }
                    row[column as usize] += factor * x;
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
        let product_row = |i: usize, add: &mut dyn FnMut(i32)| {
            for &t in jacobian.transposed_pattern.columns(i) {
                // Rows that repeat the columns of the row before add nothing.
                let t = t as usize;
                if t > 0 && data.efc_J_rowsuper[t - 1] > 0 {
                    continue;
                }
                let columns = jacobian.pattern.columns(t);
                for &column in columns.iter().take_while(|&&c| c as usize <= i) {
                    add(column);
                }
            }
        };
        self.pattern.find(model.nv, |i, add| {
            product_row(i, add);
            let start = data.C_rowadr[i] as usize;
            let columns = &data.C_colind[start..start + data.C_rownnz[i] as usize];
            for &column in columns.iter().take_while(|&&c| c as usize <= i) {
                add(column);
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
            product_row(i, &mut |column| self.row[column as usize] = 0.0);
            for (blank, &column) in self.blank[range].iter_mut().zip(columns) {
                *blank = self.row[column as usize];
                if blank.is_sign_positive() {
                    // Off the diagonal an element counts twice.
                    self.product_nonzeros += if column as usize == i { 1 } else { 2 };
                }
            }
        }
    }

    /// Adds every contact on its cone to a copy of the factor, one rank for each of its dimensions.
    fn add_cones(&mut self, model: &Model, data: &Data) {
        let jacobian = Jacobian::of(model, data);
        self.cone_factor.clear();
        self.cone_factor.extend_from_slice(&self.factor);
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
            let width = match self.sparse {
                true => jacobian.sparse_row(i).0.len(),
                false => model.nv,
            };
            // L' J, where L L' is the contact's own Hessian.
            self.cone_rows.clear();
            self.cone_rows.resize(dim * width, 0.0);
            for r in 0..dim {
                let row = match self.sparse {
                    true => jacobian.sparse_row(i + r).0,
                    false => jacobian.dense_row(i + r),
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
            for row in self.cone_rows.chunks_exact_mut(width) {
                if self.sparse {
                    sparse_cholesky::update(
                        &mut self.cone_factor,
                        &self.pattern,
                        &mut self.spread,
                        row.iter().copied(),
                        jacobian.sparse_row(i).1,
                        true,
                    );
                } else {
                    cholesky::update(&mut self.cone_factor, row, true);
                }
            }
            self.updates += dim as i32;
            i += dim;
        }
    }
}
