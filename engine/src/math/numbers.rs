//! Functions of a few numbers: rounding, springs, low-discrepancy sequences, normal deviates, and
//! numbers of bytes as text.

use super::{MINVAL, scalar};

/// The nearest integer, halves upwards. What does not fit in 32 bits becomes `i32::MIN`, as the
/// processor converts it.
#[doc(alias = "mju_round")]
pub fn round(x: f64) -> i32 {
    let (lower, upper) = (x.floor(), x.ceil());
    scalar::truncate(if x - lower < upper - x { lower } else { upper })
}

/// A quintic step from 0 at 0 to 1 at 1 with flat ends.
#[doc(alias = "mju_sigmoid")]
pub fn sigmoid(x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
    }
}

/// Where a unit mass on a spring and a damper is after time `t`: the solution of
/// `x'' + damping x' + stiffness x = 0` from position and velocity at time 0.
#[doc(alias = "mju_springDamper")]
pub fn spring_damper(pos: f64, vel: f64, stiffness: f64, damping: f64, t: f64) -> f64 {
    let discriminant = damping * damping - 4.0 * stiffness;
    if discriminant > MINVAL {
        let w = discriminant.sqrt() / 2.0;
        let (slow, fast) = (-damping / 2.0 + w, -damping / 2.0 - w);
        let first = (pos * fast - vel) / (fast - slow);
        let second = (pos * slow - vel) / (slow - fast);
        return first * (slow * t).exp() + second * (fast * t).exp();
    }
    let decay = (-damping * t / 2.0).exp();
    if discriminant >= -MINVAL {
        return decay * (pos + (vel + damping * pos / 2.0) * t);
    }
    let w = discriminant.abs().sqrt() / 2.0;
    let sine = (vel + damping * pos / 2.0) / w;
    decay * (pos * (w * t).cos() + sine * (w * t).sin())
}

/// Element `index` of the Halton sequence of a base: the digits of the index behind the point, in
/// reverse. A base below 2 is taken for 2.
#[doc(alias = "mju_Halton")]
pub fn halton(index: u32, base: u32) -> f64 {
    let base = base.max(2);
    let b = f64::from(base);
    let (mut rest, mut place, mut sum) = (index, 1.0 / b, 0.0);
    while rest > 0 {
        sum += place * f64::from(rest % base);
        place /= b;
        rest /= base;
    }
    sum
}

/// Two independent normal deviates by the polar method, from a source of integers between 0 and
/// `i32::MAX`, such as C's `rand` on Linux.
///
/// ```
/// # use plumbline::math::standard_normal;
/// let mut state = 1u32;
/// let mut source = || {
///     state = state.wrapping_mul(1664525).wrapping_add(1013904223);
///     (state >> 1).cast_signed()
/// };
/// let [a, b] = standard_normal(&mut source);
/// assert!(a.is_finite() && b.is_finite());
/// ```
#[doc(alias = "mju_standardNormal")]
pub fn standard_normal(mut source: impl FnMut() -> i32) -> [f64; 2] {
    let scale = 2.0 / f64::from(i32::MAX);
    let mut uniform = || scale * f64::from(source()) - 1.0;
    loop {
        let (x, y) = (uniform(), uniform());
        let square = x * x + y * y;
        // A pair outside of the circle is drawn again, and so is one without a direction.
        if square >= 1.0 || square == 0.0 {
            continue;
        }
        let w = ((-2.0 * square.ln()) / square).sqrt();
        return [x * w, y * w];
    }
}

/// A number of bytes as MJCF writes it: with the largest of the letters K to E that divides it.
///
/// ```
/// # use plumbline::math::bytes_text;
/// assert_eq!(bytes_text(3 << 20), "3M");
/// assert_eq!(bytes_text(1025), "1025");
/// ```
#[doc(alias = "mju_writeNumBytes")]
pub fn bytes_text(bytes: u64) -> String {
    for (power, letter) in (1..=6).rev().zip(['E', 'P', 'T', 'G', 'M', 'K']) {
        let unit = 1u64 << (10 * power);
        if bytes >= unit && bytes.is_multiple_of(unit) {
            return format!("{}{letter}", bytes / unit);
        }
    }
    bytes.to_string()
}

/// Sorts a list in place, equal elements in their order; NaN stays where it is reached.
#[doc(alias("mju_insertionSort", "mju_insertionSortInt"))]
pub fn insertion_sort<T: Copy + PartialOrd>(list: &mut [T]) {
    for i in 1..list.len() {
        let x = list[i];
        let mut j = i;
        while j > 0 && list[j - 1] > x {
            list[j] = list[j - 1];
            j -= 1;
        }
        list[j] = x;
    }
}
