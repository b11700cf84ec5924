//! Vertices in the same place become one: the first of them, in the order in which they first appear.

/// Removes repeated vertices, which must be finite, and redirects the faces.
pub(super) fn weld(vertices: &mut Vec<[f32; 3]>, faces: &mut [[i32; 3]]) {
    let mut places = Places::new(vertices.len());
    let mut kept: Vec<[f32; 3]> = Vec::with_capacity(vertices.len());
    let index: Vec<i32> = vertices
        .iter()
        .map(|v| places.find(*v, &mut kept))
        .collect();
    for corner in faces.iter_mut().flatten() {
        *corner = index[*corner as usize];
    }
    *vertices = kept;
}

/// An open hash table from places to kept vertices.
struct Places {
    slots: Vec<i32>,
    mask: usize,
}

const FREE: i32 = -1;

impl Places {
    fn new(vertices: usize) -> Places {
        let size = (2 * vertices).next_power_of_two();
        Places {
            slots: vec![FREE; size],
            mask: size - 1,
        }
    }

    /// The index of the kept vertex in this place; the vertex is kept if it is the first.
    fn find(&mut self, vertex: [f32; 3], kept: &mut Vec<[f32; 3]>) -> i32 {
        let mut slot = hash(vertex) & self.mask;
        loop {
            match self.slots[slot] {
                FREE => {
                    self.slots[slot] = kept.len() as i32;
                    kept.push(vertex);
                    return kept.len() as i32 - 1;
                }
                index if kept[index as usize] == vertex => return index,
                _ => slot = (slot + 1) & self.mask,
            }
        }
    }
}

fn hash(vertex: [f32; 3]) -> usize {
    let mix = |sum: u64, x: f32| {
        // adding zero makes both zeros one
        let bits = u64::from((x + 0.0).to_bits());
        (sum ^ bits)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    vertex.into_iter().fold(0, mix) as usize
}
