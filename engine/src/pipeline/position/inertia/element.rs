//! What matrices and vectors over dofs consist of: numbers, or several numbers side by side.
//!
//! A matrix may hold pairs, one number of each of two matrices of the same shape; a vector may
//! also hold one number of each of several vectors. The SIMD lanes do not meet, so that each has
//! the bits that it would have alone.

use std::ops::{Div, Mul, Sub};

use wide::{CmpEq, CmpLt, f64x2};

use crate::math::MINVAL;
use crate::math::abreast::{Eight, WIDTH};

/// How many of the numbers side by side are zero.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Zeros {
    None,
    Some,
    All,
}

/// An element of a vector that is solved for.
pub(crate) trait Unknown: Copy {
    /// An element of the matrix.
    type Factor: Copy;

    fn zeros(self) -> Zeros;

    /// `self - l x`
    fn minus(self, l: Self::Factor, x: Self) -> Self;

    /// `self - l x` where `x` is not zero, `self` where it is.
    fn minus_nonzero(self, l: Self::Factor, x: Self) -> Self;

    /// `self * factor`
    fn times(self, factor: Self::Factor) -> Self;
}

/// An element of a matrix.
pub(crate) trait Element:
    Unknown<Factor = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    const ONE: Self;

    /// Whether any is less than MINVAL.
    fn is_too_small(self) -> bool;

    /// At least MINVAL.
    fn raised(self) -> Self;

    /// `row -= others[k] * multiples[k]`, one after the other.
    fn subtract<const N: usize>(row: &mut [Self], others: [&[Self]; N], multiples: [Self; N]);
}

impl Unknown for f64 {
    type Factor = f64;

    #[inline(always)]
    fn zeros(self) -> Zeros {
        if self == 0.0 { Zeros::All } else { Zeros::None }
    }

    #[inline(always)]
    fn minus(self, l: f64, x: f64) -> f64 {
        self - l * x
    }

    #[inline(always)]
    fn minus_nonzero(self, l: f64, x: f64) -> f64 {
        if x == 0.0 { self } else { self - l * x }
    }

    #[inline(always)]
    fn times(self, factor: f64) -> f64 {
        self * factor
    }
}

impl Unknown for f64x2 {
    type Factor = f64x2;

    #[inline(always)]
    fn zeros(self) -> Zeros {
        match self.cmp_eq(f64x2::ZERO).move_mask() {
            0 => Zeros::None,
            0b11 => Zeros::All,
            _ => Zeros::Some,
        }
    }

    #[inline(always)]
    fn minus(self, l: f64x2, x: f64x2) -> f64x2 {
        self - l * x
    }

    #[inline(always)]
    fn minus_nonzero(self, l: f64x2, x: f64x2) -> f64x2 {
        x.cmp_eq(f64x2::ZERO).blend(self, self - l * x)
    }

    #[inline(always)]
    fn times(self, factor: f64x2) -> f64x2 {
        self * factor
    }
}

/// Eight matrices of the same shape, as those of eight worlds.
impl Unknown for Eight {
    type Factor = Eight;

    #[inline(always)]
    fn zeros(self) -> Zeros {
        const ALL_LANES: u32 = (1 << WIDTH) - 1;
        match self.cmp_eq(Eight::ZERO).lanes() {
            0 => Zeros::None,
            ALL_LANES => Zeros::All,
            _ => Zeros::Some,
        }
    }

    #[inline(always)]
    fn minus(self, l: Eight, x: Eight) -> Eight {
        self - l * x
    }

    #[inline(always)]
    fn minus_nonzero(self, l: Eight, x: Eight) -> Eight {
        x.cmp_eq(Eight::ZERO).blend(self, self - l * x)
    }

    #[inline(always)]
    fn times(self, factor: Eight) -> Eight {
        self * factor
    }
}

/// Several vectors with the same matrix. Only where all are zero is a dof passed over: the matrix
/// is taken to be finite, so that products with zeros change no number but the sign of a zero.
impl<const W: usize> Unknown for [f64; W] {
    type Factor = f64;

    #[inline(always)]
    fn zeros(self) -> Zeros {
        if self == [0.0; W] {
            Zeros::All
        } else {
            Zeros::None
        }
    }

    #[inline(always)]
    fn minus(mut self, l: f64, x: [f64; W]) -> [f64; W] {
        for k in 0..W {
            self[k] -= l * x[k];
        }
        self
    }

    #[inline(always)]
    fn minus_nonzero(self, l: f64, x: [f64; W]) -> [f64; W] {
        self.minus(l, x)
    }

