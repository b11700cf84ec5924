//! Numbers in OBJ files: what C's `strtod` and `atoi` make of a word, however much of it is a number.

use crate::asset::AssetError;

/// The number at the start of a word; 0 if there is none. Beyond the range of a float it is the largest float.
pub(super) fn real(word: &[u8]) -> Result<f32, AssetError> {
    let word = trim(word);
    let (sign, digits) = match word {
        [b'-', rest @ ..] => (-1.0, rest),
        [b'+', rest @ ..] => (1.0, rest),
        _ => (1.0, word),
    };
    let starts = |name: &str| {
        digits
            .get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
    };
    let magnitude = if starts("0x") && digits.get(2).is_some_and(u8::is_ascii_hexdigit) {
        return Err(AssetError::new("hexadecimal numbers are not supported"));
    } else if starts("inf") {
        f64::INFINITY
    } else if starts("nan") {
        f64::NAN
    } else {
        decimal(digits)
    };
    let most = f64::from(f32::MAX);
    Ok((sign * magnitude).clamp(-most, most) as f32)
}

/// The longest decimal number at the start of a text, correctly rounded.
fn decimal(text: &[u8]) -> f64 {
    let digits = |from: usize| {
        text[from..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .count()
    };
    let whole = digits(0);
    let mut end = whole;
    let mut fraction = 0;
    if text.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return 0.0;
    }
    if let Some(b'e' | b'E') = text.get(end) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'-' | b'+')));
        let exponent = digits((end + 1 + sign).min(text.len()));
        // an exponent without digits is not part of the number
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    let number = std::str::from_utf8(&text[..end]).ok();
    number.and_then(|number| number.parse().ok()).unwrap_or(0.0)
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
