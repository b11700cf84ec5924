//! Selection of the n-th element by quicksort's partition (quickselect).
//!
//! The order of elements in a tree is not transitive where centres nearly coincide or are NaN, as
//! those of slivers are. The result then depends on which comparisons are made, so they are those
//! of the reference's standard library (LLVM 19's libc++).
//!
//! Hoare, Algorithm 65: find (1961).

/// Reorders `items` so that the element at `nth` has none after it that precedes it, and none
/// before it that it precedes.
pub(super) fn select<T: Copy>(items: &mut [T], nth: usize, precedes: impl Fn(&T, &T) -> bool) {
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
            4 => return range.sort_few::<4>(end),
            5 => return range.sort_few::<5>(end),
            6 => return range.sort_few::<6>(end),
            7 => return range.sort_few::<7>(end),
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

/// Elements of each side that are compared together; twice as many are partitioned in one go.
const BLOCK: usize = 32;

struct Range<'a, T, F> {
    items: &'a mut [T],
    start: usize,
    precedes: F,
}

impl<T: Copy, F: Fn(&T, &T) -> bool> Range<'_, T, F> {
    fn less(&self, a: usize, b: usize) -> bool {
        (self.precedes)(&self.items[a], &self.items[b])
    }

    fn sort_pair(&mut self, end: usize) {
        let (x, y) = (self.start, end - 1);
        let pair = [self.items[x], self.items[y]];
        let exchanged = usize::from(self.less(y, x));
        self.items[x] = pair[exchanged];
        self.items[y] = pair[1 - exchanged];
    }

    /// Sorts three elements; returns the number of exchanges.
    fn sort_three(&mut self, [x, y, z]: [usize; 3]) -> usize {
        // By which of the second before the first, the third before the second, the third before
        // the first.
        const SORTED: [([usize; 3], usize); 8] = [
            ([0, 1, 2], 0),
            ([1, 0, 2], 1),
            ([0, 2, 1], 1),
            ([2, 1, 0], 1),
            ([0, 1, 2], 0),
            ([1, 2, 0], 2),
            ([2, 0, 1], 2),
            ([2, 1, 0], 1),
        ];
        let three = [self.items[x], self.items[y], self.items[z]];
        let order = usize::from(self.less(y, x))
            | usize::from(self.less(z, y)) << 1
            | usize::from(self.less(z, x)) << 2;
        let ([a, b, c], exchanges) = SORTED[order];
        self.items[x] = three[a];
        self.items[y] = three[b];
        self.items[z] = three[c];
        exchanges
    }

    /// Sorts `N` elements by counting those before each, as long as they have an order.
    fn sort_few<const N: usize>(&mut self, end: usize) {
        let few = self.items[self.start..end].first_chunk::<N>();
        let Some(few) = few.copied() else { return };
        let mut places = [0; N];
        for a in 0..N {
            for b in a + 1..N {
                let is_after = (self.precedes)(&few[b], &few[a]);
                places[a] += usize::from(is_after);
                places[b] += usize::from(!is_after);
            }
        }
        let taken = places.iter().fold(0, |taken, place| taken | 1_u32 << place);
        if taken != (1 << N) - 1 {
            return self.sort_by_least(end);
        }
        let sorted = &mut self.items[self.start..end];
        for (place, item) in places.iter().zip(&few) {
            sorted[*place] = *item;
        }
    }

    /// Repeatedly brings the smallest of the rest to the front (selection sort).
    fn sort_by_least(&mut self, end: usize) {
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

    /// Partitions by the median of the first, middle and last element.
    fn partition(&mut self, end: usize, nth: usize) -> Step {
        let first = self.start;
        let mut pivot = first + (end - first) / 2;
        let mut exchanges = self.sort_three([first, pivot, end - 1]);
        let mut j = end - 1;
        if !self.less(first, pivot) {
            // The first element is equivalent to the pivot: find one that precedes it, to stop the
            // downward scan.
            loop {
                j -= 1;
                if j == first {
                    return self.partition_equal(end, nth);
                }
                if self.less(j, pivot) {
                    break;
                }
            }
            self.items.swap(first, j);
            exchanges += 1;
        }
        let (i, more) = self.divide(first + 1, j, &mut pivot);
        exchanges += more;
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

    /// Brings those between `i` and `j` that precede the pivot before the others: the first
    /// misplaced element is exchanged with the last one, and so on. Returns where the others begin,
    /// and the number of exchanges.
    fn divide(&mut self, mut i: usize, mut j: usize, pivot: &mut usize) -> (usize, usize) {
        let value = self.items[*pivot];
        let precedes = |item: &T| u64::from((self.precedes)(item, &value));
        // Bits of misplaced elements, counted from `i` upwards and from `j` downwards: without
        // branches, which could not be predicted.
        let (mut left, mut right) = (0, 0);
        let mut exchanges = 0;
        while j - i > 2 * BLOCK {
            if left == 0 {
                let block = self.items[i..i + BLOCK].iter().enumerate();
                left = block.fold(0, |bits, (k, item)| bits | (1 - precedes(item)) << k);
            }
            if right == 0 {
                let block = self.items[j - BLOCK..j].iter().rev().enumerate();
                right = block.fold(0, |bits, (k, item)| bits | precedes(item) << k);
            }
            while left != 0 && right != 0 {
                let (a, b) = (
                    i + left.trailing_zeros() as usize,
                    j - 1 - right.trailing_zeros() as usize,
                );
                self.items.swap(a, b);
                *pivot = if *pivot == a { b } else { *pivot };
                left &= left - 1;
                right &= right - 1;
                exchanges += 1;
            }
            i += if left == 0 { BLOCK } else { 0 };
            j -= if right == 0 { BLOCK } else { 0 };
        }
        let rest = self.items[i..j].iter().enumerate();
        let before = rest.fold(0, |bits, (k, item)| bits | precedes(item) << k);
        let count = before.count_ones() as usize;
        let low = u64::MAX.checked_shr(64 - count as u32).unwrap_or(0);
        let (mut left, mut right) = (!before & low, before & !low);
        while left != 0 {
            let (a, b) = (
                i + left.trailing_zeros() as usize,
                i + 63 - right.leading_zeros() as usize,
            );
            self.items.swap(a, b);
            *pivot = if *pivot == a { b } else { *pivot };
            left &= left - 1;
            right ^= 1 << (63 - right.leading_zeros());
            exchanges += 1;
        }
        (i + count, exchanges)
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

    /// Nothing precedes the first element: partitions into those equivalent to it and those after
    /// it.
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

    /// Hoare's partition, one element at a time; returns where the second part begins.
    fn divide_singly(items: &mut [u32], pivot: u32) -> usize {
        let (mut i, mut j) = (0, items.len());
        loop {
            while i < j && items[i] < pivot {
                i += 1;
            }
            while i < j && items[j - 1] >= pivot {
                j -= 1;
            }
            if i >= j {
                return i;
            }
            items.swap(i, j - 1);
        }
    }

    #[test]
    fn many_elements_are_divided_as_single_ones_are() {
        let mut state = 1u32;
        let mut number = |bound: u32| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 8) % bound
        };
        for length in 1..600 {
            let bound = 1 + number(1000);
            let mut items: Vec<u32> = (0..length).map(|_| number(bound)).collect();
            let mut pivot = number(length) as usize;
            let value = items[pivot];
            let mut single = items.clone();
            let boundary = divide_singly(&mut single, value);
            let mut range = Range {
                items: &mut items,
                start: 0,
                precedes: |a: &u32, b: &u32| a < b,
            };
            let divided = range.divide(0, length as usize, &mut pivot);
            assert_eq!(divided.0, boundary, "{length}");
            assert_eq!(items[pivot], value);
            assert_eq!(items, single, "{length}");
        }
    }

    #[test]
    fn the_selected_element_divides_the_rest() {
        // A linear congruential generator gives numbers in no order, with repetitions.
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