    #[inline(always)]
    fn times(self, factor: f64) -> [f64; W] {
        self.map(|x| x * factor)
    }
}

impl Element for f64 {
    const ONE: f64 = 1.0;

    #[inline(always)]
    fn is_too_small(self) -> bool {
        self < MINVAL
    }

    #[inline(always)]
    fn raised(self) -> f64 {
        if self < MINVAL { MINVAL } else { self }
    }

    #[inline(always)]
    fn subtract<const N: usize>(row: &mut [f64], others: [&[f64]; N], multiples: [f64; N]) {
        let n = row.len();
        // By fours, which is how the compiler vectorises without a loop of leftovers.
        let others = others.map(|other| other[..n].as_chunks::<4>());
        let (groups, rest) = row.as_chunks_mut::<4>();
        for (g, group) in groups.iter_mut().enumerate() {
            let mut sum = *group;
            for k in 0..N {
                for (x, y) in sum.iter_mut().zip(others[k].0[g]) {
                    *x -= y * multiples[k];
                }
            }
            *group = sum;
        }
        for (r, x) in rest.iter_mut().enumerate() {
            for k in 0..N {
                *x -= others[k].1[r] * multiples[k];
            }
        }
    }
}

impl Element for f64x2 {
    const ONE: f64x2 = f64x2::ONE;

    #[inline(always)]
    fn is_too_small(self) -> bool {
        self.cmp_lt(f64x2::splat(MINVAL)).any()
    }

    #[inline(always)]
    fn raised(self) -> f64x2 {
        f64x2::from(self.to_array().map(f64::raised))
    }

    #[inline(always)]
    fn subtract<const N: usize>(row: &mut [f64x2], others: [&[f64x2]; N], multiples: [f64x2; N]) {
        let n = row.len();
        // By twos, as four numbers.
        let four = |pair: &[f64x2; 2]| -> [f64; 4] { bytemuck::cast(*pair) };
        let others = others.map(|other| other[..n].as_chunks::<2>());
        let twice = multiples.map(|m| four(&[m, m]));
        let (groups, rest) = row.as_chunks_mut::<2>();
        for (g, group) in groups.iter_mut().enumerate() {
            let mut sum = four(group);
            for k in 0..N {
                let other = four(&others[k].0[g]);
                for lane in 0..4 {
                    sum[lane] -= other[lane] * twice[k][lane];
                }
            }
            *group = bytemuck::cast(sum);
        }
        if let [x] = rest {
            for k in 0..N {
                *x -= others[k].1[0] * multiples[k];
            }
        }
    }
}

impl Element for Eight {
    const ONE: Eight = Eight::ONE;

    #[inline(always)]
    fn is_too_small(self) -> bool {
        self.cmp_lt(Eight::splat(MINVAL)).any()
    }

    #[inline(always)]
    fn raised(self) -> Eight {
        Eight::from(self.to_array().map(f64::raised))
    }

    #[inline(always)]
    fn subtract<const N: usize>(row: &mut [Eight], others: [&[Eight]; N], multiples: [Eight; N]) {
        let n = row.len();
        let others = others.map(|other| &other[..n]);
        for (i, x) in row.iter_mut().enumerate() {
            let mut sum = *x;
            for k in 0..N {
                sum -= others[k][i] * multiples[k];
            }
            *x = sum;
        }
    }
}

/// Each number twice, by fours.
#[inline(always)]
pub(super) fn double(values: &[f64], pairs: &mut [f64x2]) {
    let (groups, rest) = pairs.as_chunks_mut::<4>();
    let (value_groups, value_rest) = values.as_chunks::<4>();
    for (pairs, values) in groups.iter_mut().zip(value_groups) {
        *pairs = values.map(f64x2::splat);
    }
    for (pair, &value) in rest.iter_mut().zip(value_rest) {
        *pair = f64x2::splat(value);
    }
}

/// The lanes apart, by fours.
#[inline(always)]
pub(super) fn split<E: Copy + Into<[f64; 2]>>(pairs: &[E], first: &mut [f64], second: &mut [f64]) {
    let (groups, rest) = pairs.as_chunks::<4>();
    let (first_groups, first_rest) = first.as_chunks_mut::<4>();
    let (second_groups, second_rest) = second.as_chunks_mut::<4>();
    let lane = |lane: usize| move |pair: E| pair.into()[lane];
    for ((pairs, first), second) in groups.iter().zip(first_groups).zip(second_groups) {
        *first = pairs.map(lane(0));
        *second = pairs.map(lane(1));
    }
    for ((pair, first), second) in rest.iter().zip(first_rest).zip(second_rest) {
        [*first, *second] = (*pair).into();
    }
}
