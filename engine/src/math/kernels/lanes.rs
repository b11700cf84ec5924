//! The sum of SIMD lanes, in MuJoCo's order.

use std::ops::Add;

/// The sum of four lanes in the order of MuJoCo's dot product, `(l0 + l2) + (l1 + l3)`. A lane is a
/// number or a vector of numbers.
#[inline(always)]
pub fn sum<T: Copy + Add<Output = T>>(l: &[T; 4]) -> T {
    (l[0] + l[2]) + (l[1] + l[3])
}
