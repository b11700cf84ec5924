//! Selection of the n-th element by quicksort's partition (quickselect).
//!
//! The order of elements in a tree is not transitive where centres nearly coincide or are NaN, as
//! those of slivers are. The result then depends on which comparisons are made, so they are those
//! of the reference's standard library (LLVM 19's libc++).
//!
//! Hoare, Algorithm 65: find (1961).

use wide::{CmpGt, CmpLt, f64x4};

use super::EPS;
use super::element::{Element, Elements};

/// Reorders `elements` so that the one at `nth` has none after it that precedes it, and none before
/// it that it precedes.
pub(super) fn select(elements: Elements<'_>, nth: usize) -> Elements<'_> {
    let mut range = Range { elements, start: 0 };
    let mut end = range.elements.orders.len();
    while nth != end {
        match end - range.start {
            0 | 1 => break,
            2 => range.sort_pair(end),
            3 => {
                let first = range.start;
                range.sort_three([first, first + 1, first + 2]);
            }
            4 => range.sort_few::<4>(end),
            5 => range.sort_few::<5>(end),
            6 => range.sort_few::<6>(end),
            7 => range.sort_few::<7>(end),
            _ => match range.partition(end, nth) {
                Step::Done => break,
                Step::Left(pivot) => {
                    end = pivot;
                    continue;
                }
                Step::Right(from) => {
                    range.start = from;
                    continue;
                }
            },
        }
        break;
    }
    range.elements
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

struct Range<'a> {
    elements: Elements<'a>,
    start: usize,
}

impl Range<'_> {
    #[inline]
    fn get(&self, i: usize) -> Element {
        Element {
            key: self.elements.keys[i],
            order: self.elements.orders[i],
        }
    }

    #[inline]
    fn put(&mut self, i: usize, element: Element) {
        self.elements.keys[i] = element.key;
        self.elements.orders[i] = element.order;
    }

    #[inline]
    fn swap(&mut self, a: usize, b: usize) {
        self.elements.keys.swap(a, b);
        self.elements.orders.swap(a, b);
    }

    #[inline]
    fn less(&self, a: usize, b: usize) -> bool {
        self.get(a).precedes(&self.get(b))
    }

    fn sort_pair(&mut self, end: usize) {
        let (x, y) = (self.start, end - 1);
        let pair = [self.get(x), self.get(y)];
        let exchanged = usize::from(self.less(y, x));
        self.put(x, pair[exchanged]);
        self.put(y, pair[1 - exchanged]);
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
        let three = [x, y, z].map(|i| self.get(i));
        let order = usize::from(self.less(y, x))
            | usize::from(self.less(z, y)) << 1
            | usize::from(self.less(z, x)) << 2;
        let ([a, b, c], exchanges) = SORTED[order];
        self.put(x, three[a]);
        self.put(y, three[b]);
        self.put(z, three[c]);
        exchanges
    }

    /// Sorts `N` elements by counting those before each, as long as they have an order.
    fn sort_few<const N: usize>(&mut self, end: usize) {
        let few: [Element; N] = std::array::from_fn(|k| self.get(self.start + k));
        let mut places = [0; N];
        for a in 0..N {
            for b in a + 1..N {
                let is_after = few[b].precedes(&few[a]);
                places[a] += usize::from(is_after);
                places[b] += usize::from(!is_after);
            }
        }
        let taken = places.iter().fold(0, |taken, place| taken | 1_u32 << place);
        if taken != (1 << N) - 1 {
            return self.sort_by_least(end);
        }
        for (place, element) in places.iter().zip(&few) {
            self.put(self.start + place, *element);
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
                self.swap(front, least);
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
            self.swap(first, j);
            exchanges += 1;
        }
        let (i, more) = self.divide(first + 1, j, &mut pivot);
        exchanges += more;
        if i != pivot && self.less(pivot, i) {
            self.swap(i, pivot);
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
        let value = self.get(*pivot);
        // Bits of misplaced elements, counted from `i` upwards and from `j` downwards: without
        // branches, which could not be predicted.
        let (mut left, mut right) = (0, 0);
        let mut exchanges = 0;
        while j - i > 2 * BLOCK {
            if left == 0 {
                left = !self.preceding(i, i + BLOCK, &value) & ((1 << BLOCK) - 1);
            }
            if right == 0 {
                let upwards = self.preceding(j - BLOCK, j, &value);
                right = upwards.reverse_bits() >> (64 - BLOCK);
            }
            while left != 0 && right != 0 {
                let (a, b) = (
                    i + left.trailing_zeros() as usize,
                    j - 1 - right.trailing_zeros() as usize,
                );
                self.swap(a, b);
                *pivot = if *pivot == a { b } else { *pivot };
                left &= left - 1;
                right &= right - 1;
                exchanges += 1;
            }
            i += if left == 0 { BLOCK } else { 0 };
            j -= if right == 0 { BLOCK } else { 0 };
        }
        let before = self.preceding(i, j, &value);
        let count = before.count_ones() as usize;
        let low = u64::MAX.checked_shr(64 - count as u32).unwrap_or(0);
        let (mut left, mut right) = (!before & low, before & !low);
        while left != 0 {
            let (a, b) = (
                i + left.trailing_zeros() as usize,
                i + 63 - right.leading_zeros() as usize,
            );
            self.swap(a, b);
            *pivot = if *pivot == a { b } else { *pivot };
            left &= left - 1;
            right ^= 1 << (63 - right.leading_zeros());
            exchanges += 1;
        }
        (i + count, exchanges)
    }

    /// Which elements of a range precede one: a bit for each of up to 64, the lowest for the first.
    #[inline]
    fn preceding(&self, from: usize, to: usize, pivot: &Element) -> u64 {
        let (keys, orders) = (
            &self.elements.keys[from..to],
            &self.elements.orders[from..to],
        );
        let (mut before, mut tied) = (0, 0);
        let mut place = 0;
        let quads = keys.chunks_exact(4);
        let rest = quads.remainder();
        for quad in quads {
            let apart = f64x4::from([quad[0], quad[1], quad[2], quad[3]]) - f64x4::splat(pivot.key);
            let is_before = apart.cmp_lt(f64x4::splat(-EPS)).move_mask() as u64;
            let is_after = apart.cmp_gt(f64x4::splat(EPS)).move_mask() as u64;
            before |= is_before << place;
            tied |= (0b1111 ^ (is_before | is_after)) << place;
            place += 4;
        }
        for &key in rest {
            let apart = key - pivot.key;
            let (is_before, is_after) = (apart < -EPS, apart > EPS);
            before |= u64::from(is_before) << place;
            tied |= u64::from(!(is_before | is_after)) << place;
            place += 1;
        }
        // Few are in the same place.
        while tied != 0 {
            let at = tied.trailing_zeros();
            before |= u64::from(orders[at as usize] < pivot.order) << at;
            tied &= tied - 1;
        }
        before
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
                    self.swap(i, j);
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
            self.swap(i, j);
            i += 1;
        }
        if nth < i { Step::Done } else { Step::Right(i) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A linear congruential generator: numbers in no order, with repetitions.
    fn numbers() -> impl FnMut(u32) -> u32 {
        let mut state = 1u32;
        move |bound| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 8) % bound
        }
    }

    /// Keys that repeat, some of them NaN, and orders in no order.
    fn elements(length: u32, number: &mut impl FnMut(u32) -> u32) -> (Vec<f64>, Vec<u32>) {
        let bound = 1 + number(1000);
        let key = |number: u32| {
            if number == 7 {
                f64::NAN
            } else {
                f64::from(number)
            }
        };
        let keys = (0..length).map(|_| key(number(bound))).collect();
        let mut orders: Vec<u32> = (0..length).collect();
        for i in (1..length).rev() {
            orders.swap(i as usize, number(i + 1) as usize);
        }
        (keys, orders)
    }

    fn joined(keys: &[f64], orders: &[u32]) -> Vec<(u64, u32)> {
        let keys = keys.iter().map(|key| key.to_bits());
        keys.zip(orders.iter().copied()).collect()
    }

    /// Hoare's partition, one element at a time; returns where the second part begins.
    fn divide_singly(keys: &mut [f64], orders: &mut [u32], pivot: Element) -> usize {
        let precedes = |keys: &[f64], orders: &[u32], i: usize| {
            let (key, order) = (keys[i], orders[i]);
            Element { key, order }.precedes(&pivot)
        };
        let (mut i, mut j) = (0, keys.len());
        loop {
            while i < j && precedes(keys, orders, i) {
                i += 1;
            }
            while i < j && !precedes(keys, orders, j - 1) {
                j -= 1;
            }
            if i >= j {
                return i;
            }
            keys.swap(i, j - 1);
            orders.swap(i, j - 1);
        }
    }

    #[test]
    fn many_elements_are_divided_as_single_ones_are() {
        let mut number = numbers();
        for length in 1..600 {
            let (mut keys, mut orders) = elements(length, &mut number);
            let mut pivot = number(length) as usize;
            let (key, order) = (keys[pivot], orders[pivot]);
            let (mut single_keys, mut single_orders) = (keys.clone(), orders.clone());
            let value = Element { key, order };
            let boundary = divide_singly(&mut single_keys, &mut single_orders, value);
            let mut range = Range {
                elements: Elements {
                    keys: &mut keys,
                    orders: &mut orders,
                },
                start: 0,
            };
            let divided = range.divide(0, length as usize, &mut pivot);
            assert_eq!(divided.0, boundary, "{length}");
            assert_eq!(orders[pivot], order);
            let single = joined(&single_keys, &single_orders);
            assert_eq!(joined(&keys, &orders), single, "{length}");
        }
    }

    #[test]
    fn the_selected_element_divides_the_rest() {
        let mut number = numbers();
        for length in 1..200 {
            let (mut keys, mut orders) = elements(length, &mut number);
            keys.iter_mut()
                .filter(|key| key.is_nan())
                .for_each(|key| *key = 7.0);
            let nth = number(length) as usize;
            let elements = Elements {
                keys: &mut keys,
                orders: &mut orders,
            };
            select(elements, nth);
            assert!(keys[..nth].iter().all(|x| *x <= keys[nth]));
            assert!(keys[nth..].iter().all(|x| *x >= keys[nth]));
        }
    }
}
