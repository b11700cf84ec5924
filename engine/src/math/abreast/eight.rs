//! A number of each of eight worlds: two vectors of four, so that while one waits for its result the
//! other goes on.

use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Not, Sub, SubAssign};

use bytemuck::{cast, cast_mut, cast_ref};
use wide::{CmpEq, CmpGt, CmpLe, CmpLt, f64x4};

use super::WIDTH;

/// Lane `k` belongs to world `k`. What is asked of numbers is answered by all bits of a lane or by
/// none.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub(crate) struct Eight([f64x4; 2]);

impl Eight {
    pub(crate) const ZERO: Eight = Eight([f64x4::ZERO; 2]);
    pub(crate) const ONE: Eight = Eight([f64x4::ONE; 2]);
    pub(crate) const HALF: Eight = Eight([f64x4::HALF; 2]);

    /// The same number in each world.
    #[inline(always)]
    pub(crate) fn splat(x: f64) -> Eight {
        Eight([f64x4::splat(x); 2])
    }

    #[inline(always)]
    pub(crate) fn to_array(self) -> [f64; WIDTH] {
        cast(self.0)
    }

    #[inline(always)]
    pub(crate) fn as_array_ref(&self) -> &[f64; WIDTH] {
        cast_ref(&self.0)
    }

    #[inline(always)]
    pub(crate) fn as_array_mut(&mut self) -> &mut [f64; WIDTH] {
        cast_mut(&mut self.0)
    }

    #[inline(always)]
    fn with(self, other: Eight, op: impl Fn(f64x4, f64x4) -> f64x4) -> Eight {
        Eight([op(self.0[0], other.0[0]), op(self.0[1], other.0[1])])
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Eight {
        Eight(self.0.map(f64x4::sqrt))
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> Eight {
        Eight(self.0.map(f64x4::abs))
    }

    #[inline(always)]
    pub(crate) fn cmp_eq(self, other: Eight) -> Eight {
        self.with(other, CmpEq::cmp_eq)
    }

    #[inline(always)]
    pub(crate) fn cmp_lt(self, other: Eight) -> Eight {
        self.with(other, CmpLt::cmp_lt)
    }

    #[inline(always)]
    pub(crate) fn cmp_le(self, other: Eight) -> Eight {
        self.with(other, CmpLe::cmp_le)
    }

    #[inline(always)]
    pub(crate) fn cmp_gt(self, other: Eight) -> Eight {
        self.with(other, CmpGt::cmp_gt)
    }

    /// Of an answer: the lanes of `yes` where it is yes, of `no` elsewhere.
    #[inline(always)]
    pub(crate) fn blend(self, yes: Eight, no: Eight) -> Eight {
        let [a, b] = self.0;
        Eight([a.blend(yes.0[0], no.0[0]), b.blend(yes.0[1], no.0[1])])
    }

    /// Of an answer: the lanes where it is yes, as bits.
    #[inline(always)]
    pub(crate) fn lanes(self) -> u32 {
        let [a, b] = self.0.map(|x| x.move_mask() as u32);
        a | b << 4
    }

    #[inline(always)]
    pub(crate) fn any(self) -> bool {
        (self.0[0] | self.0[1]).any()
    }

    #[inline(always)]
    pub(crate) fn all(self) -> bool {
        (self.0[0] & self.0[1]).all()
    }

    #[inline(always)]
    pub(crate) fn none(self) -> bool {
        !self.any()
    }
}

impl From<[f64; WIDTH]> for Eight {
    #[inline(always)]
    fn from(worlds: [f64; WIDTH]) -> Eight {
        Eight(cast(worlds))
    }
}

impl Not for Eight {
    type Output = Eight;

    #[inline(always)]
    fn not(self) -> Eight {
        Eight(self.0.map(|x| !x))
    }
}

macro_rules! operators {
    ($($name:ident $function:ident;)*) => {$(
        impl $name for Eight {
            type Output = Eight;

            #[inline(always)]
            fn $function(self, other: Eight) -> Eight {
                self.with(other, $name::$function)
            }
        }
    )*};
}

operators! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
    BitAnd bitand;
    BitOr bitor;
}

impl AddAssign for Eight {
    #[inline(always)]
    fn add_assign(&mut self, other: Eight) {
        *self = *self + other;
    }
}

impl SubAssign for Eight {
    #[inline(always)]
    fn sub_assign(&mut self, other: Eight) {
        *self = *self - other;
    }
}
