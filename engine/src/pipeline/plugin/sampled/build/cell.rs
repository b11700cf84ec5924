//! Cells while an octree is built, and their neighbours.
//!
//! A direction has a bit for each axis along which a neighbour lies: 1, 2 and 4 are beyond faces,
//! 3, 5 and 6 beyond edges. An octant has a bit for each axis along which a child lies high.

use super::super::cubic::{Cubic, Jet};
use super::super::octree::{CORNERS, GRID, Node, Octree};
use super::super::vector::Point;
use super::START;

/// In a neighbour: there is none, as the octree ends.
pub(super) const OUTSIDE: u32 = 1 << 30;
/// In a neighbour: it lies in this leaf, which is larger.
pub(super) const IN_LEAF: u32 = 1 << 31;

/// Points of a cell that its children share: middles of edges and faces, and its centre.
pub(super) const MIDDLES: usize = 19;

/// The middles as seen from the centre, x fastest.
pub(super) const MIDDLE_POINTS: [Point; MIDDLES] = middles().0;
/// Which middle there is at each of 27 places, x fastest; anything at corners.
const MIDDLE_AT: [usize; 27] = middles().1;

const fn middles() -> ([Point; MIDDLES], [usize; 27]) {
    let mut points = [Point::new(0.0, 0.0, 0.0); MIDDLES];
    let mut middle_at = [0; 27];
    let (mut i, mut place) = (0, 0);
    while place < 27 {
        let (x, y, z) = (place % 3, place / 3 % 3, place / 9);
        if !(x != 1 && y != 1 && z != 1) {
            points[i] = Point::new(x as f32 - 1.0, y as f32 - 1.0, z as f32 - 1.0);
            middle_at[place] = i;
            i += 1;
        }
        place += 1;
    }
    (points, middle_at)
}

/// The place of a direction with the signs of an octant in a list of all.
pub(super) const fn slot(direction: u32, octant: u32) -> usize {
    let (mut sign, mut bits, mut axis) = (0, 0, 0);
    while axis < 3 {
        if direction >> axis & 1 != 0 {
            sign |= (octant >> axis & 1) << bits;
            bits += 1;
        }
        axis += 1;
    }
    (4 * (direction - 1) + sign) as usize
}

/// Which middles each neighbour touches, the first one highest; by [`slot`].
pub(super) const TOUCHED: [u32; 24] = touched();

const fn touched() -> [u32; 24] {
    let mut touched = [0; 24];
    let mut octant = 0;
    while octant < 8 {
        let mut direction = 1;
        while direction <= 6 {
            let mut mask = 0;
            let mut i = 0;
            while i < MIDDLES {
                // Along the direction, the middle is on the octant's side.
                let [[x, y, z]] = MIDDLE_POINTS[i].data.0;
                let high = (x > 0.0) as u32 | ((y > 0.0) as u32) << 1 | ((z > 0.0) as u32) << 2;
                let low = (x < 0.0) as u32 | ((y < 0.0) as u32) << 1 | ((z < 0.0) as u32) << 2;
                let beside = high & octant | low & !octant;
                mask |= ((beside & direction == direction) as u32) << (MIDDLES - 1 - i);
                i += 1;
            }
            touched[slot(direction, octant)] = mask;
            direction += 1;
        }
        octant += 1;
    }
    touched
}

/// A cell of one level.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The node of the first child of its parent.
    pub(super) siblings: u32,
    /// Octants on the way to it, the last one lowest. The reference keeps eight bits only.
    path: u8,
    pub(super) is_terminal: bool,
    /// It was made when a leaf was divided late.
    pub(super) is_late: bool,
    /// In each direction, the node of the first child of the neighbour's parent, or a larger leaf.
    pub(super) neighbours: [u32; 6],
    /// The level of their children.
    pub(super) neighbour_levels: [u8; 6],
    pub(super) center: Point,
    pub(super) half: f32,
    pub(super) corners: [Jet; 8],
    pub(super) middles: [Jet; MIDDLES],
    pub(super) polynomial: Cubic,
}

