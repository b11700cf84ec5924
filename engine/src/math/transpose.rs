//! Transposes, and runs of rows with the same sparsity.
//!
//! By counting the elements of each column: Davis, Direct Methods for Sparse Linear Systems (2006),
//! section 2.5.

use super::prefix_sum;
use super::sparse::Pattern;

/// `res = M'` for a dense matrix of `rows` by `columns`.
#[doc(alias = "mju_transpose")]
pub fn dense(res: &mut [f64], mat: &[f64], rows: usize, columns: usize) {
    for (i, row) in mat.chunks_exact(columns.max(1)).take(rows).enumerate() {
        for (j, x) in row.iter().enumerate() {
            res[j * rows + i] = *x;
        }
    }
}

/// The pattern of a sparse matrix and of its transpose, kept as long as it stays the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transpose {
    /// Changes with every new pattern.
    pub(crate) version: u64,
    own_rownnz: Vec<i32>,
    own_colind: Vec<i32>,
    /// For each row, how many rows directly after it have the same columns.
    pub(crate) own_following: Vec<i32>,
    /// How many elements each row of the transpose has.
    pub(crate) rownnz: Vec<i32>,
    /// Where each row of the transpose starts.
    pub(crate) rowadr: Vec<i32>,
    /// The column of each element of the transpose.
    pub(crate) colind: Vec<i32>,
    /// For each row of the transpose, how many rows directly after it have the same columns.
    pub(crate) following: Vec<i32>,
    /// The element of the matrix that each element of the transpose comes from.
    source: Vec<u32>,
}

impl Transpose {
    /// Takes the pattern of a matrix of `columns` columns whose rows follow each other without
    /// gaps.
    pub(crate) fn follow(&mut self, pattern: Pattern, columns: usize) {
        let same = self.version > 0
            && self.own_rownnz == pattern.rownnz
            && self.own_colind == pattern.colind
            && self.rownnz.len() == columns;
        if same {
            return;
        }
        self.version += 1;
        self.own_rownnz.clear();
        self.own_rownnz.extend_from_slice(pattern.rownnz);
        self.own_colind.clear();
        self.own_colind.extend_from_slice(pattern.colind);
        self.turn(pattern, columns);
        runs(pattern, &mut self.own_following);
        let transposed = Pattern {
            rownnz: &self.rownnz,
            rowadr: &self.rowadr,
            colind: &self.colind,
        };
        runs(transposed, &mut self.following);
    }

    #[doc(alias = "mju_transposeSparse")]
    fn turn(&mut self, pattern: Pattern, columns: usize) {
        let Transpose {
            rownnz,
            rowadr,
            colind,
            source,
            ..
        } = self;
        rownnz.clear();
        rownnz.resize(columns, 0);
        rowadr.resize(columns, 0);
        colind.resize(pattern.colind.len(), 0);
        source.resize(pattern.colind.len(), 0);
        for &column in pattern.colind {
            rownnz[column as usize] += 1;
        }
        prefix_sum(rownnz, rowadr);
        rownnz.fill(0);
        for r in 0..pattern.rownnz.len() {
            for (k, &column) in pattern.range(r).zip(pattern.columns(r)) {
                let column = column as usize;
                let at = (rowadr[column] + rownnz[column]) as usize;
                source[at] = k as u32;
                colind[at] = r as i32;
                rownnz[column] += 1;
            }
        }
    }

    /// The values of the transpose.
    pub(crate) fn values(&self, mat: &[f64], res: &mut Vec<f64>) {
        res.clear();
        res.extend(self.source.iter().map(|&k| mat[k as usize]));
    }
}

/// For each row, how many rows directly after it have the same columns.
#[doc(alias = "mju_superSparse")]
fn runs(pattern: Pattern, following: &mut Vec<i32>) {
    let rows = pattern.rownnz.len();
    following.clear();
    following.resize(rows, 0);
    for r in (0..rows.saturating_sub(1)).rev() {
        if pattern.columns(r) == pattern.columns(r + 1) {
            following[r] = following[r + 1] + 1;
        }
    }
}
