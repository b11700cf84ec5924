//! Contacts in any order: which of one list is which of another.

use super::View;

/// Who touches whom: geoms with the smaller number first, then flexes, elements and vertices.
pub(super) type Touching = [i64; 8];

/// One contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    pub(super) who: Touching,
    pub dist: f64,
    pub pos: [f64; 3],
    /// From the first geom to the second, in the order of `who`.
    pub normal: [f64; 3],
}

/// The contacts of a side; `None` if it does not say who touches.
pub fn contacts(view: &View<'_>) -> Option<Vec<Contact>> {
    let geoms = match view.integers("contact.geom") {
        Some(geoms) => geoms,
        None => {
            let pairs = view.integers("contact.geom1")?.into_iter();
            let pairs = pairs.zip(view.integers("contact.geom2")?);
            pairs.flat_map(|(one, other)| [one, other]).collect()
        }
    };
    let parts = ["contact.flex", "contact.elem", "contact.vert"];
    let parts = parts.map(|name| view.integers(name).unwrap_or_default());
    let dist = view.numbers("contact.dist")?;
    let pos = view.numbers("contact.pos")?;
    let frame = view.numbers("contact.frame")?;
    let contact = |(at, pair): (usize, &[i64])| {
        let swapped = pair[0] > pair[1];
        let ordered = |pair: &[i64]| match swapped {
            true => [pair[1], pair[0]],
            false => [pair[0], pair[1]],
        };
        let mut who = [-1; 8];
        who[..2].copy_from_slice(&ordered(pair));
        for (part, place) in parts.iter().zip(who[2..].chunks_exact_mut(2)) {
            if let Some(pair) = part.get(2 * at..2 * at + 2) {
                place.copy_from_slice(&ordered(pair));
            }
        }
        let triple = |numbers: &[f64], width: usize| {
            let found = numbers.get(width * at..width * at + 3);
            let found = found.and_then(|found| <[f64; 3]>::try_from(found).ok());
            found.unwrap_or([f64::NAN; 3])
        };
        let normal = triple(&frame, 9);
        Contact {
            who,
            dist: dist.get(at).copied().unwrap_or(f64::NAN),
            pos: triple(&pos, 3),
            normal: if swapped { normal.map(|x| -x) } else { normal },
        }
    };
    Some(geoms.chunks_exact(2).enumerate().map(contact).collect())
}

/// For each contact of `one`, which of `other` it is: of the same things, the nearest first. `None`
/// if not the same things touch equally often.
pub fn matching(one: &[Contact], other: &[Contact]) -> Option<Vec<usize>> {
    if one.len() != other.len() {
        return None;
    }
    let mut candidates = Vec::new();
    for (i, a) in one.iter().enumerate() {
        for (j, b) in other.iter().enumerate().filter(|(_, b)| b.who == a.who) {
            let between = |(x, y): (f64, f64)| (x - y).powi(2);
            let distance: f64 = a.pos.into_iter().zip(b.pos).map(between).sum();
            candidates.push((distance, i, j));
        }
    }
    candidates.sort_by(|a, b| {
        a.0.total_cmp(&b.0)
            .then_with(|| (a.1, a.2).cmp(&(b.1, b.2)))
    });
    let mut found = vec![None; one.len()];
    let mut taken = vec![false; other.len()];
    for (_, i, j) in candidates {
        if found[i].is_none() && !taken[j] {
            (found[i], taken[j]) = (Some(j), true);
        }
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(geoms: [i64; 2], x: f64) -> Contact {
        let mut who = [-1; 8];
        who[..2].copy_from_slice(&geoms);
        Contact {
            who,
            dist: 0.0,
            pos: [x, 0.0, 0.0],
            normal: [0.0, 0.0, 1.0],
        }
    }

    #[test]
    fn contacts_are_matched_by_who_touches_and_then_by_place() {
        let one = [
            contact([0, 1], 0.0),
            contact([0, 2], 0.0),
            contact([0, 1], 1.0),
        ];
        let other = [
            contact([0, 1], 1.1),
            contact([0, 1], 0.1),
            contact([0, 2], 5.0),
        ];
        assert_eq!(matching(&one, &other), Some(vec![1, 2, 0]));
        assert_eq!(matching(&one, &other[..2]), None);
        let others = [
            contact([0, 1], 0.0),
            contact([0, 2], 0.0),
            contact([0, 2], 1.0),
        ];
        assert_eq!(matching(&one, &others), None);
    }
}
