//! Sorting by quicksort, with the comparisons and exchanges of the reference's standard library
//! (LLVM 19's libc++): where elements are equal, their order is that of the reference too.
//!
//! Peters: Pattern-defeating Quicksort (2021). Heapsort where it divides badly: Musser,
//! Introspective Sorting and Selection Algorithms (1997).

/// Ranges of fewer elements are sorted by insertion.
const FEW: usize = 24;
/// Ranges of more elements are divided at the median of three medians of three.
const MANY: usize = 128;

/// Sorts elements by whether one precedes another.
pub(super) fn sort<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    if let Some(depth) = items.len().checked_ilog2() {
        let end = items.len();
        Sorting { items, less }.range(0, end, 2 * depth, true);
    }
}

struct Sorting<'a, T, F> {
    items: &'a mut [T],
    less: &'a F,
}

impl<T: Copy, F: Fn(&T, &T) -> bool> Sorting<'_, T, F> {
    fn less(&self, a: usize, b: usize) -> bool {
        (self.less)(&self.items[a], &self.items[b])
    }

    /// Sorts elements from `start` to `end`; unless it is the leftmost range, the one in front
    /// precedes or equals all of them.
    fn range(&mut self, mut start: usize, mut end: usize, mut depth: u32, mut leftmost: bool) {
        loop {
            let count = end - start;
            match count {
                0 | 1 => return,
                2..=5 => return self.few(start, end),
                _ if count < FEW => return self.insert(start, end),
                _ => {}
            }
            if depth == 0 {
                return self.heap(start, end);
            }
            depth -= 1;
            self.choose_pivot(start, end);
            if !leftmost && !self.less(start - 1, start) {
                start = self.divide_after_equals(start, end);
                continue;
            }
            let (pivot, was_divided) = self.divide(start, end);
            if was_divided {
                let left = self.insert_some(start, pivot);
                let right = self.insert_some(pivot + 1, end);
                match (left, right) {
                    (true, true) => return,
                    (false, true) => {
                        end = pivot;
                        continue;
                    }
                    (true, false) => {
                        start = pivot + 1;
                        continue;
                    }
                    (false, false) => {}
                }
            }
            self.range(start, pivot, depth, leftmost);
            leftmost = false;
            start = pivot + 1;
        }
    }

    /// Brings a median to the front.
    fn choose_pivot(&mut self, start: usize, end: usize) {
        let half = start + (end - start) / 2;
        if end - start > MANY {
            self.three(start, half, end - 1);
            self.three(start + 1, half - 1, end - 2);
            self.three(start + 2, half + 1, end - 3);
            self.three(half - 1, half, half + 1);
            self.items.swap(start, half);
        } else {
            self.three(half, start, end - 1);
        }
    }

    fn three(&mut self, x: usize, y: usize, z: usize) {
        if !self.less(y, x) {
            if self.less(z, y) {
                self.items.swap(y, z);
                if self.less(y, x) {
                    self.items.swap(x, y);
                }
            }
        } else if self.less(z, y) {
            self.items.swap(x, z);
        } else {
            self.items.swap(x, y);
            if self.less(z, y) {
                self.items.swap(y, z);
            }
        }
    }

    /// Sorts two to five elements: three at once, others by insertion.
    fn few(&mut self, start: usize, end: usize) {
        let mut sorted = start + 1;
        if end - start > 2 {
            self.three(start, start + 1, start + 2);
            sorted = start + 3;
        }
        for next in sorted..end {
            let mut at = next;
            while at > start && self.less(at, at - 1) {
                self.items.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    fn insert(&mut self, start: usize, end: usize) {
        for next in start + 1..end {
            self.insert_one(start, next);
        }
    }

    /// Moves an element to its place among those in front of it; says if it moved.
    fn insert_one(&mut self, start: usize, next: usize) -> bool {
        let mut at = next;
        while at > start && self.less(at, at - 1) {
            self.items.swap(at - 1, at);
            at -= 1;
        }
        at != next
    }

    /// Sorts by insertion, but gives up after some elements that moved; says if all are sorted.
    fn insert_some(&mut self, start: usize, end: usize) -> bool {
        const MOST: usize = 8;
        match end - start {
            0 | 1 => return true,
            2..=5 => {
                self.few(start, end);
                return true;
            }
            _ => {}
        }
        self.three(start, start + 1, start + 2);
        let mut moved = 0;
        for next in start + 3..end {
            if self.insert_one(start, next) {
                moved += 1;
                if moved == MOST {
                    return next + 1 == end;
                }
            }
        }
        true
    }

    /// Divides at the first element, which those that precede it come in front of. Returns where it
    /// is then, and whether nothing was exchanged.
    fn divide(&mut self, start: usize, end: usize) -> (usize, bool) {
        let pivot = self.items[start];
        let is_less = |all: &Self, i: usize| (all.less)(&all.items[i], &pivot);
        let (mut first, mut last) = (start + 1, end);
        while is_less(self, first) {
            first += 1;
        }
        if first == start + 1 {
            while first < last {
                last -= 1;
                if is_less(self, last) {
                    break;
                }
            }
        } else {
            last -= 1;
            while !is_less(self, last) {
                last -= 1;
            }
        }
        let was_divided = first >= last;
        while first < last {
            self.items.swap(first, last);
            first += 1;
            while is_less(self, first) {
                first += 1;
            }
            last -= 1;
            while !is_less(self, last) {
                last -= 1;
            }
        }
        self.items.swap(start, first - 1);
        (first - 1, was_divided)
    }

    /// Divides at the first element, which those that equal it come in front of. Returns where the
    /// others begin.
    fn divide_after_equals(&mut self, start: usize, end: usize) -> usize {
        let pivot = self.items[start];
        let is_more = |all: &Self, i: usize| (all.less)(&pivot, &all.items[i]);
        let (mut first, mut last) = (start + 1, end);
        while first < last && !is_more(self, first) {
            first += 1;
        }
        if first < last {
            last -= 1;
            while is_more(self, last) {
                last -= 1;
            }
        }
        while first < last {
            self.items.swap(first, last);
            first += 1;
            while !is_more(self, first) {
                first += 1;
            }
            last -= 1;
            while is_more(self, last) {
                last -= 1;
            }
        }
        self.items.swap(start, first - 1);
        first
    }

    /// Sorts by repeatedly taking the last element off a heap.
    fn heap(&mut self, start: usize, end: usize) {
        let heap = &mut self.items[start..end];
        for root in (0..=(heap.len() - 2) / 2).rev() {
            sink(heap, root, self.less);
        }
        for count in (2..=heap.len()).rev() {
            let top = heap[0];
            let hole = sink_hole(&mut heap[..count], self.less);
            heap[hole] = heap[count - 1];
            heap[count - 1] = top;
            if hole != count - 1 {
                rise(heap, hole, self.less);
            }
        }
    }
}

/// The child of an element of a heap that does not precede the other one.
fn larger_child<T>(heap: &[T], parent: usize, less: &impl Fn(&T, &T) -> bool) -> Option<usize> {
    let left = 2 * parent + 1;
    match heap.len().checked_sub(left)? {
        0 => None,
        1 => Some(left),
        _ => Some(left + usize::from(less(&heap[left], &heap[left + 1]))),
    }
}

/// Lets an element sink below those that it precedes.
fn sink<T: Copy>(heap: &mut [T], mut at: usize, less: &impl Fn(&T, &T) -> bool) {
    while let Some(child) = larger_child(heap, at, less) {
        if less(&heap[child], &heap[at]) {
            return;
        }
        heap.swap(at, child);
        at = child;
    }
}

/// Fills the top of a heap from below; returns where the hole ends up.
fn sink_hole<T: Copy>(heap: &mut [T], less: &impl Fn(&T, &T) -> bool) -> usize {
    let mut hole = 0;
    while let Some(child) = larger_child(heap, hole, less) {
        heap[hole] = heap[child];
        hole = child;
    }
    hole
}

/// Lets an element rise above those that precede it.
fn rise<T: Copy>(heap: &mut [T], mut at: usize, less: &impl Fn(&T, &T) -> bool) {
    while at > 0 && less(&heap[(at - 1) / 2], &heap[at]) {
        heap.swap((at - 1) / 2, at);
        at = (at - 1) / 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers with many that are equal, with their places before.
    fn shuffled(count: usize, kinds: usize) -> Vec<(usize, usize)> {
        let scatter = |i: usize| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        (0..count).map(|i| (scatter(i) % kinds, i)).collect()
    }

    #[test]
    fn every_length_is_sorted_and_keeps_its_elements() {
        for count in (0..40).chain([127, 128, 129, 500, 3000]) {
            for kinds in [1, 2, 7, 10_000] {
                let mut items = shuffled(count, kinds);
                sort(&mut items, &|a, b| a.0 < b.0);
                assert!(items.is_sorted_by_key(|item| item.0), "{count} of {kinds}");
                items.sort_by_key(|item| item.1);
                assert_eq!(items, shuffled(count, kinds));
            }
        }
    }

    #[test]
    fn ranges_that_were_divided_too_often_are_sorted_by_a_heap() {
        let mut items = shuffled(300, 50);
        let less = |a: &(usize, usize), b: &(usize, usize)| a.0 < b.0;
        let mut sorting = Sorting {
            items: &mut items,
            less: &less,
        };
        sorting.range(0, 300, 0, true);
        assert!(items.is_sorted_by_key(|item| item.0));
        // Not stable: by insertion the equal ones would be in their old order.
        assert!(!items.is_sorted());
    }
}
