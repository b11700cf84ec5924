//! Numbers in text, as C++ streams read them.

use crate::files::number::Number;

/// A text that is read number by number. After the first failure nothing more is found; a number
/// that ends with the text counts as a failure too.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    text: &'a [u8],
    at: usize,
    failed: bool,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a [u8]) -> Words<'a> {
        Words {
            text,
            at: 0,
            failed: false,
        }
    }

    /// The first line, without its end.
    pub(super) fn line(&self) -> &'a [u8] {
        let end = self.text.iter().position(|byte| *byte == b'\n');
        &self.text[..end.unwrap_or(self.text.len())]
    }

    fn skip(&mut self, mut skipped: impl FnMut(u8) -> bool) {
        while self.text.get(self.at).is_some_and(|byte| skipped(*byte)) {
            self.at += 1;
        }
    }

    /// Takes what `number` moves past, unless the text ends there.
    fn take(&mut self, number: impl FnOnce(&mut Self)) -> Option<&'a str> {
        self.skip(is_space);
        let start = self.at;
        number(self);
        let word = &self.text[start..self.at];
        if self.failed || self.at >= self.text.len() {
            return None;
        }
        str::from_utf8(word).ok()
    }

    /// Notes a failure.
    fn note<T>(&mut self, value: Option<T>) -> Option<T> {
        self.failed |= value.is_none();
        value
    }

    fn sign(&mut self) {
        if matches!(self.text.get(self.at), Some(b'+' | b'-')) {
            self.at += 1;
        }
    }

    fn digits(&mut self) {
        self.skip(|byte| byte.is_ascii_digit());
    }

    fn integer(&mut self) -> Option<&'a str> {
        self.take(|words| {
            words.sign();
            words.digits();
        })
    }

    /// A whole number.
    pub(super) fn int(&mut self) -> Option<i32> {
        let value = self.integer().and_then(|word| word.parse().ok());
        self.note(value)
    }

    /// A number that is not negative; one with a minus is counted back from 2^64.
    pub(super) fn size(&mut self) -> Option<u64> {
        let value = self
            .integer()
            .and_then(|word| match word.strip_prefix('-') {
                Some(digits) => digits.parse().ok().map(u64::wrapping_neg),
                None => word.strip_prefix('+').unwrap_or(word).parse().ok(),
            });
        self.note(value)
    }

    /// A number with or without a fraction and an exponent, decimal or hexadecimal. It takes all
    /// that may belong to either, and all of that must be the number.
    pub(super) fn float(&mut self) -> Option<f64> {
        let word = self.take(Self::skip_float);
        let value = word.and_then(|word| f64::read(word).ok());
        self.note(value)
    }

    /// Moves past digits of both kinds, signs at the start and after the exponent's letter, and a
    /// point in front of that.
    fn skip_float(&mut self) {
        let (mut exponent, mut whole) = (b'E', true);
        let mut before = None;
        self.skip(|byte| {
            let belongs = match byte {
                b'.' => std::mem::replace(&mut whole, false),
                b'+' | b'-' => before.is_none_or(|byte: u8| byte.eq_ignore_ascii_case(&exponent)),
                b'x' | b'X' | b'p' | b'P' => true,
                _ => byte.is_ascii_hexdigit(),
            };
            if byte.eq_ignore_ascii_case(&b'x') {
                exponent = b'P';
            } else if byte.to_ascii_uppercase() == exponent {
                exponent = exponent.to_ascii_lowercase();
                whole = false;
            }
            before = Some(byte);
            belongs
        });
    }
}
