//! The surface of a shape that is given by distances, from their signs on a grid.
//!
//! Lorensen and Cline, Marching Cubes (1987): where an edge of a cell goes from inside to outside
//! there is a vertex, and a table has the triangles for each combination of corners inside.

mod table;

use self::table::TRIANGLES;
use super::surface::Surface;
use crate::asset::AssetError;
use crate::math::Vec3;

/// Points of the grid, shared among the axes by the sizes of the box.
const POINTS: f64 = 300.0;

/// The edges of a cell: two corners, the axis along it, and where it starts. A corner's bits are
/// its place along x, y and z.
const EDGES: [([usize; 2], usize, [usize; 3]); 12] = [
    ([0, 1], 0, [0, 0, 0]),
    ([2, 3], 0, [0, 1, 0]),
    ([4, 5], 0, [0, 0, 1]),
    ([6, 7], 0, [0, 1, 1]),
    ([0, 2], 1, [0, 0, 0]),
    ([1, 3], 1, [1, 0, 0]),
    ([4, 6], 1, [0, 0, 1]),
    ([5, 7], 1, [1, 0, 1]),
    ([0, 4], 2, [0, 0, 0]),
    ([1, 5], 2, [1, 0, 0]),
    ([2, 6], 2, [0, 1, 0]),
    ([3, 7], 2, [1, 1, 0]),
];

/// The surface within a box of half sizes `half` around the origin.
pub(super) fn surface(half: &Vec3, distance: impl Fn(&Vec3) -> f64) -> Result<Surface, AssetError> {
    let total = half.x + half.y + half.z;
    if !half.iter().all(|&size| size > 0.0) || !total.is_finite() {
        return Err(AssetError::new("the shape has no size"));
    }
    let counts = [0, 1, 2].map(|axis| (POINTS / total * half[axis]).floor() as usize + 1);
    let place = |axis: usize, at: usize| {
        let size = half[axis];
        0.0 - size + 2.0 * size * at as f64 / (counts[axis] - 1) as f64
    };
    let mut grid = Grid::new(counts);
    for k in 0..counts[2] {
        for j in 0..counts[1] {
            for i in 0..counts[0] {
                let point = Vec3::new(place(0, i), place(1, j), place(2, k));
                let at = grid.index([i, j, k]);
                grid.field[at] = distance(&point) as f32;
            }
        }
    }
    let mut surface = grid.march();
    for vertex in &mut surface.vertices {
        for axis in 0..3 {
            let steps = (counts[axis] - 1) as f64;
            let along = 2.0 * half[axis] * f64::from(vertex[axis]) / steps;
            vertex[axis] = (along + 0.0 - half[axis]) as f32;
        }
    }
    Ok(surface)
}

/// Distances on a grid.
struct Grid {
    counts: [usize; 3],
    field: Vec<f32>,
    /// The vertex on the edge along each axis from a point, in two layers.
    vertices: Vec<[i32; 3]>,
}

impl Grid {
    fn new(counts: [usize; 3]) -> Grid {
        let layer = counts[0] * counts[1];
        Grid {
            counts,
            field: vec![0.0; layer * counts[2]],
            vertices: vec![[0; 3]; layer * 2],
        }
    }

    fn index(&self, [i, j, k]: [usize; 3]) -> usize {
        (k * self.counts[1] + j) * self.counts[0] + i
    }

    /// Where the vertices of a point's edges are.
    fn in_layers(&self, [i, j, k]: [usize; 3]) -> usize {
        self.index([i, j, k % 2])
    }

    /// The surface in units of the grid.
    fn march(&mut self) -> Surface {
        let mut surface = Surface::default();
        let [nx, ny, nz] = self.counts.map(|count| count - 1);
        for z in 0..nz {
            for y in 0..ny {
                for x in 0..nx {
                    self.cell([x, y, z], &mut surface);
                }
            }
        }
        surface.normals.iter_mut().for_each(normalize);
        surface
    }

    fn cell(&mut self, cell: [usize; 3], surface: &mut Surface) {
        let corner = |bits: usize| {
            let [x, y, z] = cell;
            self.field[self.index([x + (bits & 1), y + (bits >> 1 & 1), z + (bits >> 2)])]
        };
        let values: [f32; 8] = std::array::from_fn(corner);
        let inside = |sum: usize, bit: usize| sum | usize::from(values[bit] < 0.0) << bit;
        let config = (0..8).fold(0, inside);
        if config == 0 || config == 255 {
            return;
        }
        let mut on_edges = [0; 12];
        for ((corners, axis, start), vertex) in EDGES.iter().zip(&mut on_edges) {
            let from: [usize; 3] = std::array::from_fn(|i| cell[i] + start[i]);
            let slot = self.in_layers(from);
            // Cells before this one have made the others.
            let is_first = |other: usize| other == *axis || start[other] == 1 || cell[other] == 0;
            let [a, b] = corners.map(|corner| values[corner]);
            if (0..3).all(is_first) && (a < 0.0) != (b < 0.0) {
                let mut place = from.map(|at| at as f32);
                place[*axis] += a / (a - b);
                self.vertices[slot][*axis] = surface.vertices.len() as i32;
                surface.vertices.push(place);
                surface.normals.push([0.0; 3]);
            }
            *vertex = self.vertices[slot][*axis];
        }
        let triangles = TRIANGLES[config];
        for triangle in 0..(triangles & 0xf) as u32 {
            let edge = |corner: u32| triangles >> (4 + 4 * (3 * triangle + corner)) & 0xf;
            let face = [0, 1, 2].map(|corner| on_edges[edge(corner) as usize]);
            surface.faces.push(face);
            add_normal(surface, face.map(|vertex| vertex as usize));
        }
    }
}

/// Adds a triangle's normal, as long as twice its area, to those of its vertices.
fn add_normal(surface: &mut Surface, [a, b, c]: [usize; 3]) {
    let from_b = |vertex: usize| -> [f32; 3] {
        std::array::from_fn(|i| surface.vertices[vertex][i] - surface.vertices[b][i])
    };
    let (ab, cb) = (from_b(a), from_b(c));
    let normal = [
        cb[1] * ab[2] - cb[2] * ab[1],
        cb[2] * ab[0] - cb[0] * ab[2],
        cb[0] * ab[1] - cb[1] * ab[0],
    ];
    for vertex in [a, b, c] {
        for (sum, part) in surface.normals[vertex].iter_mut().zip(normal) {
            *sum += part;
        }
    }
}

fn normalize(v: &mut [f32; 3]) {
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    v.iter_mut().for_each(|x| *x /= length);
}
