//! Spelling suggestions: the name that was probably meant.

/// The candidate nearest to a misspelt name, if any is near.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    // Names in MJCF are short; a longer word is not a misspelling of one.
    const LONGEST: usize = 40;
    if name.len() > LONGEST {
        return None;
    }
    let limit = name.chars().count().max(3) / 3;
    candidates
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Edits (insert, delete, replace) between two words, case ignored.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().flat_map(char::to_lowercase).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replace = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
