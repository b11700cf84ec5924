//! One field of both sides: equal, or where it differs most.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::element::{self, Category, Gap, Scalar};
use crate::number::{Number, greatest};
use crate::snapshot::{Elem, FieldView};

/// How one field differs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Disagreement {
    pub category: Category,
    /// Type of the reference's elements; reports before version 2 lack it.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub elem: Option<Elem>,
    /// Position of the worst element in the flat array; the first of several that are equally bad.
    pub element: usize,
    /// Elements that differ, of those compared.
    pub count: usize,
    pub compared: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<Scalar>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<Scalar>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
    /// The error over what rounding may do, where that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<Ratio>,
    /// What a comparator that knows the field's meaning adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// An error over what rounding may do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    pub r: Number,
    /// Above this it is no rounding.
    pub allowed: Number,
    pub error: Number,
    /// What rounding may do there.
    pub spread: Number,
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ratio {
            r,
            allowed,
            error,
            spread,
        } = self;
        write!(
            f,
            "r = {} (allowed {}); error {}, rounding may do {}",
            short(r.0),
            allowed.0,
            short(error.0),
            short(spread.0)
        )
    }
}

/// Two digits are enough to see how far it is.
fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if !size.is_finite() => Number(value).to_string(),
        size if (0.01..1000.0).contains(&size) => {
            let digits = (1 - size.log10().floor() as i32).max(0);
            format!("{value:.*}", digits as usize)
        }
        _ => format!("{value:.1e}"),
    }
}

impl Disagreement {
    /// The scaled error; one without a size is worse than any number.
    pub fn size(&self) -> f64 {
        match self.gap {
            Some(gap) if !gap.scaled.0.is_nan() => gap.scaled.0,
            _ => f64::INFINITY,
        }
    }

    /// Says so if one side left the worst element as it was before the computation.
    pub fn mark_unwritten(&mut self) {
        let Some(elem) = self.elem else { return };
        let is_poison = |scalar: Option<Scalar>| scalar.is_some_and(|s| s.is_poison(elem));
        let (side, other) = match (is_poison(self.reference), is_poison(self.subject)) {
            (false, true) => ("subject", self.reference),
            (true, false) => ("reference", self.subject),
            _ => return,
        };
        self.category = Category::NotWritten;
        self.gap = None;
        let other = other.map_or(String::new(), |value| {
            format!(", the other side has {value}")
        });
        self.note = Some(format!("not written by the {side}{other}"));
        (self.reference, self.subject) = (None, None);
    }

    /// A difference of the whole field, without an element to show.
    pub fn structural(category: Category, elem: Option<Elem>, note: String) -> Disagreement {
        Disagreement {
            category,
            elem,
            element: 0,
            count: 0,
            compared: 0,
            reference: None,
            subject: None,
            gap: None,
            ratio: None,
            note: Some(note),
        }
    }
}

/// Compares the elements in `ranges`. Most fields are equal, which one comparison of memory shows.
/// In a reference whose memory was `filled`, elements that hold the pattern still are left out.
pub fn compare(
    reference: FieldView<'_>,
    subject: FieldView<'_>,
    ranges: &[Range<usize>],
    filled: bool,
) -> Option<Disagreement> {
    let (left, right) = (reference.description.elem, subject.description.elem);
    if is_float(left) != is_float(right) || (is_float(left) && left != right) {
        let note = format!("the subject has {right:?} for {left:?}");
        return Some(Disagreement::structural(Category::Type, Some(left), note));
    }
    if reference.shape != subject.shape {
        let note = format!(
            "the subject has shape {:?}, the reference {:?}",
            subject.shape, reference.shape
        );
        return Some(Disagreement::structural(Category::Shape, Some(left), note));
    }
    let same_bytes = |range: &Range<usize>| {
        let bytes = range.start * left.size()..range.end * left.size();
        left == right && reference.bytes.get(bytes.clone()) == subject.bytes.get(bytes)
    };
    if ranges.iter().all(same_bytes) {
        return None;
    }
    search(reference, subject, ranges, filled)
}

