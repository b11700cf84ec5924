//! How two fields are held to each other: bit by bit, or by what a coarser precision can tell
//! apart.

use std::ops::Range;

use super::{Disagreement, field};
use crate::precision::Precision;
use crate::snapshot::{Elem, FieldDescription, FieldView};

/// What counts as equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leniency {
    /// The same bits in the same type.
    #[default]
    Bits,
    /// The same number, whatever the width of its type.
    Widened,
    /// The same number once both are rounded; zeros have no sign.
    Rounded(Precision),
}

impl Leniency {
    pub(super) fn compare(
        self,
        reference: FieldView<'_>,
        subject: FieldView<'_>,
        ranges: &[Range<usize>],
        filled: bool,
    ) -> Option<Disagreement> {
        let floats = [reference, subject].map(|view| is_float(view.description.elem));
        if self == Leniency::Bits || floats != [true, true] {
            return field::compare(reference, subject, ranges, filled);
        }
        let [left, right] = [reference, subject].map(|view| Converted::new(self, view));
        field::compare(
            left.view(reference.shape),
            right.view(subject.shape),
            ranges,
            filled,
        )
    }

    fn convert(self, value: f64) -> f64 {
        match self {
            Leniency::Bits | Leniency::Widened => value,
            // The sum has no negative zero.
            Leniency::Rounded(precision) => precision.round(value) + 0.0,
        }
    }
}

/// A field whose floats have become doubles.
struct Converted {
    description: FieldDescription,
    bytes: Vec<u8>,
}

impl Converted {
    fn new(leniency: Leniency, view: FieldView<'_>) -> Converted {
        let values = view.numbers().into_iter();
        Converted {
            description: FieldDescription {
                elem: Elem::F64,
                ..view.description.clone()
            },
            bytes: values
                .flat_map(|value| leniency.convert(value).to_le_bytes())
                .collect(),
        }
    }

    fn view<'a>(&'a self, shape: &'a [usize]) -> FieldView<'a> {
        FieldView {
            description: &self.description,
            shape,
            bytes: &self.bytes,
        }
    }
}

pub(super) fn is_float(elem: Elem) -> bool {
    matches!(elem, Elem::F64 | Elem::F32)
}

/// Whether numbers show the precision that they are said to have been kept in: of those that it
/// cannot hold, how many were rounded and how many were not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grain {
    pub rounded: usize,
    pub finer: usize,
}

impl Grain {
    /// Looks at a field of both sides.
    pub fn look(&mut self, precision: Precision, reference: FieldView<'_>, subject: FieldView<'_>) {
        if !is_float(reference.description.elem) || !is_float(subject.description.elem) {
            return;
        }
        let pairs = reference.numbers().into_iter().zip(subject.numbers());
        for (_, value) in pairs.filter(|(exact, _)| precision.round(*exact) != *exact) {
            if precision.round(value) == value {
                self.rounded += 1;
            } else {
                self.finer += 1;
            }
        }
    }

    /// Whether the numbers are finer than they are said to be.
    pub fn is_finer(self) -> bool {
        self.finer > self.rounded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::Side;

    fn description(elem: Elem) -> FieldDescription {
        FieldDescription {
            side: Side::Model,
            group: "model".to_owned(),
            name: "body_mass".to_owned(),
            elem,
            dims: vec!["nbody".to_owned()],
        }
    }

    /// Whether doubles and singles count as different.
    fn differ(leniency: Leniency, reference: f64, subject: f32) -> bool {
        let (one, other) = (description(Elem::F64), description(Elem::F32));
        let view = |description, bytes| FieldView {
            description,
            shape: &[1],
            bytes,
        };
        let (left, right) = (reference.to_le_bytes(), subject.to_le_bytes());
        let found = leniency.compare(
            view(&one, &left),
            view(&other, &right),
            std::slice::from_ref(&(0..1)),
            false,
        );
        found.is_some()
    }

    #[test]
    fn singles_are_accepted_for_doubles_where_the_precision_says_so() {
        let rounded = Leniency::Rounded(Precision::SINGLE);
        assert!(differ(Leniency::Bits, 0.5, 0.5));
        assert!(!differ(Leniency::Widened, 0.5, 0.5));
        assert!(differ(Leniency::Widened, 0.15, 0.15));
        assert!(!differ(rounded, 0.15, 0.15));
        assert!(differ(rounded, 0.15, 0.15f32.next_up()));
        assert!(!differ(rounded, 0.0, -0.0));
        assert!(differ(rounded, 0.15, f32::NAN));
    }

    #[test]
    fn numbers_tell_whether_they_were_kept_in_the_precision_that_was_declared() {
        let reference = description(Elem::F64);
        let bytes = |values: [f64; 2]| values.map(f64::to_le_bytes).concat();
        let view = |bytes| FieldView {
            description: &reference,
            shape: &[2],
            bytes,
        };
        let exact = bytes([0.15, 0.5]);
        let rounded = bytes([f64::from(0.15f32), 0.5]);
        let mut grain = Grain::default();
        grain.look(Precision::SINGLE, view(&exact), view(&rounded));
        assert_eq!((grain.rounded, grain.finer), (1, 0));
        grain.look(Precision::SINGLE, view(&exact), view(&exact));
        grain.look(Precision::SINGLE, view(&exact), view(&exact));
        assert!(grain.is_finer());
    }
}
