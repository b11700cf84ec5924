//! Prefix sums: where each of several groups starts when they follow each other.

/// Exclusive prefix sum: `starts[i]` is the sum of all counts before `counts[i]`.
pub fn prefix_sum(counts: &[i32], starts: &mut [i32]) {
    let mut next = 0;
    for (start, count) in starts.iter_mut().zip(counts) {
        *start = next;
        next += count;
    }
}
