//! Sparse kernels: vectors as values with column indices, matrices as rows of such (CSR).

/// The sparsity of a matrix: where each row starts, how many elements it has, and their columns in increasing order.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    pub rownnz: &'a [i32],
    pub rowadr: &'a [i32],
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

/// Dot product of a sparse and a dense vector: four lanes as in the dense one, but each element of the tail is added in turn.
#[inline]
pub fn dot(values: &[f64], columns: &[i32], dense: &[f64]) -> f64 {
    let n = values.len().min(columns.len());
    let (v4, v_tail) = values[..n].as_chunks::<4>();
    let (c4, c_tail) = columns[..n].as_chunks::<4>();
    let mut chunks = v4.iter().zip(c4);
    let mut sum = 0.0;
    if let Some((v, c)) = chunks.next() {
        let mut lanes: [f64; 4] = std::array::from_fn(|k| v[k] * dense[c[k] as usize]);
        for (v, c) in chunks {
            for k in 0..4 {
                lanes[k] += v[k] * dense[c[k] as usize];
            }
        }
        sum = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
    }
    for (v, &c) in v_tail.iter().zip(c_tail) {
        sum += v * dense[c as usize];
    }
    sum
}

/// `res = M v`
pub fn mul_vec(res: &mut [f64], mat: &[f64], pattern: Pattern, v: &[f64]) {
    for (r, res) in res.iter_mut().enumerate() {
        *res = dot(&mat[pattern.range(r)], pattern.columns(r), v);
    }
}

/// `res = M' v`, accumulated row by row; rows with a zero factor are skipped.
pub fn tr_mul_vec(res: &mut [f64], mat: &[f64], pattern: Pattern, v: &[f64]) {
    res.fill(0.0);
    for (r, &factor) in v.iter().enumerate() {
        if factor != 0.0 {
            for (x, &c) in mat[pattern.range(r)].iter().zip(pattern.columns(r)) {
                res[c as usize] += x * factor;
            }
        }
    }
}
