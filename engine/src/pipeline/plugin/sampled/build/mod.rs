//! Builds the octree of a mesh, level by level.
//!
//! A cell is divided unless its polynomial is close enough to the mesh's distance. Where a cell
//! that is divided touches a leaf, the values that both share are the leaf's, so that the whole is
//! continuous; if they are too far off, the leaf is divided as well ([`late`]).

mod cell;
mod late;
mod sample;

use std::collections::BTreeMap;

use super::cubic::Cubic;
use super::nearest::Nearest;
use super::normals;
use super::octree::{GRID, Node, Octree};
use super::triangle::Mesh;
use super::vector::{Bounds, Point, length};
use cell::{Cell, OUTSIDE};
use sample::{Sampler, Seen};

/// The level of the cells that building starts from.
const FIRST: usize = 1;
/// The level of the grid.
const START: usize = 3;
/// The level of the smallest cells.
const LAST: usize = 8;
/// How far off polynomials may be, for a mesh of size one.
const TOLERANCE: f32 = 1e-3;

pub(super) fn octree(mesh: &Mesh) -> Result<Octree, String> {
    let finite = |v: &Point| v.iter().all(|x| x.is_finite());
    if mesh.faces.is_empty() || !mesh.vertices.iter().all(finite) {
        return Err("the mesh has no faces, or vertices that are no numbers".to_owned());
    }
    let (triangles, nearest) = (normals::triangles(mesh), Nearest::new(mesh));
    let around = Bounds::around(&mesh.vertices);
    let tolerance = TOLERANCE * length(&around.size());
    let margin = Point::repeat(0.1 * around.longest());
    let wide = Bounds {
        min: around.min - margin,
        max: around.max + margin,
    };
    let half = Point::repeat(0.5 * wide.longest());
    let bounds = Bounds {
        min: wide.center() - half,
        max: wide.center() + half,
    };
    let octree = Octree {
        bounds,
        cell: wide.longest() / GRID as f32,
        nodes: vec![Node::default(); (GRID * GRID * GRID) as usize],
        polynomials: Vec::new(),
        border: 0.0,
    };
    let mut builder = Builder {
        sampler: Sampler::new(&triangles, &nearest, &bounds),
        octree,
        square: tolerance * tolerance,
        levels: (0..=LAST).map(|_| Vec::new()).collect(),
        leaves: BTreeMap::new(),
    };
    builder.build()?;
    let mut octree = builder.octree;
    octree.find_border();
    Ok(octree)
}

struct Builder<'a> {
    sampler: Sampler<'a>,
    octree: Octree,
    /// The square of how far off polynomials may be.
    square: f32,
    /// The cells of each level.
    levels: Vec<Vec<Cell>>,
    /// The level and number of the cell of each leaf, by its node.
    leaves: BTreeMap<u32, (usize, usize)>,
}

