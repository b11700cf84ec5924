//! A list that is nearly always short: the corners and the neighbours of a facet, which are three
//! for every triangle.
//!
//! Up to three elements lie in the list itself, more of them in memory of their own, which is kept
//! when the list is emptied. Where elements are taken out, the caller says what becomes of the
//! order: it decides which facets are looked at first, and so the hull itself.

use std::ops::{Deref, DerefMut};

const NEAR: usize = 3;

#[derive(Clone, Debug, Default)]
pub(super) struct Few<T> {
    len: u32,
    near: [T; NEAR],
    /// All elements, if they are more than fit in `near`.
    far: Vec<T>,
}

impl<T: Copy + Default + PartialEq> Few<T> {
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn assign(&mut self, elements: &[T]) {
        self.len = elements.len() as u32;
        if elements.len() <= NEAR {
            self.near[..elements.len()].copy_from_slice(elements);
        } else {
            self.far.clear();
            self.far.extend_from_slice(elements);
        }
    }

    pub(super) fn push(&mut self, element: T) {
        let len = self.len as usize;
        if len < NEAR {
            self.near[len] = element;
        } else {
            if len == NEAR {
                self.far.clear();
                self.far.extend_from_slice(&self.near);
            }
            self.far.push(element);
        }
        self.len += 1;
    }

    pub(super) fn insert(&mut self, at: usize, element: T) {
        self.push(element);
        self[at..].rotate_right(1);
    }

    /// Takes out the element at an index; those behind it move up.
    pub(super) fn remove(&mut self, at: usize) {
        self[at..].rotate_left(1);
        self.pop();
    }

    /// Takes out the element at an index; the last one takes its place.
    pub(super) fn swap_remove(&mut self, at: usize) {
        let last = self.len() - 1;
        self.swap(at, last);
        self.pop();
    }

    /// As `remove`, by value; returns whether it was there.
    pub(super) fn take(&mut self, element: T) -> bool {
        let at = self.iter().position(|&e| e == element);
        at.map(|at| self.remove(at)).is_some()
    }

    /// As `swap_remove`, by value; returns whether it was there.
    pub(super) fn swap_take(&mut self, element: T) -> bool {
        let at = self.iter().position(|&e| e == element);
        at.map(|at| self.swap_remove(at)).is_some()
    }

    /// Puts one element in the place of another; returns whether that was there.
    pub(super) fn replace(&mut self, old: T, new: T) -> bool {
        replace(self, old, new)
    }

    fn pop(&mut self) {
        self.len -= 1;
        let len = self.len as usize;
        if len == NEAR {
            self.near.copy_from_slice(&self.far[..NEAR]);
        } else if len > NEAR {
            self.far.pop();
        }
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        let len = self.len as usize;
        if len <= NEAR {
            &self.near[..len]
        } else {
            &self.far
        }
    }
}

impl<T> DerefMut for Few<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        let len = self.len as usize;
        if len <= NEAR {
            &mut self.near[..len]
        } else {
            &mut self.far
        }
    }
}

/// Puts one element in the place of another; returns whether that was there.
pub(super) fn replace<T: Copy + PartialEq>(list: &mut [T], old: T, new: T) -> bool {
    match list.iter_mut().find(|e| **e == old) {
        Some(place) => {
            *place = new;
            true
        }
        None => false,
    }
}

/// Takes an element out of a vector; the last one takes its place.
pub(super) fn swap_take<T: PartialEq>(list: &mut Vec<T>, element: &T) -> bool {
    let at = list.iter().position(|e| e == element);
    at.map(|at| list.swap_remove(at)).is_some()
}

#[cfg(test)]
mod tests {
    use super::Few;

    #[test]
    fn a_list_keeps_its_order_across_the_border_between_near_and_far() {
        let mut few = Few::default();
        for i in 1..=5 {
            few.push(i);
        }
        few.insert(0, 9);
        assert_eq!(&*few, [9, 1, 2, 3, 4, 5]);
        few.remove(1);
        few.swap_remove(0);
        assert_eq!(&*few, [5, 2, 3, 4]);
        assert!(few.swap_take(5));
        assert_eq!(&*few, [4, 2, 3]);
        assert!(few.take(4) && !few.take(4));
        few.insert(1, 7);
        few.push(8);
        assert_eq!(&*few, [2, 7, 3, 8]);
        assert!(few.replace(3, 6));
        assert_eq!(&*few, [2, 7, 6, 8]);
    }
}
