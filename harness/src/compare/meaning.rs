//! Comparators that know what a field means where its layout is not the meaning.
//!
//! They never excuse a difference, they explain it: a moment matrix may be stored differently and still be the same matrix, and of two
//! lists of contacts the first that differs says more than their lengths.

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
        "moment_rownnz" | "moment_rowadr" | "moment_colind" | "actuator_moment" => {
            moment(reference, subject, names)
        }
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
