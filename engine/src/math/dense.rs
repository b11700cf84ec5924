//! Dense kernels on flat slices; matrices row by row. Dot products sum in four lanes, products with
//! a transpose row by row.

use wide::f64x4;

use super::{MINVAL, lanes};

/// Dot product: four lanes with stride 4 reduced as `(l0 + l2) + (l1 + l3)`, the tail summed on its
/// own and added last.
#[doc(alias = "mju_dot")]
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    let (a4, a_tail) = a[..n].as_chunks::<4>();
    let (b4, b_tail) = b[..n].as_chunks::<4>();
    let mut sum = 0.0;
    if !a4.is_empty() {
        // Minus zero leaves the first products as they are, so that a sum of negative zeros keeps
        // its sign.
        let mut lanes = f64x4::splat(-0.0);
        for (&a, &b) in a4.iter().zip(b4) {
            lanes += f64x4::from(a) * f64x4::from(b);
        }
        sum = lanes::sum(&lanes.to_array());
    }
    add_tail(sum, a_tail, b_tail)
}

/// [`dot`] with `own` instead of the `group`th four elements of `b`.
#[inline(always)]
pub(crate) fn dot_replacing(a: &[f64], b: &[f64], group: usize, own: f64x4) -> f64 {
    let (a4, a_tail) = a.as_chunks::<4>();
    let (b4, b_tail) = b[..a.len()].as_chunks::<4>();
    let mut lanes = f64x4::splat(-0.0);
    for (&a, &b) in a4[..group].iter().zip(b4) {
        lanes += f64x4::from(a) * f64x4::from(b);
    }
    lanes += f64x4::from(a4[group]) * own;
    for (&a, &b) in a4[group + 1..].iter().zip(&b4[group + 1..]) {
        lanes += f64x4::from(a) * f64x4::from(b);
    }
    add_tail(lanes::sum(&lanes.to_array()), a_tail, b_tail)
}

/// Adds the products of the tail: the up to three elements after the last group of four, summed on
/// their own.
#[inline(always)]
pub(super) fn add_tail(sum: f64, a: &[f64], b: &[f64]) -> f64 {
    match (a, b) {
        ([a0], [b0]) => sum + a0 * b0,
        ([a0, a1], [b0, b1]) => sum + (a0 * b0 + a1 * b1),
        ([a0, a1, a2], [b0, b1, b2]) => sum + (a0 * b0 + a1 * b1 + a2 * b2),
        _ => sum,
    }
}

/// `res[i] = f(inputs[0][i], inputs[1][i], ...)`, in groups of four, so that short vectors cost no
/// more than their elements.
#[doc(alias("mju_add", "mju_sub", "mju_addScl"))]
#[inline(always)]
pub fn combine<const N: usize>(res: &mut [f64], inputs: [&[f64]; N], f: impl Fn([f64; N]) -> f64) {
    let n = res.len();
    let inputs = inputs.map(|input| input[..n].as_chunks::<4>());
    let (groups, rest) = res.as_chunks_mut::<4>();
    for (g, group) in groups.iter_mut().enumerate() {
        *group = std::array::from_fn(|lane| f(inputs.map(|(groups, _)| groups[g][lane])));
    }
    for (i, res) in rest.iter_mut().enumerate() {
        *res = f(inputs.map(|(_, rest)| rest[i]));
    }
}

/// Euclidean length.
#[doc(alias = "mju_norm")]
#[inline]
pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// Makes `v` a unit vector and returns its former norm. A vector shorter than `MINVAL` becomes the
/// first axis.
#[doc(alias = "mju_normalize")]
pub fn normalize(v: &mut [f64]) -> f64 {
    let norm = norm(v);
    if norm < MINVAL {
        v.fill(0.0);
        if let Some(first) = v.first_mut() {
            *first = 1.0;
        }
    } else {
        scale(v, 1.0 / norm);
    }
    norm
}

/// The sum of all elements, one after the other.
#[doc(alias = "mju_sum")]
pub fn sum(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |sum, x| sum + x)
}

/// The sum of all magnitudes, one after the other.
#[doc(alias = "mju_L1")]
pub fn l1(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |sum, x| sum + x.abs())
}

/// Whether all elements are zeros of either sign.
#[doc(alias = "mju_isZero")]
pub fn is_zero(v: &[f64]) -> bool {
    v.iter().all(|&x| x == 0.0)
}

