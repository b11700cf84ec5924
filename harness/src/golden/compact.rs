//! Numbers and digests in few letters, by run-length encoding.
//!
//! `0.0*12` is twelve zeros, `=` an element as it is expected to be. A field's digests at the
//! moments of a run follow one another without a gap, `.` where it is as at the moment before,
//! `.{98}` at 98 moments.

use std::fmt::Write;

use super::ShortDigest;
use super::digest::SHORT_DIGITS;
use super::track::Value;
use crate::number::Number;

/// An element that means nothing.
const MEANINGLESS: &str = "_";
const AS_EXPECTED: &str = "=";
/// Repetitions that are counted instead of written out.
const MANY: usize = 3;
/// More elements than any field or run has.
const MOST: usize = 1 << 24;

const UNCHANGED: u8 = b'.';
const WITHOUT_VALUES: &[u8] = b"---";

/// The elements of a field, written as differences from the `expected` ones.
pub(super) fn numbers(values: &[Option<Value>], expected: Option<&[Option<Value>]>) -> String {
    let expected = expected.filter(|expected| expected.len() == values.len());
    let is_expected = |at: usize| expected.is_some_and(|expected| expected[at] == values[at]);
    let word = |at: usize| match values[at] {
        _ if is_expected(at) => AS_EXPECTED.to_owned(),
        Some(Value(number)) => number.to_string(),
        None => MEANINGLESS.to_owned(),
    };
    let words: Vec<String> = (0..values.len()).map(word).collect();
    let mut text = String::new();
    for same in words.chunk_by(PartialEq::eq) {
        let counted = [format!("{}*{}", same[0], same.len())];
        let parts = if same.len() < MANY { same } else { &counted };
        for part in parts {
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(part);
        }
    }
    text
}

pub(super) fn parse_numbers(
    text: &str,
    expected: Option<&[Option<Value>]>,
) -> Result<Vec<Option<Value>>, String> {
    let mut values = Vec::new();
    for part in text.split(' ') {
        let (word, count) = match part.split_once('*') {
            Some((word, count)) => (word, times(count)?),
            None => (part, 1),
        };
        for _ in 0..count {
            values.push(match word {
                MEANINGLESS => None,
                AS_EXPECTED => *expected
                    .and_then(|expected| expected.get(values.len()))
                    .ok_or("there is nothing that \"=\" could be")?,
                _ => match word.parse() {
                    Ok(number) => Some(Value(Number(number))),
                    Err(_) => return Err(format!("not a number: {word}")),
                },
            });
        }
    }
    Ok(values)
}

fn times(text: &str) -> Result<usize, String> {
    let count = text.parse().ok();
    count
        .filter(|count| (1..=MOST).contains(count))
        .ok_or_else(|| format!("not a count: {text}"))
}

/// The digests of a field at all moments.
pub(super) fn digests(each: &[Option<ShortDigest>]) -> String {
    let mut text = String::new();
    for same in each.chunk_by(PartialEq::eq) {
        // Writing to a string cannot fail.
        let _ = match same[0] {
            Some(digest) => write!(text, "{digest}"),
            None => write!(text, "{}", String::from_utf8_lossy(WITHOUT_VALUES)),
        };
        let _ = match same.len() - 1 {
            few @ ..=MANY => write!(text, "{}", ".".repeat(few)),
            many => write!(text, ".{{{many}}}"),
        };
    }
    text
}

pub(super) fn parse_digests(text: &str) -> Result<Vec<Option<ShortDigest>>, String> {
    let mut each: Vec<Option<ShortDigest>> = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&letter, after)) = rest.split_first() {
        if letter == UNCHANGED {
            let last = *each.last().ok_or("the first moment cannot be as before")?;
            let (count, after) = repetitions(after)?;
            each.resize(each.len() + count, last);
            rest = after;
            continue;
        }
        let digits = SHORT_DIGITS as usize;
        let wrong = || format!("no digests: {}", String::from_utf8_lossy(rest));
        let (digest, after) = rest.split_at_checked(digits).ok_or_else(wrong)?;
        each.push(match digest {
            WITHOUT_VALUES => None,
            _ => Some(ShortDigest::read(digest).ok_or_else(wrong)?),
        });
        rest = after;
    }
    Ok(each)
}

/// The count behind a dot, `{12}`, and what follows it; once without.
fn repetitions(rest: &[u8]) -> Result<(usize, &[u8]), String> {
    let Some(counted) = rest.strip_prefix(b"{") else {
        return Ok((1, rest));
    };
    let end = counted.iter().position(|&byte| byte == b'}');
    let (count, after) = counted.split_at(end.ok_or("a count without its end")?);
    Ok((times(&String::from_utf8_lossy(count))?, &after[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(numbers: &[f64]) -> Vec<Option<Value>> {
        let numbers = numbers.iter();
        numbers.map(|&number| Some(Value(Number(number)))).collect()
    }

    #[test]
    fn repeated_and_expected_numbers_are_counted() {
        let mut own = values(&[0.0, 0.0, 0.0, 0.0, 1.5, 1.5, -0.0, f64::NAN]);
        own.push(None);
        assert_eq!(numbers(&own, None), "0.0*4 1.5 1.5 -0.0 nan _");
        assert_eq!(parse_numbers(&numbers(&own, None), None), Ok(own.clone()));
        let mut before = own.clone();
        before[5] = Some(Value(Number(7.0)));
        before[6] = Some(Value(Number(0.0)));
        let text = numbers(&own, Some(&before));
        assert_eq!(text, "=*5 1.5 -0.0 = =");
        assert_eq!(parse_numbers(&text, Some(&before)), Ok(own.clone()));
        // Another count of elements has nothing in common.
        assert_eq!(numbers(&own, Some(&before[1..])), numbers(&own, None));
    }

    #[test]
    fn digests_of_unchanged_moments_are_counted() {
        let [a, b] = ["aZ3", "+/0"].map(|text| ShortDigest::read(text.as_bytes()));
        let mut each = vec![a, b, b, None, a];
        each.extend([a; 98]);
        each.push(None);
        assert_eq!(digests(&each), "aZ3+/0.---aZ3.{98}---");
        assert_eq!(parse_digests(&digests(&each)), Ok(each));
        assert_eq!(parse_digests(""), Ok(Vec::new()));
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for text in [
            "",
            "a",
            "=",
            "1.0*0",
            "1.0*x",
            "1.0*99999999999",
            "1.0  2.0",
        ] {
            assert!(parse_numbers(text, None).is_err(), "{text}");
        }
        for text in [
            ".",
            "aZ",
            "aZ3.{",
            "aZ3.{0}",
            "aZ3.{x}",
            "aZ?",
            "aZ3.{9999999999}",
            "aZä",
        ] {
            assert!(parse_digests(text).is_err(), "{text}");
        }
    }
}
