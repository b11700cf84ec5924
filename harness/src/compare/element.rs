//! Two elements and the distance between them.

use serde::{Deserialize, Serialize};

use crate::number::Number;
use crate::snapshot::{Elem, FILLS};

/// One element of a field.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Scalar {
    Double(Number),
    /// A separate variant because its neighbours are farther away than those of a double.
    #[serde(serialize_with = "as_number")]
    Single(f32),
    Integer(i64),
}

fn as_number<S: serde::Serializer>(value: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    Number(f64::from(*value)).serialize(serializer)
}

/// A number with a point or an exponent is a float, one without an integer. Singles read as doubles
/// until [`Scalar::of_type`] says otherwise.
impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Integer(i64),
            Float(Number),
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::Integer(value) => Scalar::Integer(value),
            Written::Float(value) => Scalar::Double(value),
        })
    }
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scalar::Double(value) => value.fmt(f),
            Scalar::Single(value) => write!(f, "{value:?}"),
            Scalar::Integer(value) => value.fmt(f),
        }
    }
}

impl Scalar {
    /// Element `index` of a field's bytes; `None` beyond the end.
    pub fn read(elem: Elem, bytes: &[u8], index: usize) -> Option<Scalar> {
        let size = elem.size();
        let bytes = bytes.get(index * size..(index + 1) * size)?;
        Some(match elem {
            Elem::F64 => Scalar::Double(Number(f64::from_le_bytes(bytes.try_into().ok()?))),
            Elem::F32 => Scalar::Single(f32::from_le_bytes(bytes.try_into().ok()?)),
            Elem::I32 => Scalar::Integer(i32::from_le_bytes(bytes.try_into().ok()?).into()),
            // Sizes and counters: 64 bits are compared as they are, the sign is only for printing.
            Elem::I64 | Elem::U64 => Scalar::Integer(i64::from_le_bytes(bytes.try_into().ok()?)),
            Elem::U8 | Elem::Char => Scalar::Integer(bytes[0].into()),
        })
    }

    /// The scalar as an element of this type, where a report that was read back does not show the
    /// difference.
    pub fn of_type(self, elem: Elem) -> Scalar {
        match (self, elem) {
            (Scalar::Double(Number(value)), Elem::F32) => Scalar::Single(value as f32),
            _ => self,
        }
    }

    /// The bits in hexadecimal, as wide as the type.
    pub fn bits(self) -> String {
        match self {
            Scalar::Double(Number(value)) => format!("{:016x}", value.to_bits()),
            Scalar::Single(value) => format!("{:08x}", value.to_bits()),
            Scalar::Integer(value) => format!("{value:x}"),
        }
    }

    /// Whether these are the bits that all outputs are filled with before a computation, which no
    /// computation gives. Signed integers may well be -1.
    pub fn is_poison(self, elem: Elem) -> bool {
        match (self, elem) {
            (Scalar::Double(Number(value)), _) if value.to_bits() == u64::MAX => true,
            (Scalar::Single(value), _) if value.to_bits() == u32::MAX => true,
            (Scalar::Integer(value), Elem::U8 | Elem::Char) => value == i64::from(u8::MAX),
            (Scalar::Integer(-1), Elem::U64) => true,
            _ => self.is_fill(elem),
        }
    }

    /// Whether these are bytes that the memory was filled with before the computation. A single
    /// byte may be anything. Half of a double is enough: the headers declare some arrays larger
    /// than they are, so that their ends lie in the integers of the next.
    pub fn is_fill(self, elem: Elem) -> bool {
        FILLS.iter().any(|&byte| match (self, elem) {
            (Scalar::Double(Number(value)), _) => {
                let (halves, fill) = (value.to_bits(), u32::from_ne_bytes([byte; 4]));
                halves as u32 == fill || (halves >> 32) as u32 == fill
            }
            (Scalar::Single(value), _) => value.to_bits().to_ne_bytes() == [byte; 4],
            (Scalar::Integer(value), Elem::I32) => {
                value == i64::from(i32::from_ne_bytes([byte; 4]))
            }
            (Scalar::Integer(value), Elem::I64 | Elem::U64) => value.to_ne_bytes() == [byte; 8],
            (Scalar::Integer(_), Elem::F64 | Elem::F32 | Elem::U8 | Elem::Char) => false,
        })
    }

    /// The value as a float, for magnitudes.
    pub fn magnitude(self) -> f64 {
        match self {
            Scalar::Double(Number(value)) => value.abs(),
            Scalar::Single(value) => f64::from(value).abs(),
            Scalar::Integer(value) => (value as f64).abs(),
        }
    }
}

/// What kind of difference it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Two different numbers.
    Value,
    /// 0 and -0.
    SignOfZero,
    /// One side is NaN.
    NotANumber,
    /// Integers and ids are equal or wrong, never near.
    Integer,
    /// The arrays have different dimensions.
    Shape,
    /// One side has floats of another width, or integers for floats.
    Type,
    /// Only a digest of one side is known, and it differs.
    Digest,
    /// One side left what was there before the computation.
    NotWritten,
}

