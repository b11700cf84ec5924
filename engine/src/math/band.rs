//! Symmetric matrices whose elements lie near the diagonal, but for a few dense rows at the end:
//! the matrices of splines and trajectories.
//!
//! A matrix of `total` rows stores for each of the first `total - dense` rows the `band` elements
//! up to the diagonal, and for each of the last `dense` rows all `total` elements; what lies above
//! the diagonal is ignored. The factor `A = L L'` has the same shape. Golub and Van Loan, Matrix
//! Computations (4th edition, 2013), section 4.3.

use super::MINVAL;
use super::dense::{add_scaled, dot};

/// The shape of a banded matrix. `band` is at least 1 and at most `total`, `dense` at most `total`.
///
/// ```
/// use plumbline::math::Band;
///
/// let shape = Band { total: 3, band: 2, dense: 0 };
/// let dense = [2.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 2.0];
/// let mut banded = vec![0.0; shape.len()];
/// shape.take_dense(&mut banded, &dense);
/// assert_eq!(banded, [0.0, 2.0, -1.0, 2.0, -1.0, 2.0]);
/// assert!(shape.factor(&mut banded, 0.0, 0.0) > 0.0);
/// let mut x = [1.0, 0.0, 1.0];
/// shape.solve(&mut x, &banded);
/// assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-15));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// Rows of the whole matrix.
    pub total: usize,
    /// Elements of a banded row, the diagonal included.
    pub band: usize,
    /// Dense rows at the end.
    pub dense: usize,
}

impl Band {
    fn sparse(&self) -> usize {
        self.total - self.dense
    }

    /// Numbers that a matrix of this shape takes.
    pub fn len(&self) -> usize {
        self.sparse() * self.band + self.dense * self.total
    }

    /// Whether the matrix has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the diagonal element of row `i` is stored.
    #[doc(alias = "mju_bandDiag")]
    pub fn diagonal(&self, i: usize) -> usize {
        match i.checked_sub(self.sparse()) {
            None => i * self.band + self.band - 1,
            Some(dense) => self.sparse() * self.band + dense * self.total + i,
        }
    }

    /// How many elements left of the diagonal row `i` has.
    fn width(&self, i: usize) -> usize {
        if i < self.sparse() {
            i.min(self.band - 1)
        } else {
            i
        }
    }

    /// Factorises in place, `diagonal * (1 + times) + plus` being taken for the diagonal. Returns
    /// the least pivot; 0 if one is too small, and the factor is then unfinished.
    #[doc(alias = "mju_cholFactorBand")]
    pub fn factor(&self, mat: &mut [f64], plus: f64, times: f64) -> f64 {
        let mut least = -1.0;
        for j in 0..self.total {
            let (at, width) = (self.diagonal(j), self.width(j));
            let row = at - width..at;
            let pivot = plus + times * mat[at] + mat[at] - self.square(mat, row.clone());
            if pivot < least || least < 0.0 {
                least = pivot;
            }
            if pivot < MINVAL {
                return 0.0;
            }
            let root = pivot.sqrt();
            let scale = 1.0 / root;
            let banded = if j < self.sparse() {
                j + 1..(j + self.band).min(self.sparse())
            } else {
                j + 1..j + 1
            };
            for i in banded {
                // Columns that both rows have.
                let common = j.min(self.band - 1 - (i - j));
                let below = self.diagonal(i) - (i - j);
                let product = dot(&mat[at - common..at], &mat[below - common..below]);
                mat[below] = scale * (mat[below] - product);
            }
            for i in self.sparse().max(j + 1)..self.total {
                let below = self.diagonal(i) - (i - j);
                let product = dot(&mat[row.clone()], &mat[below - width..below]);
                mat[below] = scale * (mat[below] - product);
            }
            mat[at] = root;
        }
        least
    }

    fn square(&self, mat: &[f64], range: std::ops::Range<usize>) -> f64 {
        dot(&mat[range.clone()], &mat[range])
    }

    /// Solves `L L' x = x` in place, given the factor.
    #[doc(alias = "mju_cholSolveBand")]
    pub fn solve(&self, x: &mut [f64], factor: &[f64]) {
        for i in 0..self.total {
            let (at, width) = (self.diagonal(i), self.width(i));
            if width > 0 {
                x[i] -= dot(&factor[at - width..at], &x[i - width..i]);
            }
            x[i] /= factor[at];
        }
        for i in (0..self.total).rev() {
            let banded = if i < self.sparse() {
                i + 1..(i + self.band).min(self.sparse())
            } else {
                i + 1..i + 1
            };
            let dense = self.sparse().max(i + 1)..self.total;
            for j in banded.chain(dense) {
                x[i] -= factor[self.diagonal(j) - (j - i)] * x[j];
            }
            x[i] /= factor[self.diagonal(i)];
        }
    }

    /// Writes the matrix with all its elements, the upper triangle mirrored if `symmetric` and else
    /// zero.
    #[doc(alias = "mju_band2Dense")]
    pub fn to_dense(&self, dense: &mut [f64], mat: &[f64], symmetric: bool) {
        let n = self.total;
        dense[..n * n].fill(0.0);
        for i in 0..n {
            let (at, width) = (self.diagonal(i), self.width(i));
            dense[i * n + i - width..=i * n + i].copy_from_slice(&mat[at - width..=at]);
        }
        if symmetric {
            for i in 0..n {
                for j in i + 1..n {
                    dense[i * n + j] = dense[j * n + i];
                }
            }
        }
    }

    /// Takes the elements of the band and of the dense rows up to the diagonal from a dense matrix.
    /// Places in `mat` that stand for no element are left as they are.
    #[doc(alias = "mju_dense2Band")]
    pub fn take_dense(&self, mat: &mut [f64], dense: &[f64]) {
        let n = self.total;
        for i in 0..n {
            let (at, width) = (self.diagonal(i), self.width(i));
            mat[at - width..=at].copy_from_slice(&dense[i * n + i - width..=i * n + i]);
        }
    }

    /// `res = A v` for each vector of `total` elements in `v`, with the lower triangle alone or, if
    /// `symmetric`, mirrored.
    #[doc(alias = "mju_bandMulMatVec")]
    pub fn mul_vec(&self, res: &mut [f64], mat: &[f64], v: &[f64], symmetric: bool) {
        let n = self.total.max(1);
        for (res, v) in res.chunks_exact_mut(n).zip(v.chunks_exact(n)) {
            for i in 0..self.total {
                let (at, width) = (self.diagonal(i), self.width(i));
                res[i] = dot(&mat[at - width..=at], &v[i - width..=i]);
                if symmetric {
                    add_scaled(&mut res[i - width..i], &mat[at - width..at], v[i]);
                }
            }
        }
    }
}
