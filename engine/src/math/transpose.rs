//! Transposes, and runs of rows with the same sparsity.

use super::sparse::Pattern;

/// `res = M'` for a dense matrix of `rows` by `columns`.
pub fn dense(res: &mut [f64], mat: &[f64], rows: usize, columns: usize) {
    for (i, row) in mat.chunks_exact(columns.max(1)).take(rows).enumerate() {
        for (j, x) in row.iter().enumerate() {
            res[j * rows + i] = *x;
        }
    }
}

/// The transpose of a sparse matrix whose rows follow each other without gaps. `rownnz` and `rowadr` have one element a column.
pub fn sparse(
    (mat, pattern): (&[f64], Pattern),
    res: &mut [f64],
    rownnz: &mut [i32],
    rowadr: &mut [i32],
    colind: &mut [i32],
) {
    rownnz.fill(0);
    for &column in pattern.colind {
        rownnz[column as usize] += 1;
    }
    let mut next = 0;
    for (adr, nnz) in rowadr.iter_mut().zip(rownnz.iter_mut()) {
        *adr = next;
        next += *nnz;
        *nnz = 0;
    }
    for r in 0..pattern.rownnz.len() {
        for (x, &column) in mat[pattern.range(r)].iter().zip(pattern.columns(r)) {
            let column = column as usize;
            let at = (rowadr[column] + rownnz[column]) as usize;
            res[at] = *x;
            colind[at] = r as i32;
            rownnz[column] += 1;
        }
    }
}

/// For each row, how many rows directly after it have the same columns.
pub fn runs(pattern: Pattern, following: &mut Vec<i32>) {
    let rows = pattern.rownnz.len();
    following.clear();
    following.resize(rows, 0);
    for r in (0..rows.saturating_sub(1)).rev() {
        if pattern.columns(r) == pattern.columns(r + 1) {
            following[r] = following[r + 1] + 1;
        }
    }
}