impl Cell {
    pub(super) fn new(siblings: u32, path: u8, center: Point, half: f32) -> Cell {
        Cell {
            siblings,
            path,
            is_terminal: false,
            is_late: false,
            neighbours: [0; 6],
            neighbour_levels: [0; 6],
            center,
            half,
            corners: [[0.0; 8]; 8],
            middles: [[0.0; 8]; MIDDLES],
            polynomial: Cubic::ZERO,
        }
    }

    pub(super) fn octant(&self) -> u32 {
        u32::from(self.path & 7)
    }

    /// The octant on the way to the cell that is some levels above it.
    pub(super) fn octant_above(&self, levels: usize) -> u32 {
        (u32::from(self.path) >> (3 * levels)) & 7
    }

    /// An estimate of how far the polynomial is off: the integral of the square of the error over
    /// the cell, by the trapezoidal rule.
    pub(super) fn error(&self) -> f32 {
        let mut sum = -0.0;
        for (point, jet) in MIDDLE_POINTS.iter().zip(&self.middles) {
            let inner_axes = point.iter().filter(|&&x| x == 0.0).count();
            let weight = (1 << inner_axes) as f32 / 64.0;
            let error = jet[0] - self.polynomial.value(&in_cell(point));
            sum += weight * (error * error);
        }
        sum
    }

    /// Finds where neighbours are on this level now.
    pub(super) fn follow_neighbours(&mut self, level: usize, nodes: &[Node]) {
        for direction in 1..=6 {
            let i = direction as usize - 1;
            if self.neighbours[i] & OUTSIDE != 0 {
                continue;
            }
            if self.enter_neighbour(i, nodes) {
                self.descend(direction, level, level, nodes);
            }
        }
    }

    /// Goes from a neighbour's node to its children; says if it has any.
    pub(super) fn enter_neighbour(&mut self, i: usize, nodes: &[Node]) -> bool {
        let node = nodes[(self.neighbours[i] & !IN_LEAF) as usize];
        if node.is_leaf() {
            self.neighbours[i] |= IN_LEAF;
            return false;
        }
        self.neighbours[i] = node.index();
        self.neighbour_levels[i] += 1;
        true
    }

    /// Goes on until a neighbour of this cell is on a level, or in a leaf.
    pub(super) fn descend(&mut self, direction: u32, level: usize, until: usize, nodes: &[Node]) {
        let i = direction as usize - 1;
        while usize::from(self.neighbour_levels[i]) < until {
            let above = level - usize::from(self.neighbour_levels[i]);
            self.neighbours[i] += direction ^ self.octant_above(above);
            if !self.enter_neighbour(i, nodes) {
                return;
            }
        }
    }

    /// Calls with the slot, the direction and the first sibling of every neighbour.
    pub(super) fn each_neighbour(&self, mut call: impl FnMut(usize, u32, u32)) {
        for direction in 1..=6_u32 {
            for beyond in 0..=6_u32 {
                // Beyond the parent in some of the directions, in the others next to the cell in it.
                if beyond & !direction == 0 {
                    let first = match beyond {
                        0 => self.siblings,
                        _ => self.neighbours[beyond as usize - 1],
                    };
                    let octant = self.octant() ^ (direction & !beyond);
                    call(slot(direction, octant), direction, first);
                }
            }
        }
    }

    /// Takes over the polynomial's values at middles that are touched by leaves. Where they are too
    /// far off, these leaves are to be divided.
    pub(super) fn share_values(
        &mut self,
        leaves: &[Option<u32>; 24],
        square: f32,
        to_divide: &mut Vec<u32>,
    ) {
        let touching = (0..24).filter(|&slot| leaves[slot].is_some());
        let shared = touching.fold(0, |mask, slot| mask | TOUCHED[slot]);
        let mut wrong = 0;
        for i in 0..MIDDLES {
            let bit = 1 << (MIDDLES - 1 - i);
            if shared & bit == 0 {
                continue;
            }
            let at = in_cell(&MIDDLE_POINTS[i]);
            let error = self.middles[i][0] - self.polynomial.value(&at);
            if error * error > square {
                wrong |= bit;
            } else {
                self.middles[i] = self.polynomial.jet(&at, 2.0 * self.half);
            }
        }
        for (slot, leaf) in leaves.iter().enumerate() {
            if let Some(leaf) = leaf
                && TOUCHED[slot] & wrong != 0
            {
                to_divide.push(*leaf);
            }
        }
    }

