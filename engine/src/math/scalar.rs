//! Scalar helpers whose treatment of NaN and signed zero is part of the reference and differs from
//! std's.

use super::MAXVAL;

/// The smaller of two numbers; the second one where either is NaN.
#[doc(alias = "mju_min")]
#[inline]
pub fn min(a: f64, b: f64) -> f64 {
    if a <= b { a } else { b }
}

/// The larger of two numbers; the second one where either is NaN.
#[doc(alias = "mju_max")]
#[inline]
pub fn max(a: f64, b: f64) -> f64 {
    if a >= b { a } else { b }
}

/// `x` moved into `[lower, upper]`. NaN stays NaN, and an inverted interval does not panic.
#[doc(alias = "mju_clip")]
#[inline]
pub fn clip(x: f64, lower: f64, upper: f64) -> f64 {
    if x < lower {
        lower
    } else if x > upper {
        upper
    } else {
        x
    }
}

/// -1, 0 or 1; NaN has no sign.
#[doc(alias = "mju_sign")]
#[inline]
pub fn sign(x: f64) -> f64 {
    if x < 0.0 {
        -1.0
    } else if x > 0.0 {
        1.0
    } else {
        0.0
    }
}

/// The integer part, as the processor converts it: numbers that do not fit in 32 bits give
/// `i32::MIN`.
#[inline]
pub(crate) fn truncate(x: f64) -> i32 {
    const LIMIT: f64 = 2_147_483_648.0;
    if x > -LIMIT - 1.0 && x < LIMIT {
        x as i32
    } else {
        i32::MIN
    }
}

/// Whether a number marks a simulation as unstable: NaN or beyond [`MAXVAL`].
#[doc(alias = "mju_isBad")]
#[inline]
pub fn is_bad(x: f64) -> bool {
    x.is_nan() || x.abs() > MAXVAL
}

/// The first bad number of a vector.
pub(crate) fn first_bad(values: &[f64]) -> Option<i32> {
    // Almost always there is none, which a loop without an early exit finds fastest.
    if !values.iter().fold(false, |any, &x| any | is_bad(x)) {
        return None;
    }
    values.iter().position(|&x| is_bad(x)).map(|i| i as i32)
}
