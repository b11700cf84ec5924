//! SIMD lanes: their sum in MuJoCo's order, and branch-free formulas, written once for a number and
//! for four in lanes. There the lanes do not mix, so that each has the bits that it would have
//! alone.

use std::hint::select_unpredictable;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Not, Sub};

use wide::{CmpLe, CmpLt, f64x4};

/// The sum of four lanes in the order of MuJoCo's dot product, `(l0 + l2) + (l1 + l3)`. A lane is a
/// number or a vector of numbers.
#[inline(always)]
pub fn sum<T: Copy + Add<Output = T>>(l: &[T; 4]) -> T {
    (l[0] + l[2]) + (l[1] + l[3])
}

/// One number, or several in lanes.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The result of a comparison, lane by lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    fn splat(x: f64) -> Self;

    /// The negated number, zeros included.
    fn opposite(self) -> Self;

    fn less(self, other: Self) -> Self::Mask;

    fn at_most(self, other: Self) -> Self::Mask;

    /// `yes` in the lanes where the mask is set, else `no`; both are computed, so that no branch
    /// has to be predicted.
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
