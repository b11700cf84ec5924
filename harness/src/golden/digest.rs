//! Digests of field values: the same on every machine, whatever the width of integers and the
//! payload of a NaN.
//!
//! Each word enters by an invertible step, so one changed element always changes the 64 bits that
//! the digests are cut from.

use std::fmt;
use std::ops::Range;

use crate::snapshot::{Elem, FieldView};

/// A running hash of 64-bit words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0x9e37_79b9_7f4a_7c15)
    }
}

impl Hash {
    pub(super) fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = mixed.wrapping_add(0x2545_f491_4f6c_dd1d);
        self.0 = mixed ^ (mixed >> 32);
    }

    pub(super) fn add_hash(&mut self, other: Hash) {
        self.add(other.0);
    }

    /// Adds a name, and where it ends.
    pub(super) fn add_text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.add(byte.into()));
        self.add(u64::MAX);
    }

    /// As an element of a field.
    pub(super) fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    pub(super) fn digest(self) -> Digest {
        Digest(self.0)
    }

    /// The last word has not spread to all bits yet: another product brings every one of them to
    /// the top.
    pub(super) fn short(self) -> ShortDigest {
        let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        ShortDigest((mixed >> (u64::BITS - SHORT_BITS)) as u32)
    }
}

/// Hash of a field's shape and of its elements in `ranges`.
pub(super) fn field(view: FieldView<'_>, ranges: &[Range<usize>]) -> Hash {
    let mut hash = Hash::default();
    for &dimension in view.shape {
        hash.add(dimension as u64);
    }
    let elem = view.description.elem;
    let size = elem.size();
    for range in ranges {
        let bytes = view.bytes.get(range.start * size..range.end * size);
        let bytes = bytes.unwrap_or_default();
        match elem {
            Elem::F64 => words(&mut hash, bytes, |b| {
                let value = f64::from_le_bytes(b);
                if value.is_nan() { f64::NAN } else { value }.to_bits()
            }),
            Elem::F32 => words(&mut hash, bytes, |b| {
                let value = f32::from_le_bytes(b);
                if value.is_nan() { f32::NAN } else { value }
                    .to_bits()
                    .into()
            }),
            Elem::I32 => words(&mut hash, bytes, |b| {
                i64::from(i32::from_le_bytes(b)).cast_unsigned()
            }),
            Elem::I64 | Elem::U64 => words(&mut hash, bytes, u64::from_le_bytes),
            Elem::U8 | Elem::Char => words(&mut hash, bytes, |[byte]| byte.into()),
        }
    }
    hash
}

fn words<const N: usize>(hash: &mut Hash, bytes: &[u8], word: impl Fn([u8; N]) -> u64) {
    for &chunk in bytes.as_chunks::<N>().0 {
        hash.add(word(chunk));
    }
}

/// Digest of a field, at one moment or over all of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest(u64);

/// Digest of a field at one moment of many: enough to find the moment, while the digest over all
/// moments covers the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShortDigest(u32);

/// The digits in which digests are written, six bits each.
const LETTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";
const BITS: u32 = LETTERS.len().ilog2();

const DIGITS: u32 = u64::BITS.div_ceil(BITS);
/// Digits of a short digest.
pub(super) const SHORT_DIGITS: u32 = 3;
const SHORT_BITS: u32 = SHORT_DIGITS * BITS;

fn write_digits(f: &mut fmt::Formatter<'_>, number: u64, digits: u32) -> fmt::Result {
    (0..digits).rev().try_for_each(|digit| {
        let letter = (number >> (digit * BITS)) as usize % LETTERS.len();
        write!(f, "{}", char::from(LETTERS[letter]))
    })
}

