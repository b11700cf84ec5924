//! A stable merge sort without allocation: runs of 32 by insertion, then merging.
//!
//! std's stable sort allocates, and with a comparison that is no total order (NaN) it may panic or
//! leave another order.

use std::cmp::Ordering;

const RUN: usize = 32;

/// Sorts `items`, with `buffer` as working memory.
pub(super) fn stable_sort<T: Copy>(
    items: &mut [T],
    buffer: &mut Vec<T>,
    compare: impl Fn(&T, &T) -> Ordering,
) {
    for run in items.chunks_mut(RUN) {
        insertion_sort(run, &compare);
    }
    let mut width = RUN;
    while width < items.len() {
        for pair in items.chunks_mut(2 * width) {
            if pair.len() > width {
                merge(pair, width, buffer, &compare);
            }
        }
        width *= 2;
    }
}

fn insertion_sort<T: Copy>(run: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    for i in 1..run.len() {
        let item = run[i];
        let mut k = i;
        while k > 0 && compare(&run[k - 1], &item) == Ordering::Greater {
            run[k] = run[k - 1];
            k -= 1;
        }
        run[k] = item;
    }
}

/// Merges the sorted parts before and from `middle`.
fn merge<T: Copy>(
    items: &mut [T],
    middle: usize,
    buffer: &mut Vec<T>,
    compare: &impl Fn(&T, &T) -> Ordering,
) {
    buffer.clear();
    buffer.extend_from_slice(items);
    let (left, right) = buffer.split_at(middle);
    let (mut i, mut j) = (0, 0);
    for slot in items {
        let from_left = j >= right.len()
            || (i < left.len() && compare(&left[i], &right[j]) != Ordering::Greater);
        *slot = if from_left {
            i += 1;
            left[i - 1]
        } else {
            j += 1;
            right[j - 1]
        };
    }
}
