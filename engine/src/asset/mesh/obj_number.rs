//! Numbers in OBJ files: what C's `strtod` and `atoi` make of a word, however much of it is a
//! number.

use crate::files::number::hexadecimal_value;

/// The number at the start of a word; 0 if there is none. Beyond the range of a float it saturates
/// to the largest float.
pub(super) fn real(word: &[u8]) -> f32 {
    let word = trim(word);
    let (sign, digits) = match word {
        [b'-', rest @ ..] => (-1.0, rest),
        [b'+', rest @ ..] => (1.0, rest),
        _ => (1.0, word),
    };
    let starts = |name: &[u8]| {
        let start = digits.get(..name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let magnitude = match digits {
        [b'0', b'x' | b'X', rest @ ..] => hexadecimal(rest),
        [b'i' | b'I' | b'n' | b'N', ..] if starts(b"inf") => f64::INFINITY,
        [b'i' | b'I' | b'n' | b'N', ..] if starts(b"nan") => f64::NAN,
        _ => decimal(digits),
    };
    let most = f64::from(f32::MAX);
    (sign * magnitude).clamp(-most, most) as f32
}

/// Digits at the start of a text.
fn count(text: &[u8], from: usize, is_digit: impl Fn(&u8) -> bool) -> usize {
    let digits = text.get(from..).unwrap_or_default().iter();
    digits.take_while(|c| is_digit(c)).count()
}

/// How far a number reaches: digits with a point among them, and an exponent if it has digits. 0 if
/// there is no number.
fn length(text: &[u8], is_digit: fn(&u8) -> bool, exponent: u8) -> usize {
    let whole = count(text, 0, is_digit);
    let mut end = whole;
    let mut fraction = 0;
    if text.get(end) == Some(&b'.') {
        fraction = count(text, end + 1, is_digit);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return 0;
    }
    if text
        .get(end)
        .is_some_and(|c| c.to_ascii_lowercase() == exponent)
    {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'-' | b'+')));
        let digits = count(text, end + 1 + sign, u8::is_ascii_digit);
        if digits > 0 {
            end += 1 + sign + digits;
        }
    }
    end
}

/// The longest decimal number at the start of a text, correctly rounded.
fn decimal(text: &[u8]) -> f64 {
    if let Some(number) = short_decimal(text) {
        return number;
    }
    let end = length(text, u8::is_ascii_digit, b'e');
    let number = std::str::from_utf8(&text[..end]).ok();
    number.and_then(|number| number.parse().ok()).unwrap_or(0.0)
}

/// A number of few digits without an exponent: both the digits and the power of ten are exact, so
/// that one division rounds right.
fn short_decimal(text: &[u8]) -> Option<f64> {
    const DIGITS: usize = 15;
    let (mut digits, mut count, mut decimals, mut point) = (0_u64, 0, 0, false);
    for &c in text {
        match c {
            b'0'..=b'9' => {
                digits = 10 * digits + u64::from(c - b'0');
                count += 1;
                decimals += usize::from(point);
                if count > DIGITS {
                    return None;
                }
            }
            b'.' if !point => point = true,
            b'e' | b'E' => return None,
            _ => break,
        }
    }
    (count > 0).then(|| digits as f64 / POWERS[decimals])
}

const POWERS: [f64; 16] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];

/// What follows `0x`; without digits it is the 0 alone that counts.
fn hexadecimal(text: &[u8]) -> f64 {
    let end = length(text, u8::is_ascii_hexdigit, b'p');
    let number = std::str::from_utf8(&text[..end]).ok();
    number.and_then(hexadecimal_value).unwrap_or(0.0)
}

/// The integer at the start of a text; 0 if there is none, the low bits of one that is too large.
pub(super) fn integer(text: &[u8]) -> i32 {
    let text = trim(text);
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let digits = digits.iter().take_while(|c| c.is_ascii_digit());
    let value = digits.fold(0i64, |sum, c| {
        let digit = i64::from(c - b'0');
        let digit = if negative { -digit } else { digit };
        sum.saturating_mul(10).saturating_add(digit)
    });
    value as i32
}

/// Without the white space before it, vertical tabs included.
fn trim(text: &[u8]) -> &[u8] {
    let start = text
        .iter()
        .position(|c| !c.is_ascii_whitespace() && *c != 0x0b);
    &text[start.unwrap_or(text.len())..]
}
