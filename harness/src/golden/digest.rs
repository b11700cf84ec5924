//! Digests of field values: the same on every machine, whatever the width of integers and the payload of a NaN.
//!
//! Each word enters by an invertible step, so one changed element always changes the 64 bits that the digests are cut from.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::snapshot::{Elem, FieldView};

/// A running hash of 64-bit words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash(u64);

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

    pub(super) fn digest(self) -> Digest {
        Digest(self.0 as u32)
    }

    pub(super) fn stage_digest(self) -> StageDigest {
        StageDigest(self.0 as u16 % LETTERS.len().pow(2) as u16)
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

/// Digest of a field over the moments of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u32);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl FromStr for Digest {
    type Err = ();

    fn from_str(text: &str) -> Result<Digest, ()> {
        let plain = text.len() == 8 && !text.starts_with('+');
        let number = u32::from_str_radix(text, 16).map_err(drop)?;
        plain.then_some(Digest(number)).ok_or(())
    }
}

/// Digest of one stage at one moment, as short as it can be and still tell which stage differs first: two letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageDigest(u16);

const LETTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+=";

impl fmt::Display for StageDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |number: u16| char::from(LETTERS[usize::from(number) % LETTERS.len()]);
        write!(f, "{}{}", letter(self.0 / 64), letter(self.0 % 64))
    }
}

impl FromStr for StageDigest {
    type Err = ();

    fn from_str(text: &str) -> Result<StageDigest, ()> {
        let number = |byte: &u8| LETTERS.iter().position(|letter| letter == byte).ok_or(());
        match text.as_bytes() {
            [high, low] => Ok(StageDigest((64 * number(high)? + number(low)?) as u16)),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
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
    fn integers_count_by_value_and_masked_elements_not_at_all() {
        let narrow = hash(Elem::I32, &[-1.0, 5.0], 2);
        assert_eq!(narrow, hash(Elem::I64, &[-1.0, 5.0], 2));
        let masked = |last| hash(Elem::I32, &[7.0, last], 1);
        assert_eq!(masked(1.0), masked(2.0));
    }

    #[test]
    fn digests_read_back_as_they_are_written() {
        for number in 0..4096 {
            let digest = StageDigest(number);
            assert_eq!(digest.to_string().parse(), Ok(digest));
        }
        let digest = Digest(0x00ab_cdef);
        assert_eq!(digest.to_string().parse(), Ok(digest));
        for text in ["", "abcdef", "+abcdef0", "0123456g"] {
            assert!(text.parse::<Digest>().is_err(), "{text}");
        }
    }
}
