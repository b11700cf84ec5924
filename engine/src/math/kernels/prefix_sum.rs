//! The exclusive prefix sum.

/// Writes where rows of these lengths start when they lie one after the other without gaps; returns
/// where the last one ends.
#[inline]
pub fn prefix_sum(lengths: &[i32], starts: &mut [i32]) -> i32 {
    let mut next = 0;
    for (start, length) in starts.iter_mut().zip(lengths) {
        *start = next;
        next += length;
    }
    next
}
