//! Floats in JSON: every `f64` survives a round trip bit for bit, except for the payload of a NaN.
//!
//! Finite numbers are JSON numbers in their shortest exact form (`-0.0` keeps its sign); JSON has
//! no other floats, so these are the strings `"nan"`, `"inf"` and `"-inf"`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

/// A float as reports, dumps and state files write it.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Number(pub f64);

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        Number(value)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match special(self.0) {
            Some(name) => f.write_str(name),
            None => write!(f, "{:?}", self.0),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match special(self.0) {
            Some(name) => serializer.serialize_str(name),
            None => serializer.serialize_f64(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, \"nan\", \"inf\" or \"-inf\"")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
        Ok(Number(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        match text {
            "nan" => Ok(Number(f64::NAN)),
            "inf" => Ok(Number(f64::INFINITY)),
            "-inf" => Ok(Number(f64::NEG_INFINITY)),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
        }
    }
}

fn special(value: f64) -> Option<&'static str> {
    if value.is_nan() {
        Some("nan")
    } else if value == f64::INFINITY {
        Some("inf")
    } else if value == f64::NEG_INFINITY {
        Some("-inf")
    } else {
        None
    }
}

/// The maximum of some values that are not NaN, at least `floor`.
///
/// Not a fold with `f64::max`: LLVM 22 leaves out the last elements of such a reduction where it
/// takes two at a time.
pub fn greatest(floor: f64, values: impl Iterator<Item = f64>) -> f64 {
    values.fold(floor, |most, value| if value > most { value } else { most })
}

/// The minimum of some values that are not NaN; infinity if there are none.
pub fn least(values: impl Iterator<Item = f64>) -> f64 {
    -greatest(f64::NEG_INFINITY, values.map(|value| -value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_float_survives_json() {
        let samples = [
            0.0,
            -0.0,
            1.0,
            0.1,
            -1.5e-310,
            5e-324,
            f64::MAX,
            f64::MIN_POSITIVE,
            1.0 / 3.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        for value in samples {
            let text = serde_json::to_string(&Number(value)).expect("serializable");
            let back: Number = serde_json::from_str(&text).expect("readable");
            assert_eq!(back.0.to_bits(), value.to_bits(), "{text}");
        }
        let back: Number = serde_json::from_str("\"nan\"").expect("readable");
        assert!(back.0.is_nan());
    }

    #[test]
    fn random_bit_patterns_survive_json() {
        let mut random = crate::case::random::Random::new(7, 0);
        for _ in 0..20_000 {
            let value = f64::from_bits(random.bits());
            if value.is_nan() {
                continue;
            }
            let text = serde_json::to_string(&Number(value)).expect("serializable");
            let back: Number = serde_json::from_str(&text).expect("readable");
            assert_eq!(back.0.to_bits(), value.to_bits(), "{text}");
        }
    }

    #[test]
    fn other_words_are_not_numbers() {
        assert!(serde_json::from_str::<Number>("\"NaN\"").is_err());
        assert!(serde_json::from_str::<Number>("null").is_err());
    }
}
