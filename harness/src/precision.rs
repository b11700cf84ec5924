//! The precision in which a simulator computes: what its numbers can hold, and how far rounding
//! alone may move one.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How many bits a significand has, the implied one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Precision {
    bits: u32,
}

/// The precisions that have names.
const NAMED: [(&str, Precision); 4] = [
    ("f64", Precision::DOUBLE),
    ("f32", Precision::SINGLE),
    ("tf32", Precision { bits: 11 }),
    ("bf16", Precision { bits: 8 }),
];

impl Precision {
    pub const DOUBLE: Precision = Precision { bits: 53 };
    pub const SINGLE: Precision = Precision { bits: 24 };
    /// Below this nothing is left to compare.
    const LEAST: u32 = 4;

    /// The precision with so many bits, if that is enough to compare anything.
    pub fn of_bits(bits: u32) -> Option<Precision> {
        (Precision::LEAST..=53)
            .contains(&bits)
            .then_some(Precision { bits })
    }

    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Whether results can be held to the bits of a reference in double precision.
    pub fn is_double(self) -> bool {
        self == Precision::DOUBLE
    }

    /// Half a unit in the last place of a number between 1 and 2, relative to 1.
    pub fn unit(self) -> f64 {
        (-f64::from(self.bits)).exp2()
    }

    /// The number in this precision that is nearest, of two the even one. The exponent is bounded
    /// for single precision alone.
    pub fn round(self, value: f64) -> f64 {
        if self == Precision::SINGLE {
            return f64::from(value as f32);
        }
        if self.is_double() || value == 0.0 || !value.is_finite() {
            return value;
        }
        // Whole numbers up to 2^53 lie one apart: rounding happens below the last bit that stays.
        let dropped = 53 - self.bits;
        let bits = value.to_bits();
        let half = 1u64 << (dropped - 1);
        let odd = (bits >> dropped) & 1;
        let rounded = bits + (half - 1) + odd;
        f64::from_bits(rounded & !((1u64 << dropped) - 1))
    }

    /// The precision in which such a simulator keeps numbers: products of tensor cores are coarser
    /// than what they are made from.
    pub fn stored(self) -> Precision {
        match self {
            Precision { bits: 11 } => Precision::SINGLE,
            other => other,
        }
    }
}

/// A word that is no precision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no precision; there are f64, f32, tf32, bf16 and a number of bits from 4 to 53")]
pub struct PrecisionError(String);

impl FromStr for Precision {
    type Err = PrecisionError;

    fn from_str(text: &str) -> Result<Precision, PrecisionError> {
        if let Some((_, precision)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*precision);
        }
        let bits = text.parse().ok().and_then(Precision::of_bits);
        bits.ok_or_else(|| PrecisionError(text.to_owned()))
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMED.iter().find(|(_, precision)| precision == self) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{}", self.bits),
        }
    }
}

impl Serialize for Precision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Precision {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Precision, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn precision(text: &str) -> Precision {
        text.parse().expect(text)
    }

    #[test]
    fn every_precision_reads_back_as_it_is_written() {
        for text in ["f64", "f32", "tf32", "bf16", "4", "12", "52"] {
            assert_eq!(precision(text).to_string(), text);
        }
        assert_eq!(precision("24"), Precision::SINGLE);
        for text in ["", "f16", "3", "54", "-1", "F32"] {
            assert!(text.parse::<Precision>().is_err(), "{text}");
        }
    }

    #[test]
    fn rounding_goes_to_the_nearest_and_of_two_to_the_even_one() {
        let single = precision("f32");
        assert_eq!(single.round(0.15), f64::from(0.15f32));
        assert_eq!(precision("f64").round(0.15), 0.15);
        // Four bits: 8, 9, ... 15, then 16, 18, 20.
        let coarse = precision("4");
        let pairs = [(9.4, 9.0), (9.5, 10.0), (10.5, 10.0), (17.0, 16.0)];
        for (value, rounded) in pairs {
            assert_eq!(coarse.round(value), rounded);
            assert_eq!(coarse.round(-value), -rounded);
        }
        assert_eq!(coarse.round(15.9), 16.0);
        assert!(coarse.round(f64::NAN).is_nan());
        assert_eq!(coarse.round(f64::INFINITY), f64::INFINITY);
        assert_eq!(coarse.round(-0.0).to_bits(), (-0.0f64).to_bits());
    }

    #[test]
    fn a_rounded_number_is_within_the_unit_and_stays_as_it_is() {
        for text in ["f32", "tf32", "bf16", "20"] {
            let precision = precision(text);
            for value in [0.1, 1.0 / 3.0, 7e9, -2e-7] {
                let rounded = precision.round(value);
                let error = (rounded - value).abs();
                assert!(error <= precision.unit() * rounded.abs() * 1.01, "{text}");
                assert_eq!(precision.round(rounded), rounded);
            }
        }
    }
}
