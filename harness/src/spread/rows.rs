//! Constraint rows in any order: which row of one side is which of the other.

use std::collections::HashMap;

use super::View;

/// What a row is about: its type, the thing that it constrains (a contact by its number among the
/// reference's) and which of the rows about that it is.
pub type RowKey = (i64, i64, usize);

/// Rows of contacts have these types and those above.
const CONTACT: i64 = 5;

/// The keys of a side's rows. `contact` maps its contacts to the reference's; `None` if the side
/// does not say what its rows are about.
pub fn keys(view: &View<'_>, contact: &[usize]) -> Option<Vec<RowKey>> {
    let types = view.integers("efc_type")?;
    let ids = view.integers("efc_id")?;
    let mut counts: HashMap<(i64, i64), usize> = HashMap::new();
    let key = |(row_type, id): (i64, i64)| {
        let mapped = usize::try_from(id).ok().and_then(|at| contact.get(at));
        let id = match mapped {
            Some(&mapped) if row_type >= CONTACT => mapped as i64,
            _ => id,
        };
        let count = counts.entry((row_type, id)).or_default();
        *count += 1;
        (row_type, id, *count)
    };
    Some(types.into_iter().zip(ids).map(key).collect())
}

/// Where the other side has each row of `reference`; `None` if the rows are not the same.
pub fn order(reference: &[RowKey], other: &[RowKey]) -> Option<Vec<usize>> {
    if reference.len() != other.len() {
        return None;
    }
    let places: HashMap<&RowKey, usize> = other.iter().enumerate().map(|(at, k)| (k, at)).collect();
    reference
        .iter()
        .map(|key| places.get(key).copied())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_in_any_order_and_only_if_all_are_there() {
        let reference = [(3, 0, 1), (6, 0, 1), (6, 0, 2)];
        let other = [(6, 0, 1), (6, 0, 2), (3, 0, 1)];
        assert_eq!(order(&reference, &other), Some(vec![2, 0, 1]));
        assert_eq!(order(&reference, &other[..2]), None);
        assert_eq!(order(&reference, &[(6, 0, 1), (6, 0, 2), (3, 1, 1)]), None);
    }
}