fn read_digits(text: &[u8], digits: u32) -> Option<u64> {
    if text.len() != digits as usize {
        return None;
    }
    text.iter().try_fold(0, |number: u64, byte| {
        let letter = LETTERS.iter().position(|letter| letter == byte)?;
        let shifted = number.checked_mul(LETTERS.len() as u64)?;
        Some(shifted | letter as u64)
    })
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(f, self.0, DIGITS)
    }
}

impl fmt::Display for ShortDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(f, self.0.into(), SHORT_DIGITS)
    }
}

impl Digest {
    pub(super) fn read(text: &str) -> Option<Digest> {
        read_digits(text.as_bytes(), DIGITS).map(Digest)
    }
}

impl ShortDigest {
    pub(super) fn read(text: &[u8]) -> Option<ShortDigest> {
        let number = read_digits(text, SHORT_DIGITS)?;
        Some(ShortDigest(u32::try_from(number).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::snapshot::{FieldDescription, Side};

    /// Of the first values.
    fn hash(elem: Elem, values: &[f64], count: usize) -> Hash {
        let description = FieldDescription {
            side: Side::Data,
            group: "data".to_owned(),
            name: "qpos".to_owned(),
            elem,
            dims: vec!["nq".to_owned()],
        };
        let bytes = elem.encode(values).expect("values of this type");
        let view = FieldView {
            description: &description,
            shape: &[values.len()],
            bytes: &bytes,
        };
        field(view, std::slice::from_ref(&(0..count)))
    }

    #[test]
    fn every_bit_counts_but_those_of_a_nan() {
        let all = |values: &[f64]| hash(Elem::F64, values, 2);
        assert_eq!(all(&[1.0, f64::NAN]), all(&[1.0, -f64::NAN]));
        assert_ne!(all(&[0.0, 1.0]), all(&[-0.0, 1.0]));
        assert_ne!(all(&[0.0, 1.0]), all(&[0.0, 1.0f64.next_up()]));
        assert_ne!(all(&[0.0, 1.0]), all(&[1.0, 0.0]));
    }

    #[test]
    fn short_digests_tell_values_apart_that_differ_in_few_bits() {
        let mut values: BTreeSet<u64> = (-40..40).map(|n| 2.0f64.powi(n).to_bits()).collect();
        values.extend((0..64).map(|bit| 1 << bit));
        values.extend([0.0, 3.0, 1.0f64.next_up(), 1.0f64.next_down()].map(f64::to_bits));
        let negative = values.iter().map(|bits| bits ^ 1 << 63);
        let values: BTreeSet<u64> = negative.chain(values.iter().copied()).collect();
        let short = |bits: &u64| hash(Elem::F64, &[f64::from_bits(*bits)], 1).short();
        let digests: BTreeSet<String> = values.iter().map(|bits| short(bits).to_string()).collect();
        // Among three hundred of 262,144 values, one pair may be equal by chance.
        let (digests, values) = (digests.len(), values.len());
        assert!(
            values > 290 && digests + 1 >= values,
            "{digests} of {values}"
        );
    }

    #[test]
    fn integers_count_by_value_and_masked_elements_not_at_all() {
        let narrow = hash(Elem::I32, &[-1.0, 5.0], 2);
        assert_eq!(narrow, hash(Elem::I64, &[-1.0, 5.0], 2));
        let masked = |last| hash(Elem::I32, &[7.0, last], 1);
        assert_eq!(masked(1.0), masked(2.0));
    }

    #[test]
    fn digests_read_back_as_they_are_written() {
        for number in [0, 1, 63, 64, 0x00ab_cdef, u64::MAX] {
            let digest = Digest(number);
            assert_eq!(Digest::read(&digest.to_string()), Some(digest));
            let short = super::Hash(number).short();
            assert_eq!(ShortDigest::read(short.to_string().as_bytes()), Some(short));
        }
        for text in [
            "",
            "0123456789",
            "0123456789ab",
            "0123456789?",
            "zzzzzzzzzzz",
        ] {
            assert_eq!(Digest::read(text), None, "{text}");
        }
    }
}
