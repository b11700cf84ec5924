//! A number, or four side by side: formulas without branches, written once. The lanes do not meet, so that each has the bits that it
//! would have alone.

use std::hint::select_unpredictable;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Not, Sub};

use wide::{CmpLe, CmpLt, f64x4};

/// The sum of four SIMD lanes, in the order of the reference's dot product.
#[inline(always)]
pub fn sum<T: Copy + Add<Output = T>>(l: &[T; 4]) -> T {
    (l[0] + l[2]) + (l[1] + l[3])
}

/// One number or several.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// What holds for which of them.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    fn splat(x: f64) -> Self;

    /// The number of opposite sign, zeros included.
    fn opposite(self) -> Self;

    fn less(self, other: Self) -> Self::Mask;

    fn at_most(self, other: Self) -> Self::Mask;

    /// `yes` where it holds, else `no`; both are at hand, so nothing has to be guessed.
    fn select(holds: Self::Mask, yes: Self, no: Self) -> Self;
}

impl Lanes for f64 {
    type Mask = bool;

    #[inline(always)]
    fn splat(x: f64) -> f64 {
        x
    }

    #[inline(always)]
    fn opposite(self) -> f64 {
        -self
    }

    #[inline(always)]
    fn less(self, other: f64) -> bool {
        self < other
    }

    #[inline(always)]
    fn at_most(self, other: f64) -> bool {
        self <= other
    }

    #[inline(always)]
    fn select(holds: bool, yes: f64, no: f64) -> f64 {
        select_unpredictable(holds, yes, no)
    }
}

impl Lanes for f64x4 {
    type Mask = f64x4;

    #[inline(always)]
    fn splat(x: f64) -> f64x4 {
        f64x4::splat(x)
    }

    #[inline(always)]
    fn opposite(self) -> f64x4 {
        self ^ f64x4::splat(-0.0)
    }

    #[inline(always)]
    fn less(self, other: f64x4) -> f64x4 {
        self.cmp_lt(other)
    }

    #[inline(always)]
    fn at_most(self, other: f64x4) -> f64x4 {
        self.cmp_le(other)
    }

    #[inline(always)]
    fn select(holds: f64x4, yes: f64x4, no: f64x4) -> f64x4 {
        holds.blend(yes, no)
    }
}