/// `a' M b` for a square `M`.
#[doc(alias = "mju_mulVecMatVec")]
pub fn mul_vec_mat_vec(a: &[f64], mat: &[f64], b: &[f64]) -> f64 {
    let rows = a.iter().zip(mat.chunks_exact(b.len().max(1)));
    rows.fold(0.0, |sum, (a, row)| sum + a * dot(row, b))
}

/// `res += v * s`
#[doc(alias = "mju_addToScl")]
#[inline]
pub fn add_scaled(res: &mut [f64], v: &[f64], s: f64) {
    for (r, x) in res.iter_mut().zip(v) {
        *r += x * s;
    }
}

/// `res += v`
#[doc(alias = "mju_addTo")]
#[inline]
pub fn add_to(res: &mut [f64], v: &[f64]) {
    for (r, x) in res.iter_mut().zip(v) {
        *r += x;
    }
}

/// `res -= v`
#[doc(alias = "mju_subFrom")]
#[inline]
pub fn sub_from(res: &mut [f64], v: &[f64]) {
    for (r, x) in res.iter_mut().zip(v) {
        *r -= x;
    }
}

/// `res *= s`
#[doc(alias = "mju_scl")]
#[inline]
pub fn scale(res: &mut [f64], s: f64) {
    for r in res {
        *r *= s;
    }
}

/// `res = M v`, one row of `M` per element of `res`.
#[doc(alias = "mju_mulMatVec")]
pub fn mul_vec(res: &mut [f64], mat: &[f64], v: &[f64]) {
    if v.is_empty() {
        return res.fill(0.0);
    }
    for (r, row) in res.iter_mut().zip(mat.chunks_exact(v.len())) {
        *r = dot(row, v);
    }
}

/// `res = M' v`, accumulated row by row; rows with a zero factor are skipped.
#[doc(alias = "mju_mulMatTVec")]
pub fn tr_mul_vec(res: &mut [f64], mat: &[f64], v: &[f64]) {
    res.fill(0.0);
    for (row, &factor) in mat.chunks_exact(res.len().max(1)).zip(v) {
        if factor != 0.0 {
            add_scaled(res, row, factor);
        }
    }
}

/// `res = A B` where `A` has `inner` columns and `B` has `cols`, accumulated along the rows of `B`;
/// zeros of `A` are skipped.
#[doc(alias = "mju_mulMatMat")]
pub fn mul_mat(res: &mut [f64], a: &[f64], b: &[f64], inner: usize, cols: usize) {
    res.fill(0.0);
    for (res, a) in res
        .chunks_exact_mut(cols.max(1))
        .zip(a.chunks_exact(inner.max(1)))
    {
        for (&factor, b) in a.iter().zip(b.chunks_exact(cols.max(1))) {
            if factor != 0.0 {
                add_scaled(res, b, factor);
            }
        }
    }
}

/// `res = A B'` where both have `inner` columns; each element is a dot product of two rows.
#[doc(alias = "mju_mulMatMatT")]
pub fn mul_mat_tr(res: &mut [f64], a: &[f64], b: &[f64], inner: usize) {
    let rows = b.chunks_exact(inner.max(1));
    let cols = rows.len();
    for (res, a) in res
        .chunks_exact_mut(cols.max(1))
        .zip(a.chunks_exact(inner.max(1)))
    {
        for (r, b) in res.iter_mut().zip(rows.clone()) {
            *r = dot(a, b);
        }
    }
}

/// `res = A' B` where `A` has `res_rows` columns and `B` has `cols`, accumulated row by row; zeros
/// of `A` are skipped.
#[doc(alias = "mju_mulMatTMat")]
pub fn tr_mul_mat(res: &mut [f64], a: &[f64], b: &[f64], res_rows: usize, cols: usize) {
    res.fill(0.0);
    for (a, b) in a
        .chunks_exact(res_rows.max(1))
        .zip(b.chunks_exact(cols.max(1)))
    {
        for (&factor, res) in a.iter().zip(res.chunks_exact_mut(cols.max(1))) {
            if factor != 0.0 {
                add_scaled(res, b, factor);
            }
        }
    }
}

/// Makes a square matrix of `n` rows symmetric: opposite elements become their mean.
#[doc(alias = "mju_symmetrize")]
pub fn symmetrize(mat: &mut [f64], n: usize) {
    for i in 0..n {
        for j in 0..i {
            let mean = 0.5 * (mat[i * n + j] + mat[j * n + i]);
            mat[i * n + j] = mean;
            mat[j * n + i] = mean;
        }
    }
}