/// The slow pass: element by element, for the worst.
fn search(
    reference: FieldView<'_>,
    subject: FieldView<'_>,
    ranges: &[Range<usize>],
    filled: bool,
) -> Option<Disagreement> {
    let (left, right) = (reference.description.elem, subject.description.elem);
    let pair = |index| {
        let reference = Scalar::read(left, reference.bytes, index)?;
        let subject = Scalar::read(right, subject.bytes, index)?;
        Some((index, reference, subject))
    };
    let indices = || ranges.iter().cloned().flatten();
    let magnitudes = indices()
        .filter_map(|index| Scalar::read(left, reference.bytes, index))
        .map(Scalar::magnitude);
    let scale = greatest(0.0, magnitudes.filter(|magnitude| magnitude.is_finite()));
    let mut worst: Option<Disagreement> = None;
    let mut worst_distance = -1.0;
    let mut count = 0;
    for (index, a, b) in indices().filter_map(pair) {
        // What the reference did not write holds what its memory was filled with, and says nothing.
        if filled && a.is_fill(left) {
            continue;
        }
        let Some(category) = element::differ(a, b) else {
            continue;
        };
        count += 1;
        let gap = element::gap(a, b, scale);
        // A difference from NaN or infinity has no size; it counts as the worst.
        let distance = match gap {
            Some(gap) if gap.absolute.0.is_finite() => gap.absolute.0,
            Some(_) => f64::INFINITY,
            None => (a.magnitude() - b.magnitude()).abs(),
        };
        if distance > worst_distance {
            worst_distance = distance;
            worst = Some(Disagreement {
                category,
                elem: Some(left),
                element: index,
                count: 0,
                compared: indices().count(),
                reference: Some(a),
                subject: Some(b),
                gap,
                ratio: None,
                note: None,
            });
        }
    }
    worst.map(|worst| Disagreement { count, ..worst })
}

fn is_float(elem: Elem) -> bool {
    matches!(elem, Elem::F64 | Elem::F32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::{FieldDescription, Side};

    fn found(reference: f64, subject: f64) -> Disagreement {
        let mut found =
            Disagreement::structural(Category::NotANumber, Some(Elem::F64), String::new());
        found.reference = Some(Scalar::Double(Number(reference)));
        found.subject = Some(Scalar::Double(Number(subject)));
        found.mark_unwritten();
        found
    }

    #[test]
    fn a_ratio_says_how_far_beyond_rounding_it_is() {
        let ratio = Ratio {
            r: Number(251_234.0),
            allowed: Number(16.0),
            error: Number(0.1099),
            spread: Number(4.4e-7),
        };
        assert_eq!(
            ratio.to_string(),
            "r = 2.5e5 (allowed 16); error 0.11, rounding may do 4.4e-7"
        );
        assert_eq!(short(f64::INFINITY), "inf");
        assert_eq!(short(27.46), "27");
    }

    #[test]
    fn a_number_that_looks_like_filled_memory_is_compared_unless_memory_was_filled() {
        let description = FieldDescription {
            side: Side::Data,
            group: "data".to_owned(),
            name: "qpos".to_owned(),
            elem: Elem::F64,
            dims: vec!["nq".to_owned()],
        };
        let view = |bytes| FieldView {
            description: &description,
            shape: &[1],
            bytes,
        };
        let computed = f64::from_bits(0x3fe0_0000_a5a5_a5a5).to_le_bytes();
        let other = 0.25f64.to_le_bytes();
        let differs = |filled| {
            let ranges = std::slice::from_ref(&(0..1));
            compare(view(&computed), view(&other), ranges, filled).is_some()
        };
        assert!(differs(false));
        assert!(!differs(true));
    }

    #[test]
    fn what_nobody_wrote_is_said_to_be_so_and_what_was_computed_is_not() {
        let poison = f64::from_bits(u64::MAX);
        let missing = found(0.5, poison);
        assert_eq!(missing.category, Category::NotWritten);
        assert_eq!(
            missing.note.as_deref(),
            Some("not written by the subject, the other side has 0.5")
        );
        assert!(missing.subject.is_none());
        let missing = found(poison, 0.5);
        let note = missing.note.expect("a note");
        assert!(note.starts_with("not written by the reference"), "{note}");
        assert_eq!(found(0.5, f64::NAN).category, Category::NotANumber);
    }
}
