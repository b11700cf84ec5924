//! Marks on the nodes of bounding trees, which most steps set on few of very many.
//!
//! Models with meshes have hundreds of thousands of nodes, and every step starts with none marked.
//! The marks that were set are therefore noted in a list, and only those are taken back. Whoever
//! asks for the bytes to write them may set any: then all of them are cleared, once.

use std::ops::{Deref, DerefMut};

/// How many marks the list has room for; a step that sets more is followed by a full clearing.
const NOTED: usize = 4096;

/// One byte per node: 1 where it is marked. It is read and written as a slice of bytes.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    bytes: Vec<u8>,
    noted: Vec<u32>,
    /// Whether all bytes are 0 but those in the list.
    complete: bool,
}

impl From<Vec<u8>> for Marks {
    fn from(bytes: Vec<u8>) -> Marks {
        Marks {
            noted: Vec::with_capacity(bytes.len().min(NOTED)),
            bytes,
            complete: false,
        }
    }
}

impl Marks {
    /// Marks a node.
    #[inline]
    pub(crate) fn set(&mut self, node: usize) {
        if self.bytes[node] == 1 {
            return;
        }
        self.bytes[node] = 1;
        if self.noted.len() < self.noted.capacity() {
            self.noted.push(node as u32);
        } else {
            self.complete = false;
        }
    }

    /// Takes back all marks.
    pub(crate) fn clear(&mut self) {
        if self.complete {
            for &node in &self.noted {
                self.bytes[node as usize] = 0;
            }
        } else {
            self.bytes.fill(0);
        }
        self.noted.clear();
        self.complete = true;
    }
}

impl Deref for Marks {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl DerefMut for Marks {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.complete = false;
        &mut self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_back_one_by_one() {
        let mut marks = Marks::from(vec![7; 9]);
        marks.clear();
        assert_eq!(marks[..], [0; 9]);
        marks.set(4);
        marks.set(4);
        marks.set(8);
        assert_eq!(marks[..], [0, 0, 0, 0, 1, 0, 0, 0, 1]);
        assert_eq!(marks.noted, [4, 8]);
        marks.clear();
        assert_eq!(marks[..], [0; 9]);
    }

    #[test]
    fn what_others_wrote_is_cleared_too() {
        let mut marks = Marks::from(vec![0; 5]);
        marks.clear();
        marks.fill(255);
        marks.set(2);
        assert_eq!(marks[..], [255, 255, 1, 255, 255]);
        marks.clear();
        assert_eq!(marks[..], [0; 5]);
        marks[3] = 1;
        marks.set(3);
        marks.clear();
        assert_eq!(marks[..], [0; 5]);
    }

    #[test]
    fn more_marks_than_the_list_has_room_for_are_cleared() {
        let mut marks = Marks::from(vec![0; 3 * NOTED]);
        marks.clear();
        (0..2 * NOTED).for_each(|node| marks.set(node));
        assert_eq!(
            marks.iter().map(|&mark| usize::from(mark)).sum::<usize>(),
            2 * NOTED
        );
        marks.clear();
        assert!(marks.iter().all(|&mark| mark == 0));
        marks.set(2 * NOTED);
        marks.clear();
        assert!(marks.iter().all(|&mark| mark == 0));
    }
}
