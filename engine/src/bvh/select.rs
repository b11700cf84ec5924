//! Selection of the n-th element by quicksort's partition.
//!
//! The order of elements in a tree is not transitive where centres nearly coincide or are NaN, as those of slivers are. The result then
//! depends on which comparisons are made, so they are those of the reference's standard library (LLVM 19's libc++).

/// Reorders `items` so that the element at `nth` has none after it that precedes it, and none before it that it precedes.
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

/// Elements that are sorted into sides at a time.
const BLOCK: usize = 64;
/// Fewer elements are exchanged one by one.
const FEW: usize = 16;

/// Elements of a block that stand on the wrong side of the pivot, by their distance from the block's beginning.
struct Misplaced {
    offsets: [u8; BLOCK],
    next: usize,
    end: usize,
}

impl Misplaced {
    fn none() -> Misplaced {
        Misplaced {
            offsets: [0; BLOCK],
            next: 0,
            end: 0,
        }
    }

    fn is_empty(&self) -> bool {
        self.next == self.end
    }

    fn rest(&self) -> &[u8] {
        &self.offsets[self.next..self.end]
    }

    /// Notes those of at most [`BLOCK`] elements which are misplaced, without a branch for any.
    #[inline]
    fn find(&mut self, misplaced: impl Iterator<Item = bool>) {
        (self.next, self.end) = (0, 0);
        for (offset, misplaced) in misplaced.enumerate() {
            self.offsets[self.end % BLOCK] = offset as u8;
            self.end += usize::from(misplaced);
        }
    }
}

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

    /// Brings the least of the rest to the front, again and again.
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
            exchanges += self.exchange(&mut i, &mut j, &mut pivot);
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

    /// Exchanges misplaced elements between `i` and `j`, block by block, as long as there are enough; what is left to do is the same as
    /// if they had been exchanged one by one. Returns the number of exchanges.
    fn exchange(&mut self, i: &mut usize, j: &mut usize, pivot: &mut usize) -> usize {
        let (mut left, mut right) = (Misplaced::none(), Misplaced::none());
        let value = self.items[*pivot];
        let mut exchanges = 0;
        while *j - *i >= FEW {
            let between = *j - *i;
            let is_last = between < 2 * BLOCK;
            // one side may still have elements from the last turn
            let width = match () {
                () if !is_last || !left.is_empty() => BLOCK,
                () if !right.is_empty() => between - BLOCK,
                () => between / 2,
            };
            let height = if is_last { between - width } else { BLOCK };
            if left.is_empty() {
                let block = self.items[*i..*i + width].iter();
                left.find(block.map(|item| !(self.precedes)(item, &value)));
            }
            if right.is_empty() {
                let block = self.items[*j - height..*j].iter().rev();
                right.find(block.map(|item| (self.precedes)(item, &value)));
            }
            let pairs = (left.end - left.next).min(right.end - right.next);
            for pair in 0..pairs {
                let a = *i + usize::from(left.offsets[left.next + pair]);
                let b = *j - 1 - usize::from(right.offsets[right.next + pair]);
                self.items.swap(a, b);
                if *pivot == a {
                    *pivot = b;
                }
            }
            exchanges += pairs;
            left.next += pairs;
            right.next += pairs;
            if left.is_empty() {
                *i += width;
            }
            if right.is_empty() {
                *j -= height;
            }
            if is_last {
                // what is left lies behind the first element that found no partner
                *i += left.rest().first().map_or(0, |first| usize::from(*first));
                *j -= right.rest().first().map_or(0, |first| usize::from(*first));
                (left, right) = (Misplaced::none(), Misplaced::none());
            }
        }
        exchanges
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

    /// Hoare's partition, one element at a time.
    fn exchange_singly(items: &mut [u32], pivot: u32) {
        let (mut i, mut j) = (0, items.len());
        loop {
            while i < j && items[i] < pivot {
                i += 1;
            }
            while i < j && items[j - 1] >= pivot {
                j -= 1;
            }
            if i >= j {
                return;
            }
            items.swap(i, j - 1);
        }
    }

    #[test]
    fn blocks_are_exchanged_as_single_elements_are() {
        let mut state = 1u32;
        let mut number = |bound: u32| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 8) % bound
        };
        for length in 1..600 {
            let bound = 1 + number(1000);
            let items: Vec<u32> = (0..length).map(|_| number(bound)).collect();
            let mut pivot = number(length) as usize;
            let value = items[pivot];
            let mut single = items.clone();
            exchange_singly(&mut single, value);
            let mut blocks = items;
            let mut range = Range {
                items: &mut blocks,
                start: 0,
                precedes: |a: &u32, b: &u32| a < b,
            };
            let (mut i, mut j) = (0, length as usize);
            range.exchange(&mut i, &mut j, &mut pivot);
            assert_eq!(blocks[pivot], value);
            exchange_singly(&mut blocks[i..j], value);
            assert_eq!(blocks, single, "{length}");
        }
    }

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
