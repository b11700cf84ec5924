//! Numbers as MuJoCo reads them: C's `strtod`, `strtof` and `strtol`, word by word.
//!
//! Hexadecimal, `inf` and `nan` are numbers, a comma is not, and overflow or underflow is refused.

/// Why a word is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberError {
    Format,
    Range,
}

/// A type of number that an attribute can hold.
pub(crate) trait Number: Copy + Default {
    /// What a message calls one of them.
    const WHAT: &'static str;

    fn read(word: &str) -> Result<Self, NumberError>;
}

impl Number for i32 {
    const WHAT: &'static str = "integer";

    fn read(word: &str) -> Result<i32, NumberError> {
        let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NumberError::Format);
        }
        word.parse().map_err(|_| NumberError::Range)
    }
}

macro_rules! float {
    ($type:ty) => {
        impl Number for $type {
            const WHAT: &'static str = "number";

            fn read(word: &str) -> Result<$type, NumberError> {
                let (negative, body) = match word.strip_prefix('-') {
                    Some(body) => (true, body),
                    None => (false, word.strip_prefix('+').unwrap_or(word)),
                };
                // A second sign must not get past Rust's own parser.
                if body.starts_with(['+', '-']) {
                    return Err(NumberError::Format);
                }
                if is_special(body) {
                    let name = body.split('(').next().unwrap_or(body);
                    let value = name.parse::<$type>().map_err(|_| NumberError::Format)?;
                    return Ok(if negative { -value } else { value });
                }
                // C calls a result that is small or zero without being exact an underflow.
                let small = |value: $type| value == 0.0 || value.is_subnormal();
                let (value, underflow) = if let Some(hex) = hexadecimal(body) {
                    let hex = hex?;
                    let value = scale(hex.mantissa as f64, hex.exponent) as $type;
                    let exact = scale(f64::from(value), -hex.exponent) == hex.mantissa as f64;
                    (value, small(value) && !(exact && hex.mantissa >> 53 == 0))
                } else {
                    let value = body.parse::<$type>().map_err(|_| NumberError::Format)?;
                    (value, small(value) && has_digits(body))
                };
                if value.is_infinite() || underflow {
                    return Err(NumberError::Range);
                }
                Ok(if negative { -value } else { value })
            }
        }
    };
}

float!(f64);
float!(f32);

/// Whether any digit before the exponent is not zero.
fn has_digits(word: &str) -> bool {
    let digits = word.split(['e', 'E']).next().unwrap_or(word);
    digits.contains(|c| ('1'..='9').contains(&c))
}

/// `inf`, `infinity`, `nan` or `nan(...)`.
fn is_special(word: &str) -> bool {
    if !word.starts_with(['i', 'I', 'n', 'N']) {
        return false;
    }
    let lower = word.to_ascii_lowercase();
    if let Some(tail) = lower.strip_prefix("nan") {
        let inner = tail.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        return tail.is_empty()
            || inner.is_some_and(|i| i.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
    }
    lower == "inf" || lower == "infinity"
}

struct Hexadecimal {
    /// The significant bits; the last one also stands for all bits that were cut off (sticky bit).
    mantissa: u64,
    exponent: i32,
}

/// A number that starts with `0x`; `None` if it does not.
fn hexadecimal(word: &str) -> Option<Result<Hexadecimal, NumberError>> {
    let body = word
        .strip_prefix("0x")
        .or_else(|| word.strip_prefix("0X"))?;
    let (digits, power) = match body.split_once(['p', 'P']) {
        Some((digits, power)) => (digits, Some(power)),
        None => (body, None),
    };
    Some(hexadecimal_parts(digits, power).ok_or(NumberError::Format))
}

/// The value of what follows `0x`.
pub(crate) fn hexadecimal_value(body: &str) -> Option<f64> {
    let (digits, power) = match body.split_once(['p', 'P']) {
        Some((digits, power)) => (digits, Some(power)),
        None => (body, None),
    };
    let hex = hexadecimal_parts(digits, power)?;
    Some(scale(hex.mantissa as f64, hex.exponent))
}

fn hexadecimal_parts(digits: &str, power: Option<&str>) -> Option<Hexadecimal> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut mantissa = 0_u64;
    let mut exponent = 0_i64;
    for (i, c) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u64::from(c.to_digit(16)?);
        if mantissa >> 58 == 0 {
            mantissa = mantissa << 4 | digit;
        } else {
            mantissa |= u64::from(digit != 0);
            exponent += 4;
        }
        if i >= whole.len() {
            exponent -= 4;
        }
    }
    if let Some(power) = power {
        let digits = power.strip_prefix(['+', '-']).unwrap_or(power);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let huge = if power.starts_with('-') {
            i64::MIN / 2
        } else {
            i64::MAX / 2
        };
        exponent = exponent.saturating_add(power.parse().unwrap_or(huge));
    }
    // Beyond the range of any float, and far from overflowing the arithmetic below.
    const FAR: i64 = 100_000;
    Some(Hexadecimal {
        mantissa,
        exponent: exponent.clamp(-FAR, FAR) as i32,
    })
}

/// `value * 2^exponent`.
fn scale(mut value: f64, mut exponent: i32) -> f64 {
    const STEP: i32 = 1000;
    while exponent.abs() > STEP && value != 0.0 && value.is_finite() {
        let step = exponent.signum() * STEP;
        value *= 2_f64.powi(step);
        exponent -= step;
    }
    value * 2_f64.powi(exponent.clamp(-STEP, STEP))
}
