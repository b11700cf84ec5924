//! Vertices in the same place become one: the first of them, in the order in which they first
//! appear.

/// The places of vertices, which must be finite, and an open hash table to find them by.
#[derive(Debug)]
pub(super) struct Places<'a> {
    /// One vertex for each place.
    vertices: Vec<[f32; 3]>,
    /// Indices of places, or [`FREE`]; a power of two of them.
    slots: &'a mut Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Places<'_> {
    /// Room for as many places as are expected; there can be more. The memory of `slots` is reused.
    pub(super) fn new(expected: usize, slots: &mut Vec<u32>) -> Places<'_> {
        slots.clear();
        slots.resize((2 * expected).next_power_of_two(), FREE);
        Places {
            vertices: Vec::with_capacity(expected),
            slots,
        }
    }

    /// The index of a vertex's place, which is new if the vertex is the first there.
    #[inline]
    pub(super) fn find(&mut self, vertex: [f32; 3]) -> i32 {
        let mask = self.slots.len() - 1;
        let mut slot = hash(vertex) & mask;
        loop {
            match self.slots[slot] {
                FREE => {
                    let index = self.vertices.len();
                    self.slots[slot] = index as u32;
                    self.vertices.push(vertex);
                    // Half of the slots stay free, so that a search is short.
                    if 2 * self.vertices.len() > self.slots.len() {
                        self.grow();
                    }
                    return index as i32;
                }
                index if self.vertices[index as usize] == vertex => return index as i32,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let size = 2 * self.slots.len();
        self.slots.clear();
        self.slots.resize(size, FREE);
        for (index, vertex) in self.vertices.iter().enumerate() {
            let mut slot = hash(*vertex) & (size - 1);
            while self.slots[slot] != FREE {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = index as u32;
        }
    }

    pub(super) fn finish(self) -> Vec<[f32; 3]> {
        self.vertices
    }
}

fn hash(vertex: [f32; 3]) -> usize {
    let mix = |sum: u64, x: f32| {
        // Adding zero turns minus zero into zero.
        let bits = u64::from((x + 0.0).to_bits());
        (sum ^ bits)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    vertex.into_iter().fold(0, mix) as usize
}
