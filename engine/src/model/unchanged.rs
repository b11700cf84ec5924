//! Whether an array of the model still says what a plan was made from.

/// Whether an array is equal to a copy of it.
///
/// Empty arrays are not looked at. They lie at an address that belongs to no page, and the
/// comparison of glibc for AVX-512 loads from there under an empty mask, which some processors
/// take 100 times as long for as for a comparison of numbers.
#[inline]
pub(crate) fn unchanged<T: PartialEq>(copy: &[T], now: &[T]) -> bool {
    copy.len() == now.len() && (now.is_empty() || copy == now)
}

#[cfg(test)]
mod tests {
    use super::unchanged;

    #[test]
    fn a_copy_is_unchanged_until_a_number_or_the_length_differs() {
        assert!(unchanged::<i32>(&[], &[]));
        assert!(unchanged(&[1, 2], &[1, 2]));
        assert!(!unchanged(&[1, 2], &[1, 3]));
        assert!(!unchanged(&[1, 2], &[]));
        assert!(!unchanged(&[], &[1]));
    }
}
