//! Comparators that know what a field means, for fields whose layout does not determine their
//! meaning.
//!
//! They never excuse a difference, they explain it: a moment matrix may be stored differently and
//! still be the same matrix, and the first contact that differs says more than the lengths of two
//! lists.

use super::Names;
use crate::snapshot::{Side, Snapshot};

/// What to add to a difference of `field`.
pub(super) fn note(
    field: &str,
    reference: &Snapshot,
    subject: &Snapshot,
    names: &Names<'_>,
) -> Option<String> {
    match field {
        "moment_rownnz" | "moment_rowadr" | "moment_colind" => moment(reference, subject, names),
        "ncon" | "contact.geom" | "contact.geom1" | "contact.geom2" => {
            contacts(reference, subject, names)
        }
        _ => None,
    }
}

/// The moment matrices of both sides as dense ones.
fn moment(reference: &Snapshot, subject: &Snapshot, names: &Names<'_>) -> Option<String> {
    let columns = names.layout.size("nv");
    let left = dense(reference, columns)?;
    let right = dense(subject, columns)?;
    let differs = |(a, b): &(f64, f64)| a.to_bits() != b.to_bits() && !(a.is_nan() && b.is_nan());
    let pairs = left.iter().copied().zip(right.iter().copied());
    let first = pairs.enumerate().find(|(_, pair)| differs(pair));
    Some(match first {
        Some((at, (a, b))) => format!(
            "as dense matrices they differ first at {}: {b:?} instead of {a:?}",
            names.moment_element(at / columns, at % columns)
        ),
        None if left.len() == right.len() => "as dense matrices they are equal".to_owned(),
        None => "as dense matrices they have different sizes".to_owned(),
    })
}

fn dense(snapshot: &Snapshot, columns: usize) -> Option<Vec<f64>> {
    let integers = |name| snapshot.get(Side::Data, name)?.integers();
    let counts = integers("moment_rownnz")?;
    let addresses = integers("moment_rowadr")?;
    let indices = integers("moment_colind")?;
    let values = snapshot.get(Side::Data, "actuator_moment")?.f64s()?;
    let mut matrix = vec![0.0; counts.len() * columns];
    for (row, (&count, &address)) in counts.iter().zip(&addresses).enumerate() {
        for at in address..address + count {
            let at = usize::try_from(at).ok()?;
            let column = usize::try_from(*indices.get(at)?).ok()?;
            if column < columns {
                matrix[row * columns + column] = *values.get(at)?;
            }
        }
    }
    Some(matrix)
}

/// The first contact at which the two lists part.
fn contacts(reference: &Snapshot, subject: &Snapshot, names: &Names<'_>) -> Option<String> {
    let list = |snapshot: &Snapshot| snapshot.get(Side::Data, "contact.geom")?.integers();
    let (left, right) = (list(reference)?, list(subject)?);
    let (mut a, mut b) = (left.chunks_exact(2), right.chunks_exact(2));
    for index in 0.. {
        let (a, b) = (a.next(), b.next());
        let show = |pair: Option<&[i64]>| match pair {
            Some(pair) => names.geom_pair(pair),
            None => "none".to_owned(),
        };
        if a.is_none() && b.is_none() {
            break;
        }
        if a != b {
            return Some(format!(
                "the lists of contacts part at contact {index}: {} instead of {}",
                show(b),
                show(a)
            ));
        }
    }
    Some("the same pairs of geoms in the same order".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::case::Layout;
    use crate::snapshot::{Elem, FieldDescription, Slot};

    /// A snapshot of data fields: names, values as little-endian bytes.
    fn snapshot(fields: &[(&str, Elem, Vec<u8>)]) -> Snapshot {
        let mut snapshot = Snapshot::default();
        let mut descriptions = Vec::new();
        for (at, (name, elem, bytes)) in fields.iter().enumerate() {
            descriptions.push(FieldDescription {
                side: Side::Data,
                group: "data".to_owned(),
                name: (*name).to_owned(),
                elem: *elem,
                dims: vec!["n".to_owned()],
            });
            snapshot.slots.push(Slot {
                field: at,
                shape: vec![bytes.len() / elem.size()],
                start: snapshot.bytes.len(),
                len: bytes.len(),
                ..Slot::default()
            });
            snapshot.bytes.extend_from_slice(bytes);
        }
        snapshot.descriptions = Arc::new(descriptions);
        snapshot
    }

    fn integers(values: &[i32]) -> Vec<u8> {
        values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect()
    }

    fn contacts(geoms: &[i32]) -> Snapshot {
        snapshot(&[("contact.geom", Elem::I32, integers(geoms))])
    }

    const NAMES: fn(&Layout) -> Names<'_> = |layout| Names { layout, data: None };

    #[test]
    fn lists_of_contacts_are_told_apart_at_the_first_that_differs() {
        let layout = Layout::default();
        let names = NAMES(&layout);
        let note = |a: &[i32], b: &[i32]| note("ncon", &contacts(a), &contacts(b), &names);
        let part = note(&[0, 1, 0, 2], &[0, 1]).expect("a note");
        assert!(
            part.contains("contact 1: none instead of geom 0 - geom 2"),
            "{part}"
        );
        let same = note(&[0, 1], &[0, 1]).expect("a note");
        assert!(same.contains("same pairs"), "{same}");
    }

    #[test]
    fn moments_stored_differently_may_be_the_same_matrix() {
        let stored = |columns: &[i32], values: &[f64]| {
            let values = values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect();
            snapshot(&[
                ("moment_rownnz", Elem::I32, integers(&[2])),
                ("moment_rowadr", Elem::I32, integers(&[0])),
                ("moment_colind", Elem::I32, integers(columns)),
                ("actuator_moment", Elem::F64, values),
            ])
        };
        // One actuator over two degrees of freedom, its columns in either order.
        let (a, b) = (stored(&[0, 1], &[3.0, 4.0]), stored(&[1, 0], &[4.0, 3.0]));
        assert_eq!(dense(&a, 2), dense(&b, 2));
        assert_ne!(dense(&a, 2), dense(&stored(&[0, 1], &[4.0, 3.0]), 2));
        assert_eq!(dense(&a, 2), Some(vec![3.0, 4.0]));
    }
}
