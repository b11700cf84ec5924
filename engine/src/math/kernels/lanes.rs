//! The sum of SIMD lanes, in MuJoCo's order, and single lanes.

use std::ops::Add;

use wide::f64x4;

/// The sum of four lanes in the order of MuJoCo's dot product, `(l0 + l2) + (l1 + l3)`. A lane is a
/// number or a vector of numbers.
#[inline(always)]
pub fn sum<T: Copy + Add<Output = T>>(l: &[T; 4]) -> T {
    (l[0] + l[2]) + (l[1] + l[3])
}

const ON: f64 = f64::from_bits(u64::MAX);

/// All bits of one lane.
const LANE: [f64x4; 4] = [
    f64x4::new([ON, 0.0, 0.0, 0.0]),
    f64x4::new([0.0, ON, 0.0, 0.0]),
    f64x4::new([0.0, 0.0, ON, 0.0]),
    f64x4::new([0.0, 0.0, 0.0, ON]),
];

/// All bits of the lanes after one.
const AFTER: [f64x4; 4] = [
    f64x4::new([0.0, ON, ON, ON]),
    f64x4::new([0.0, 0.0, ON, ON]),
    f64x4::new([0.0, 0.0, 0.0, ON]),
    f64x4::new([0.0, 0.0, 0.0, 0.0]),
];

/// The vector with another number in one lane.
#[inline(always)]
pub fn put(v: f64x4, lane: usize, number: f64) -> f64x4 {
    LANE[lane].blend(f64x4::splat(number), v)
}

/// The vector with another number in one lane and zeros before it. Done in registers: a vector that
/// is read after one of its lanes was written in memory has to wait.
#[inline(always)]
pub fn begin_at(v: f64x4, lane: usize, number: f64) -> f64x4 {
    (v & AFTER[lane]) | (f64x4::splat(number) & LANE[lane])
}
