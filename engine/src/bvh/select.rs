//! Selection of the n-th element by quicksort's partition.
//!
//! The order of elements in a tree is not transitive where centres nearly coincide or are NaN, as those of slivers are. The result then
//! depends on which comparisons are made, so they are those of the reference's standard library (LLVM 19's libc++).

/// Reorders `items` so that the element at `nth` has none after it that precedes it, and none before it that it precedes.
pub(super) fn select<T>(items: &mut [T], nth: usize, precedes: impl Fn(&T, &T) -> bool) {
    let mut range = Range {
        items,
        start: 0,
        precedes,
    };
    let mut end = range.items.len();
    while nth != end {
        match end - range.start {
            0 | 1 => return,
            2 => return range.sort_pair(end),
            3 => {
                let first = range.start;
                range.sort_three([first, first + 1, first + 2]);
                return;
            }
            4..=7 => return range.sort_few(end),
            _ => {}
        }
        match range.partition(end, nth) {
            Step::Done => return,
            Step::Left(pivot) => end = pivot,
            Step::Right(from) => range.start = from,
        }
    }
}

/// Where the search goes on.
enum Step {
    Done,
    /// Before this index.
    Left(usize),
    /// From this index on.
    Right(usize),
}

struct Range<'a, T, F> {
    items: &'a mut [T],
    start: usize,
    precedes: F,
}

impl<T, F: Fn(&T, &T) -> bool> Range<'_, T, F> {
    fn less(&self, a: usize, b: usize) -> bool {
        (self.precedes)(&self.items[a], &self.items[b])
    }

    fn sort_pair(&mut self, end: usize) {
        if self.less(end - 1, self.start) {
            self.items.swap(self.start, end - 1);
        }
    }

    /// Sorts three elements; returns the number of exchanges.
    fn sort_three(&mut self, [x, y, z]: [usize; 3]) -> usize {
        if self.less(y, x) {
            if self.less(z, y) {
                self.items.swap(x, z);
                return 1;
            }
            self.items.swap(x, y);
            return if self.less(z, y) {
                self.items.swap(y, z);
                2
            } else {
                1
            };
        }
        if !self.less(z, y) {
            return 0;
        }
        self.items.swap(y, z);
        if self.less(y, x) {
            self.items.swap(x, y);
            2
        } else {
            1
        }
    }

    /// Brings the least of the rest to the front, again and again.
    fn sort_few(&mut self, end: usize) {
        for front in self.start..end - 1 {
            let mut least = front;
            for i in front + 1..end {
                if self.less(i, least) {
                    least = i;
                }
            }
            if least != front {
                self.items.swap(front, least);
            }
        }
    }

    /// Divides by the median of the first, middle and last element.
    fn partition(&mut self, end: usize, nth: usize) -> Step {
        let first = self.start;
        let mut pivot = first + (end - first) / 2;
        let mut exchanges = self.sort_three([first, pivot, end - 1]);
        let mut i = first;
        let mut j = end - 1;
        if !self.less(i, pivot) {
            // the first element is equivalent to the pivot: find one that precedes it, to stop the way down
            loop {
                j -= 1;
                if j == i {
                    return self.partition_equal(end, nth);
                }
                if self.less(j, pivot) {
                    break;
                }
            }
            self.items.swap(i, j);
            exchanges += 1;
        }
        i += 1;
        if i < j {
            loop {
                while self.less(i, pivot) {
                    i += 1;
                }
                j -= 1;
                while !self.less(j, pivot) {
                    j -= 1;
                }
                if i >= j {
                    break;
                }
                self.items.swap(i, j);
                exchanges += 1;
                if pivot == i {
                    pivot = j;
                }
                i += 1;
            }
        }
        if i != pivot && self.less(pivot, i) {
            self.items.swap(i, pivot);
            exchanges += 1;
        }
        if nth == i {
            return Step::Done;
        }
        if exchanges == 0 && self.is_sorted_around(i, nth, end) {
            return Step::Done;
        }
        if nth < i {
            Step::Left(i)
        } else {
            Step::Right(i + 1)
        }
    }

    /// Nothing was out of place: perhaps the side of `nth` is sorted already.
    fn is_sorted_around(&self, pivot: usize, nth: usize, end: usize) -> bool {
        let (from, to) = if nth < pivot {
            (self.start, pivot)
        } else {
            (pivot, end)
        };
        (from + 1..to).all(|i| !self.less(i, i - 1))
    }

    /// Nothing precedes the first element: divides into those equivalent to it and those after it.
    fn partition_equal(&mut self, end: usize, nth: usize) -> Step {
        let first = self.start;
        let mut i = first + 1;
        let mut j = end - 1;
        if !self.less(first, j) {
            loop {
                if i == j {
                    return Step::Done;
                }
                if self.less(first, i) {
                    self.items.swap(i, j);
                    i += 1;
                    break;
                }
                i += 1;
            }
        }
        if i == j {
            return Step::Done;
        }
        loop {
            while !self.less(first, i) {
                i += 1;
            }
            j -= 1;
            while self.less(first, j) {
                j -= 1;
            }
            if i >= j {
                break;
            }
            self.items.swap(i, j);
            i += 1;
        }
        if nth < i { Step::Done } else { Step::Right(i) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selected_element_divides_the_rest() {
        // a linear congruence gives numbers in no order, with repetitions
        let mut state = 1u32;
        let mut number = |bound: u32| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 8) % bound
        };
        for length in 1..200 {
            let bound = 1 + number(2 * length);
            let mut items: Vec<u32> = (0..length).map(|_| number(bound)).collect();
            let nth = number(length) as usize;
            select(&mut items, nth, |a, b| a < b);
            assert!(items[..nth].iter().all(|x| *x <= items[nth]));
            assert!(items[nth..].iter().all(|x| *x >= items[nth]));
        }
    }
}
