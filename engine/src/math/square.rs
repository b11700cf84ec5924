//! Symmetric products of a matrix with its own transpose.
//!
//! Row by row with a dense accumulator: Gustavson, Two fast algorithms for sparse matrices (1978).

use super::dense::add_scaled;
use super::prefix_sum;
use super::sparse::Pattern;

/// `res = M' M` for a dense `M` of `n` columns: each element sums over the rows in turn, rows with
/// a zero in the first factor are skipped.
#[doc(alias = "mju_sqrMatTD")]
pub fn dense(res: &mut [f64], mat: &[f64], n: usize) {
    for (i, res) in res.chunks_exact_mut(n.max(1)).enumerate() {
        // Wide groups first. Elements above the diagonal may be computed with the others: what
        // mirrors the triangle writes them again.
        let mut start = 0;
        while start <= i {
            start += match n - start {
                16.. if i - start >= 8 => column_group::<16>(res, mat, i, start),
                8.. if i - start >= 4 => column_group::<8>(res, mat, i, start),
                4.. => column_group::<4>(res, mat, i, start),
                _ => column_group::<1>(res, mat, i, start),
            };
        }
    }
    mirror(res, n);
}

/// `W` elements of row `i` of `M' M`. Returns `W`.
#[inline(always)]
fn column_group<const W: usize>(res: &mut [f64], mat: &[f64], i: usize, start: usize) -> usize {
    let mut sums = [0.0; W];
    for row in mat.chunks_exact(res.len()) {
        let factor = row[i];
        if factor != 0.0 {
            let group: &[f64] = &row[start..start + W];
            for (sum, x) in sums.iter_mut().zip(group) {
                *sum += factor * x;
            }
        }
    }
    res[start..start + W].copy_from_slice(&sums);
    W
}

/// `res = M' diag(w) M` for a dense `M` of `n` columns: the rows are added in turn, those with a
/// zero weight and zeros of the first factor are skipped.
#[doc(alias = "mju_sqrMatTD")]
pub fn weighted(res: &mut [f64], mat: &[f64], weights: &[f64], n: usize) {
    res.fill(0.0);
    for (row, &weight) in mat.chunks_exact(n.max(1)).zip(weights) {
        if weight == 0.0 {
            continue;
        }
        for (i, res) in res.chunks_exact_mut(n).enumerate() {
            if row[i] != 0.0 {
                add_scaled(&mut res[..=i], &row[..=i], row[i] * weight);
            }
        }
    }
    mirror(res, n);
}

/// Copies the lower triangle to the upper one.
fn mirror(res: &mut [f64], n: usize) {
    for i in 0..n {
        for j in i + 1..n {
            res[i * n + j] = res[j * n + i];
        }
    }
}

/// Memory for a sparse product.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    sums: Vec<f64>,
    seen: Vec<bool>,
    lower_columns: Vec<i32>,
    lower_values: Vec<f64>,
    lower_start: Vec<usize>,
}

/// `res = B B'` for a sparse `B` given with its transpose. Rows of the result follow each other
/// without gaps, columns increasing.
#[doc(alias("mju_sqrMatTDSparse", "mju_sqrMatTDSparseInit"))]
pub(crate) fn sparse(
    (b, b_pattern): (&[f64], Pattern),
    (t, t_pattern): (&[f64], Pattern),
    scratch: &mut Scratch,
    res: &mut [f64],
    rownnz: &mut [i32],
    rowadr: &mut [i32],
    colind: &mut [i32],
) {
    let n = b_pattern.rownnz.len();
    lower_triangle((b, b_pattern), (t, t_pattern), scratch);
    let lower = |r: usize| scratch.lower_start[r]..scratch.lower_start[r + 1];
    rownnz.fill(0);
    for r in 0..n {
        for &c in &scratch.lower_columns[lower(r)] {
            rownnz[r] += 1;
            if c as usize != r {
                rownnz[c as usize] += 1;
            }
        }
    }
    prefix_sum(rownnz, rowadr);
    rownnz.fill(0);
    // Row after row, each element goes to its own place and, mirrored, to the end of an earlier
    // row.
    let mut put = |r: usize, c: i32, value: f64| {
        let at = (rowadr[r] + rownnz[r]) as usize;
        res[at] = value;
        colind[at] = c;
        rownnz[r] += 1;
    };
    for r in 0..n {
        for k in lower(r) {
            let c = scratch.lower_columns[k];
            put(r, c, scratch.lower_values[k]);
            if c as usize != r {
                put(c as usize, r as i32, scratch.lower_values[k]);
            }
        }
    }
}

/// Accumulates each row of the product up to its diagonal.
fn lower_triangle(
    (b, b_pattern): (&[f64], Pattern),
    (t, t_pattern): (&[f64], Pattern),
    scratch: &mut Scratch,
) {
    let n = b_pattern.rownnz.len();
    let Scratch {
        sums,
        seen,
        lower_columns,
        lower_values,
        lower_start,
    } = scratch;
    sums.clear();
    sums.resize(n, 0.0);
    seen.clear();
    seen.resize(n, false);
    lower_columns.clear();
    lower_values.clear();
    lower_start.clear();
    for r in 0..n {
        let start = lower_columns.len();
        lower_start.push(start);
        for (x, &via) in b[b_pattern.range(r)].iter().zip(b_pattern.columns(r)) {
            let via = via as usize;
            for (y, &c) in t[t_pattern.range(via)].iter().zip(t_pattern.columns(via)) {
                if c as usize > r {
                    break;
                }
                sums[c as usize] += x * y;
                if !seen[c as usize] {
                    seen[c as usize] = true;
                    lower_columns.push(c);
                }
            }
        }
        lower_columns[start..].sort_unstable();
        for &c in &lower_columns[start..] {
            lower_values.push(std::mem::take(&mut sums[c as usize]));
            seen[c as usize] = false;
        }
    }
    lower_start.push(lower_columns.len());
}
