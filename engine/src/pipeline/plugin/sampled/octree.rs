//! An octree of cubic polynomials: queries.

use super::cubic::Cubic;
use super::vector::{Bounds, Point, min, unit};

/// Cells along each axis of the grid that the octree starts from.
pub(super) const GRID: i32 = 8;

/// A node: either inner, with the place of its first child, or a leaf with its polynomial.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node(u32);

impl Node {
    const LEAF: u32 = 1 << 31;
    const MARK: u32 = 1 << 30;

    /// An inner node that was divided after it had been a leaf, until the octree is finished.
    pub(super) fn divided_late(children: u32) -> Node {
        Node(children | Node::MARK)
    }

    pub(super) fn inner(children: u32) -> Node {
        Node(children & !(Node::LEAF | Node::MARK))
    }

    pub(super) fn leaf(polynomial: u32) -> Node {
        Node(polynomial & !Node::MARK | Node::LEAF)
    }

    pub(super) fn is_leaf(self) -> bool {
        self.0 & Node::LEAF != 0
    }

    pub(super) fn is_marked(self) -> bool {
        self.0 & Node::MARK != 0
    }

    /// Of its first child, or of its polynomial.
    pub(super) fn index(self) -> u32 {
        self.0 & !(Node::LEAF | Node::MARK)
    }
}

#[derive(Debug)]
pub(super) struct Octree {
    pub(super) bounds: Bounds,
    /// Side of a cell of the grid.
    pub(super) cell: f32,
    /// First those of the grid, then eight children at a time.
    pub(super) nodes: Vec<Node>,
    pub(super) polynomials: Vec<Cubic>,
    /// The least distance at the border.
    pub(super) border: f32,
}

impl Octree {
    /// The cell of the grid that a point is in, of numbers that may lie outside, and the point
    /// within the cell.
    pub(super) fn grid_cell(&self, point: &Point) -> ([i32; 3], Point) {
        let place = (point - self.bounds.min) / self.cell;
        let cell = place.map(f32::floor);
        // What no number of 32 bits can be is the lowest one.
        let whole = |x: f32| {
            let fits = x >= i32::MIN as f32 && x < -(i32::MIN as f32);
            if fits { x as i32 } else { i32::MIN }
        };
        ([whole(cell.x), whole(cell.y), whole(cell.z)], place - cell)
    }

    /// The node of a cell of the grid; none if it lies outside.
    pub(super) fn grid_node(cell: [i32; 3]) -> Option<u32> {
        let inside = cell.iter().all(|i| (0..GRID).contains(i));
        let [x, y, z] = cell;
        inside.then_some((z * GRID * GRID + y * GRID + x) as u32)
    }

    /// The polynomial at a point, and the point within its cell; none outside.
    fn leaf(&self, point: &Point) -> Option<(&Cubic, Point)> {
        let (cell, mut within) = self.grid_cell(point);
        let mut node = self.nodes[Octree::grid_node(cell)? as usize];
        while !node.is_leaf() {
            let high = |axis: usize, bit: u32| u32::from(within[axis] >= 0.5) << bit;
            let child = high(2, 2) + high(1, 1) + high(0, 0);
            node = self.nodes[(node.index() + child) as usize];
            within = (within * 2.0).map(|x| x - x.floor());
        }
        Some((&self.polynomials[node.index() as usize], within))
    }

    pub(super) fn distance(&self, point: &Point) -> f32 {
        match self.leaf(point) {
            Some((polynomial, within)) => polynomial.value(&within),
            None => self.bounds.distance(point) + self.border,
        }
    }

    pub(super) fn gradient(&self, point: &Point) -> Point {
        match self.leaf(point) {
            Some((polynomial, within)) => unit(&polynomial.gradient(&within)),
            None => self.bounds.gradient(point),
        }
    }

    /// Finds the least value at corners of cells on the border.
    pub(super) fn find_border(&mut self) {
        let size = 1.0 / GRID as f32;
        let mut least = f32::INFINITY;
        for z in 0..GRID {
            for y in 0..GRID {
                for x in 0..GRID {
                    let node = (z * GRID * GRID + y * GRID + x) as usize;
                    let center = Point::new(x as f32, y as f32, z as f32);
                    let center = center.map(|i| (i + 0.5) * size);
                    least = min(least, self.least_on_border(node, &center, 0.5 * size));
                }
            }
        }
        self.border = least;
    }

    /// The least value at corners of a node on the border, where the octree is the unit cube.
    fn least_on_border(&self, node: usize, center: &Point, half: f32) -> f32 {
        const ALMOST: f64 = 1e-4;
        let node = self.nodes[node];
        let mut least = f32::INFINITY;
        for (i, corner) in CORNERS.iter().enumerate() {
            if node.is_leaf() {
                let at = center + corner * half;
                let on_border = |&x: &f32| f64::from(x) < ALMOST || f64::from(x) > 1.0 - ALMOST;
                if at.iter().any(on_border) {
                    let within = corner * 0.5 + Point::repeat(0.5);
                    let value = self.polynomials[node.index() as usize].value(&within);
                    least = min(least, value);
                }
            } else {
                let at = center + corner * (0.5 * half);
                if at.iter().any(|&x| x < half || x > 1.0 - half) {
                    let child = node.index() as usize + i;
                    least = min(least, self.least_on_border(child, &at, 0.5 * half));
                }
            }
        }
        least
    }
}

/// The corners of a cube, seen from its centre.
pub(super) const CORNERS: [Point; 8] = [
    Point::new(-1.0, -1.0, -1.0),
    Point::new(1.0, -1.0, -1.0),
    Point::new(-1.0, 1.0, -1.0),
    Point::new(1.0, 1.0, -1.0),
    Point::new(-1.0, -1.0, 1.0),
    Point::new(1.0, -1.0, 1.0),
    Point::new(-1.0, 1.0, 1.0),
    Point::new(1.0, 1.0, 1.0),
];
