//! Dot products over a subset of indices.

use super::lanes;

/// Dot product of two dense vectors at `indices`: four lanes, then each element of the tail in
/// turn.
pub fn dot_at(a: &[f64], b: &[f64], indices: &[i32]) -> f64 {
    let product = |i: i32| a[i as usize] * b[i as usize];
    let (chunks, tail) = indices.as_chunks::<4>();
    let mut chunks = chunks.iter();
    let mut sum = 0.0;
    if let Some(chunk) = chunks.next() {
        let mut lanes = chunk.map(product);
        for chunk in chunks {
            for (lane, &i) in lanes.iter_mut().zip(chunk) {
                *lane += product(i);
            }
        }
        sum = lanes::sum(&lanes);
    }
    for &i in tail {
        sum += product(i);
    }
    sum
}

/// [`dense::dot`](crate::math::dense::dot) of `W` pairs of vectors with `n` elements: of the products,
/// only those at the given increasing places can be nonzero.
#[inline]
pub fn dots_of_nonzeros<const W: usize>(
    n: usize,
    products: impl IntoIterator<Item = (usize, [f64; W])>,
) -> [f64; W] {
    let tail_start = n - n % 4;
    // Four lanes, and the tail.
    let mut sums = [[0.0; W]; 5];
    for (at, product) in products {
        let sums = &mut sums[if at < tail_start { at % 4 } else { 4 }];
        for (sum, x) in sums.iter_mut().zip(product) {
            *sum += x;
        }
    }
    let [l0, l1, l2, l3, tail] = sums;
    std::array::from_fn(|k| lanes::sum(&[l0[k], l1[k], l2[k], l3[k]]) + tail[k])
}

/// Dot product, one element after the other, of a sparse vector with one that is known at
/// `indices`; `other` is given the place in `indices` and the index itself.
#[doc(alias = "mju_dotSparse2")]
pub fn dot_at_common(
    values: &[f64],
    columns: &[i32],
    indices: &[i32],
    other: impl Fn(usize, usize) -> f64,
) -> f64 {
    let mut sum = 0.0;
    let mut k = 0;
    for (value, &column) in values.iter().zip(columns) {
        while k < indices.len() && indices[k] < column {
            k += 1;
        }
        if k < indices.len() && indices[k] == column {
            sum += value * other(k, column as usize);
            k += 1;
        }
    }
    sum
}