impl Builder<'_> {
    fn build(&mut self) -> Result<(), String> {
        let mut early = Seen::new(LAST);
        self.first_cells(&mut early)?;
        // Cells that are divided late have what was seen until now for themselves.
        let mut late = early.clone();
        for level in FIRST..=LAST {
            if level < LAST {
                self.estimate(level, &mut early)?;
            }
            let to_divide = self.divide(level);
            for node in to_divide {
                self.divide_late(level, node, &mut late)?;
            }
        }
        Ok(())
    }

    fn first_cells(&mut self, seen: &mut Seen) -> Result<(), String> {
        let half = 0.5 * self.octree.bounds.size().x * 0.5_f32.powi(FIRST as i32);
        let center = self.octree.bounds.min + Point::repeat(half);
        let along = 1 << FIRST;
        for k in 0..along {
            for j in 0..along {
                for i in 0..along {
                    let place = Point::new(i as f32, j as f32, k as f32);
                    let mut cell = Cell::new(u32::MAX, 0, center + place * 2.0 * half, half);
                    self.sampler.corners(&mut cell, seen)?;
                    self.levels[FIRST].push(cell);
                }
            }
        }
        Ok(())
    }

    /// Decides for all cells of a level which are leaves.
    fn estimate(&mut self, level: usize, seen: &mut Seen) -> Result<(), String> {
        let mut cells = std::mem::take(&mut self.levels[level]);
        for cell in cells.iter_mut().filter(|cell| !cell.is_late) {
            if level > START {
                cell.follow_neighbours(level, &self.octree.nodes);
            }
            if level >= START {
                cell.polynomial = Cubic::new(&cell.corners, 2.0 * cell.half);
            }
            self.sampler.middles(cell, 0, seen)?;
            if level >= START {
                cell.is_terminal = cell.error() < self.square;
                let node = self.node_of(level, cell);
                let unknown = if cell.is_terminal {
                    Node::leaf(u32::MAX)
                } else {
                    Node::inner(u32::MAX)
                };
                self.octree.nodes[node as usize] = unknown;
            }
        }
        self.levels[level] = cells;
        Ok(())
    }

    /// Makes leaves and divides the other cells of a level; returns leaves that are to be divided
    /// as well.
    fn divide(&mut self, level: usize) -> Vec<u32> {
        let mut to_divide = Vec::new();
        let mut cells = std::mem::take(&mut self.levels[level]);
        for (id, cell) in cells.iter_mut().enumerate() {
            if cell.is_late {
                continue;
            }
            if cell.is_terminal || level == LAST {
                if level == LAST {
                    cell.polynomial = Cubic::new(&cell.corners, 2.0 * cell.half);
                }
                let node = self.node_of(level, cell);
                self.octree.nodes[node as usize] = Node::leaf(self.octree.polynomials.len() as u32);
                self.octree.polynomials.push(cell.polynomial.clone());
                self.leaves.entry(node).or_insert((level, id));
                continue;
            }
            if level >= START {
                let leaves = self.leaves_around(level, cell);
                cell.share_values(&leaves, self.square, &mut to_divide);
            }
            let children = self.add_children(level, cell, Node::inner);
            let grid = self.grid_cell(cell);
            self.levels[level + 1].extend(cell.children(children, level, grid));
        }
        self.levels[level] = cells;
        to_divide
    }

    /// Adds the nodes of a cell's children; returns the place of the first.
    fn add_children(&mut self, level: usize, cell: &Cell, inner: fn(u32) -> Node) -> u32 {
        if level < START {
            return u32::MAX;
        }
        let children = self.octree.nodes.len() as u32;
        let node = self.node_of(level, cell);
        self.octree.nodes[node as usize] = inner(children);
        let child = if inner(0).is_marked() {
            Node::leaf(0)
        } else {
            Node::inner(u32::MAX)
        };
        self.octree.nodes.extend([child; 8]);
        children
    }

    /// The cell of the grid that a cell is.
    fn grid_cell(&self, cell: &Cell) -> [i32; 3] {
        self.octree.grid_cell(&cell.center).0
    }

    /// The node of a cell, on the level of the grid or below.
    fn node_of(&self, level: usize, cell: &Cell) -> u32 {
        if level > START {
            return cell.siblings + cell.octant();
        }
        Octree::grid_node(self.grid_cell(cell)).unwrap_or_default()
    }

    /// The leaves around a cell, by the direction and sign of [`cell::slot`].
    fn leaves_around(&self, level: usize, cell: &Cell) -> [Option<u32>; 24] {
        let mut leaves = [None; 24];
        let nodes = &self.octree.nodes;
        let is_leaf = |node: u32| nodes[node as usize].is_leaf();
        if level == START {
            let center = self.grid_cell(cell);
            cell::each_grid_neighbour(center, |slot, node| {
                leaves[slot] = Some(node).filter(|&node| is_leaf(node));
            });
            return leaves;
        }
        cell.each_neighbour(|slot, direction, first| {
            leaves[slot] = if first & cell::IN_LEAF != 0 {
                Some(first & !cell::IN_LEAF)
            } else if first & OUTSIDE != 0 {
                None
            } else {
                Some(first + (direction ^ cell.octant())).filter(|&node| is_leaf(node))
            };
        });
        leaves
    }
}