impl Category {
    /// As people read it.
    pub fn name(self) -> &'static str {
        match self {
            Category::Value => "different values",
            Category::SignOfZero => "zeros of different sign",
            Category::NotANumber => "NaN on one side",
            Category::Integer => "different integers",
            Category::Shape => "different shapes",
            Category::Type => "different types",
            Category::Digest => "different digests",
            Category::NotWritten => "not written by one side",
        }
    }
}

/// How far two floats are apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    pub absolute: Number,
    /// By the magnitude of the reference's element.
    pub relative: Number,
    /// By the largest magnitude in the reference's field; equal to `absolute` where that is 0.
    pub scaled: Number,
    /// Floats that lie between the two, plus one; absent if one is NaN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u64>,
}

/// `None` if equal: the same bits, or NaN on both sides.
pub(super) fn differ(reference: Scalar, subject: Scalar) -> Option<Category> {
    match (reference, subject) {
        (Scalar::Double(Number(a)), Scalar::Double(Number(b))) => {
            differ_floats(a, b, a.to_bits() == b.to_bits())
        }
        (Scalar::Single(a), Scalar::Single(b)) => {
            differ_floats(a.into(), b.into(), a.to_bits() == b.to_bits())
        }
        (Scalar::Integer(a), Scalar::Integer(b)) => (a != b).then_some(Category::Integer),
        _ => Some(Category::Type),
    }
}

fn differ_floats(a: f64, b: f64, same_bits: bool) -> Option<Category> {
    if same_bits || (a.is_nan() && b.is_nan()) {
        None
    } else if a.is_nan() || b.is_nan() {
        Some(Category::NotANumber)
    } else if a == b {
        Some(Category::SignOfZero)
    } else {
        Some(Category::Value)
    }
}

/// The distance between two floats; `scale` is the largest finite magnitude in the reference's
/// field.
pub(super) fn gap(reference: Scalar, subject: Scalar, scale: f64) -> Option<Gap> {
    let (a, b, ulps) = match (reference, subject) {
        (Scalar::Double(Number(a)), Scalar::Double(Number(b))) => (a, b, ulps(a, b)),
        (Scalar::Single(a), Scalar::Single(b)) => (a.into(), b.into(), ulps_single(a, b)),
        _ => return None,
    };
    let absolute = (a - b).abs();
    let over = |size: f64| {
        if size > 0.0 {
            absolute / size
        } else {
            absolute
        }
    };
    Some(Gap {
        absolute: Number(absolute),
        relative: Number(over(a.abs())),
        scaled: Number(over(scale)),
        ulps,
    })
}

/// Steps from one float to the other along all representable ones; 0 and -0 are one step apart.
pub(super) fn ulps(a: f64, b: f64) -> Option<u64> {
    // Negative floats count downwards from -0, which lies just below 0.
    let place = |x: f64| {
        let bits = x.to_bits() as i64;
        if bits < 0 { i64::MIN - bits - 1 } else { bits }
    };
    (!a.is_nan() && !b.is_nan()).then(|| place(a).abs_diff(place(b)))
}

fn ulps_single(a: f32, b: f32) -> Option<u64> {
    let place = |x: f32| {
        let bits = i64::from(x.to_bits() as i32);
        if bits < 0 {
            i64::from(i32::MIN) - bits - 1
        } else {
            bits
        }
    };
    (!a.is_nan() && !b.is_nan()).then(|| place(a).abs_diff(place(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(value: f64) -> Scalar {
        Scalar::Double(Number(value))
    }

    #[test]
    fn ulps_count_floats_across_zero() {
        assert_eq!(ulps(1.0, 1.0f64.next_up()), Some(1));
        assert_eq!(ulps(0.0, -0.0), Some(1));
        assert_eq!(ulps(5e-324, -5e-324), Some(3));
        assert_eq!(ulps(f64::MAX, f64::INFINITY), Some(1));
        assert_eq!(
            ulps(f64::NEG_INFINITY, f64::INFINITY),
            Some(2 * 0x7ff0_0000_0000_0000 + 1)
        );
        assert_eq!(ulps(1.0, f64::NAN), None);
        assert_eq!(ulps_single(-0.0, 0.0), Some(1));
    }

    #[test]
    fn nan_equals_nan_of_either_sign_and_payload() {
        let odd = f64::from_bits(f64::NAN.to_bits() | 1);
        assert_eq!(differ(double(f64::NAN), double(-odd)), None);
        assert_eq!(
            differ(double(f64::NAN), double(0.0)),
            Some(Category::NotANumber)
        );
    }

    #[test]
    fn zeros_of_different_sign_are_a_category_of_their_own() {
        assert_eq!(
            differ(double(0.0), double(-0.0)),
            Some(Category::SignOfZero)
        );
        assert_eq!(differ(double(0.0), double(5e-324)), Some(Category::Value));
    }

    #[test]
    fn gaps_are_measured_against_element_and_field() {
        let gap = gap(double(2.0), double(2.5), 10.0).unwrap();
        assert_eq!(gap.absolute, Number(0.5));
        assert_eq!(gap.relative, Number(0.25));
        assert_eq!(gap.scaled, Number(0.05));
    }
}
