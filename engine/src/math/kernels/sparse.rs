//! Sparse kernels: vectors as values with column indices, matrices as rows of such (CSR).
//!
//! Compressed sparse rows: Davis, Direct Methods for Sparse Linear Systems (2006), chapter 2, with
//! rows for columns.

use wide::f64x4;

use super::lanes;

/// The sparsity of a matrix: where each row starts, how many elements it has, and their columns in
/// increasing order.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    /// How many elements each row has.
    pub rownnz: &'a [i32],
    /// Where each row starts.
    pub rowadr: &'a [i32],
    /// The column of each element.
    pub colind: &'a [i32],
}

impl<'a> Pattern<'a> {
    /// Where row `r` is stored in the arrays of values and columns.
    #[inline]
    pub fn range(&self, r: usize) -> std::ops::Range<usize> {
        let start = self.rowadr[r] as usize;
        start..start + self.rownnz[r] as usize
    }

    /// The columns of row `r`.
    #[inline]
    pub fn columns(&self, r: usize) -> &'a [i32] {
        &self.colind[self.range(r)]
    }
}

/// Dot product of a sparse and a dense vector: four lanes as in the dense one, but each element of
/// the tail is added in turn.
#[doc(alias("mju_dotSparse", "mju_dotSparse_avx"))]
#[inline]
pub fn dot(values: &[f64], columns: &[i32], dense: &[f64]) -> f64 {
    let [sum] = dots([values], columns, dense);
    sum
}

/// Dot products of several vectors that have the same columns.
#[doc(alias("mju_dotSparseX3", "mju_dotSparseX3_avx"))]
#[inline]
fn dots<const N: usize>(vectors: [&[f64]; N], columns: &[i32], dense: &[f64]) -> [f64; N] {
    let (chunks, tail_columns) = columns.as_chunks::<4>();
    let parts = vectors.map(|values| values[..columns.len()].as_chunks::<4>());
    // Adding to minus zero leaves the first products as they are.
    let mut lanes = [f64x4::splat(-0.0); N];
    for (k, c) in chunks.iter().enumerate() {
        let at = |k: usize| dense[c[k] as usize];
        let x = f64x4::from([at(0), at(1), at(2), at(3)]);
        for (lanes, (values, _)) in lanes.iter_mut().zip(&parts) {
            *lanes += f64x4::from(values[k]) * x;
        }
    }
    let mut sums = [0.0; N];
    if !chunks.is_empty() {
        sums = lanes.map(|lanes| lanes::sum(&lanes.to_array()));
    }
    for (k, &c) in tail_columns.iter().enumerate() {
        let x = dense[c as usize];
        for (sum, (_, values)) in sums.iter_mut().zip(&parts) {
            *sum += values[k] * x;
        }
    }
    sums
}

/// `res = M v`
#[doc(alias("mju_mulMatVecSparse", "mju_mulMatVecSparse_avx"))]
pub fn mul_vec(res: &mut [f64], mat: &[f64], pattern: Pattern, v: &[f64]) {
    let rows = pattern.rowadr.iter().zip(pattern.rownnz);
    for (res, (&start, &nnz)) in res.iter_mut().zip(rows) {
        let row = start as usize..start as usize + nnz as usize;
        *res = match (&mat[row.clone()], &pattern.colind[row]) {
            ([value], &[column]) => 0.0 + value * v[column as usize],
            ([a, b], &[i, j]) => 0.0 + a * v[i as usize] + b * v[j as usize],
            (values, columns) => dot(values, columns, v),
        };
    }
}

/// `res = M v` where rows follow each other without gaps and `following` is the number of rows
/// after each that have the same columns.
pub fn mul_vec_in_runs(
    res: &mut [f64],
    mat: &[f64],
    pattern: Pattern,
    following: &[i32],
    v: &[f64],
) {
    let mut r = 0;
    while r < res.len() {
        let columns = pattern.columns(r);
        let start = pattern.rowadr[r] as usize;
        let row = |k: usize| &mat[start + k * columns.len()..];
        r += match (following[r], &mut res[r..]) {
            (3.., [a, b, c, d, ..]) => {
                [*a, *b, *c, *d] = dots([row(0), row(1), row(2), row(3)], columns, v);
                4
            }
            (2, [a, b, c, ..]) => {
                [*a, *b, *c] = dots([row(0), row(1), row(2)], columns, v);
                3
            }
            (1, [a, b, ..]) => {
                [*a, *b] = dots([row(0), row(1)], columns, v);
                2
            }
            (_, rest) => {
                rest[0] = dot(row(0), columns, v);
                1
            }
        };
    }
}

/// `res = M' v`, accumulated row by row; rows with a zero factor are skipped.
#[doc(alias = "mju_mulMatTVecSparse")]
pub fn tr_mul_vec(res: &mut [f64], mat: &[f64], pattern: Pattern, v: &[f64]) {
    res.fill(0.0);
    let rows = pattern.rowadr.iter().zip(pattern.rownnz);
    for (&factor, (&start, &nnz)) in v.iter().zip(rows) {
        if factor == 0.0 {
            continue;
        }
        let start = start as usize;
        if nnz == 1 {
            res[pattern.colind[start] as usize] += mat[start] * factor;
        } else {
            let row = start..start + nnz as usize;
            for (x, &c) in mat[row.clone()].iter().zip(&pattern.colind[row]) {
                res[c as usize] += x * factor;
            }
        }
    }
}

/// `dst += src * factor` for sparse vectors with increasing columns. `dst` holds `nnz` elements and
/// has room for the union; the new number of elements is returned. An element that only `src` has
/// is the product alone.
#[doc(alias = "mju_combineSparse")]
pub fn add_scaled(
    (dst, dst_columns): (&mut [f64], &mut [i32]),
    nnz: usize,
    (src, src_columns): (&[f64], &[i32]),
    factor: f64,
) -> usize {
    let union = nnz + src_columns.len() - common(&dst_columns[..nnz], src_columns);
    // From the back, so that no element is overwritten before it is read.
    let (mut i, mut j) = (nnz, src_columns.len());
    for k in (0..union).rev() {
        if j == 0 {
            break;
        }
        let ours = i.checked_sub(1).map(|i| dst_columns[i]);
        let column = src_columns[j - 1];
        if ours == Some(column) {
            dst[k] = dst[i - 1] + factor * src[j - 1];
            dst_columns[k] = column;
            i -= 1;
            j -= 1;
        } else if ours > Some(column) {
            dst[k] = dst[i - 1];
            dst_columns[k] = dst_columns[i - 1];
            i -= 1;
        } else {
            dst[k] = factor * src[j - 1];
            dst_columns[k] = column;
            j -= 1;
        }
    }
    union
}

/// How many columns two increasing lists share.
#[doc(alias = "mju_combineSparseCount")]
fn common(a: &[i32], b: &[i32]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                count += 1;
                i += 1;
                j += 1;
            }
        }
    }
    count
}
