//! Dense matrices from and to sparse ones, whose rows follow each other.

use super::sparse::Pattern;

/// A sparse matrix that does not fit into the room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the matrix has more than {room} elements that are not zero")]
pub struct TooManyNonzeros {
    /// How many elements there is room for.
    pub room: usize,
}

/// Writes the nonzeros of a dense matrix of `columns` columns, row by row. `res` and `colind` have
/// room for as many elements.
///
/// # Errors
///
/// There are more nonzeros than there is room; or no room at all, as MuJoCo has it. What fits has
/// been written.
#[doc(alias = "mju_dense2sparse")]
pub fn dense_to_sparse(
    res: &mut [f64],
    mat: &[f64],
    columns: usize,
    rownnz: &mut [i32],
    rowadr: &mut [i32],
    colind: &mut [i32],
) -> Result<(), TooManyNonzeros> {
    let room = res.len().min(colind.len());
    if room == 0 {
        return Err(TooManyNonzeros { room });
    }
    let mut at = 0;
    let rows = rownnz.len().min(rowadr.len());
    for r in 0..rows {
        rownnz[r] = 0;
        rowadr[r] = at as i32;
        for (c, &value) in mat[r * columns..(r + 1) * columns].iter().enumerate() {
            if value == 0.0 {
                continue;
            }
            if at >= room {
                return Err(TooManyNonzeros { room });
            }
            colind[at] = c as i32;
            res[at] = value;
            rownnz[r] += 1;
            at += 1;
        }
    }
    Ok(())
}

/// Writes all elements of a sparse matrix with `columns` columns, row by row.
#[doc(alias = "mju_sparse2dense")]
pub fn sparse_to_dense(res: &mut [f64], mat: &[f64], pattern: Pattern, columns: usize) {
    res.fill(0.0);
    for (r, row) in res.chunks_exact_mut(columns.max(1)).enumerate() {
        for (&value, &c) in mat[pattern.range(r)].iter().zip(pattern.columns(r)) {
            row[c as usize] = value;
        }
    }
}