    /// The children of a cell, whose nodes start at some place; on the level of the grid, those of
    /// a cell of it.
    pub(super) fn children(&self, siblings: u32, level: usize, grid: [i32; 3]) -> [Cell; 8] {
        let half = 0.5 * self.half;
        std::array::from_fn(|octant| {
            let center = self.center + CORNERS[octant] * half;
            let octant = octant as u32;
            let mut child = Cell::new(siblings, self.path << 3 | octant as u8, center, half);
            child.corners = std::array::from_fn(|corner| self.jet_at(octant, corner as u32));
            if level == START {
                child.neighbours = grid_neighbours(octant, grid);
                child.neighbour_levels = [START as u8; 6];
            } else {
                self.place_neighbours(octant, level, &mut child);
            }
            child
        })
    }

    /// The jet at a corner of a child.
    fn jet_at(&self, octant: u32, corner: u32) -> Jet {
        let on_axis = |axis: u32| (octant >> axis & 1) + (corner >> axis & 1);
        let place = on_axis(0) + 3 * on_axis(1) + 9 * on_axis(2);
        if octant == corner {
            self.corners[corner as usize]
        } else {
            self.middles[MIDDLE_AT[place as usize]]
        }
    }

    fn place_neighbours(&self, octant: u32, level: usize, child: &mut Cell) {
        for direction in 1..=6_u32 {
            let i = direction as usize - 1;
            // The directions in which the child's neighbour is beyond this cell's siblings.
            let beyond = !(octant ^ self.octant()) & direction;
            let step = direction ^ self.octant();
            if beyond == 0 {
                child.neighbours[i] = self.siblings.wrapping_add(step);
                child.neighbour_levels[i] = level as u8;
                continue;
            }
            let neighbour = self.neighbours[beyond as usize - 1];
            child.neighbours[i] = if neighbour & IN_LEAF != 0 {
                neighbour
            } else {
                neighbour.wrapping_add(step)
            };
            child.neighbour_levels[i] = self.neighbour_levels[beyond as usize - 1];
        }
    }
}

/// A point seen from a cell's centre as a point of the unit cube.
pub(super) fn in_cell(point: &Point) -> Point {
    point * 0.5 + Point::repeat(0.5)
}

/// The cell of the grid in a direction, with the signs of an octant.
fn grid_step(center: [i32; 3], direction: u32, octant: u32) -> Option<u32> {
    let cell = std::array::from_fn(|axis| {
        let step = if octant >> axis & 1 != 0 { 1 } else { -1 };
        center[axis] + if direction >> axis & 1 != 0 { step } else { 0 }
    });
    Octree::grid_node(cell)
}

fn grid_neighbours(octant: u32, center: [i32; 3]) -> [u32; 6] {
    std::array::from_fn(|i| grid_step(center, i as u32 + 1, octant).unwrap_or(OUTSIDE))
}

/// Calls with the slot and the node of every neighbour of a cell of the grid.
pub(super) fn each_grid_neighbour(center: [i32; 3], mut call: impl FnMut(usize, u32)) {
    debug_assert!(center.iter().all(|i| (0..GRID).contains(i)));
    for direction in 1..=6 {
        // Each octant's signs of the direction, once.
        for octant in (0..8).filter(|octant| octant & !direction == 0) {
            if let Some(node) = grid_step(center, direction, octant) {
                call(slot(direction, octant), node);
            }
        }
    }
}
