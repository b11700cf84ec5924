//! Numbers in the configurations of plugins, which MuJoCo's plugins read by C's `strtod`.

use crate::files::number::{Number, NumberError, hexadecimal_value};

/// White space in C.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

/// The number at the start of a text, and where it ends; 0 where there is none.
fn leading(text: &str) -> (f64, usize) {
    let start = text.len() - text.trim_start_matches(is_space).len();
    let body = &text[start..];
    let end = word_end(body.as_bytes());
    let word = &body[..end];
    match f64::read(word) {
        Ok(value) => (value, start + end),
        Err(NumberError::Range) => (out_of_range(word), start + end),
        Err(NumberError::Format) => (0.0, 0),
    }
}

/// Where the longest number at the start of a text ends.
fn word_end(text: &[u8]) -> usize {
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let body = &text[sign..];
    let starts = |word: &str| {
        let start = body.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
    };
    for word in ["infinity", "inf", "nan"] {
        if starts(word) {
            return sign + word.len();
        }
    }
    if starts("0x") {
        let digits = mantissa(&body[2..], u8::is_ascii_hexdigit);
        if digits > 0 {
            let end = 2 + digits;
            return sign + end + power(&body[end..], *b"pP");
        }
    }
    let digits = mantissa(body, u8::is_ascii_digit);
    match digits {
        0 => 0,
        _ => sign + digits + power(&body[digits..], *b"eE"),
    }
}

/// The length of digits with at most one point among them; 0 without any digit.
fn mantissa(text: &[u8], is_digit: impl Fn(&u8) -> bool) -> usize {
    let count = |text: &[u8]| text.iter().take_while(|&b| is_digit(b)).count();
    let whole = count(text);
    if text.get(whole) != Some(&b'.') {
        return whole;
    }
    let part = count(&text[whole + 1..]);
    if whole + part == 0 {
        0
    } else {
        whole + 1 + part
    }
}

/// The length of an exponent; 0 if there is none.
fn power(text: &[u8], letters: [u8; 2]) -> usize {
    if !text.first().is_some_and(|letter| letters.contains(letter)) {
        return 0;
    }
    let sign = usize::from(matches!(text.get(1), Some(b'+' | b'-')));
    let digits = text[1 + sign..].iter().take_while(|b| b.is_ascii_digit());
    match digits.count() {
        0 => 0,
        digits => 1 + sign + digits,
    }
}

/// A number that is infinite or tiny, with its nearest value.
fn out_of_range(word: &str) -> f64 {
    let unsigned = word.trim_start_matches(['+', '-']);
    let hexadecimal = unsigned.strip_prefix("0x").or(unsigned.strip_prefix("0X"));
    let value = match hexadecimal {
        Some(digits) => hexadecimal_value(digits).unwrap_or(0.0),
        None => unsigned.parse().unwrap_or(0.0),
    };
    if word.starts_with('-') { -value } else { value }
}

/// The number at the start of a text, whatever follows it; 0 where there is none.
pub(super) fn number(text: &str) -> f64 {
    leading(text).0
}

/// The number at the start of a text; none where there is none, or one too large or too small.
pub(super) fn leading_number(text: &str) -> Option<f64> {
    let (value, end) = leading(text);
    (end > 0 && (value == 0.0 || value.is_normal() || !value.is_finite())).then_some(value)
}

/// The number at the start of a text, if there is any text.
pub(super) fn optional(text: &str) -> Option<f64> {
    (!text.is_empty()).then(|| number(text))
}

/// Whether a text is nothing but one number, or empty; white space does not count.
pub(super) fn is_number(text: &str) -> bool {
    let text: String = text.chars().filter(|&c| !is_space(c)).collect();
    leading(&text).1 == text.len()
}

/// Numbers with one space between two.
pub(super) fn numbers(text: &str) -> Vec<f64> {
    let mut words: Vec<&str> = text.split(' ').collect();
    if words.last().is_some_and(|word| word.is_empty()) {
        words.pop();
    }
    words.into_iter().map(number).collect()
}

/// Whole numbers up to the first word that is none.
pub(super) fn whole_numbers(text: &str) -> Vec<i32> {
    let words = text.split(is_space).filter(|word| !word.is_empty());
    words.map_while(|word| i32::read(word).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::{is_number, number, numbers, optional, whole_numbers};

    #[test]
    fn numbers_end_where_they_stop_making_sense() {
        assert_eq!(number(" 2.5e1x"), 25.0);
        assert_eq!(number("1e"), 1.0);
        assert_eq!(number("-0x1p4"), -16.0);
        assert_eq!(number("1e999"), f64::INFINITY);
        assert_eq!(number("-inf"), f64::NEG_INFINITY);
        assert_eq!(number("much"), 0.0);
    }

    #[test]
    fn a_text_is_a_number_with_nothing_after_it() {
        assert!(is_number("") && is_number(" 1 e 3 "));
        assert!(!is_number("1e") && !is_number("3 m"));
        assert_eq!((optional(""), optional("x")), (None, Some(0.0)));
    }

    #[test]
    fn two_spaces_enclose_a_zero() {
        assert_eq!(numbers("3 4 "), [3.0, 4.0]);
        assert_eq!(numbers("3  4"), [3.0, 0.0, 4.0]);
        assert_eq!(numbers(""), []);
    }

    #[test]
    fn lists_of_digits_are_numbers_however_long() {
        assert!(is_number(&"0 1 2 ".repeat(1000)));
        assert!(!is_number("0 -1 2"));
        assert_eq!(whole_numbers("3 1 x 2"), [3, 1]);
    }
}
