//! Dividing leaves late: because values that they share with divided cells are too far off.

use super::super::cubic::Cubic;
use super::super::octree::Node;
use super::cell::{
    Cell, IN_LEAF, MIDDLE_POINTS, MIDDLES, OUTSIDE, TOUCHED, each_grid_neighbour, in_cell,
};
use super::sample::Seen;
use super::{Builder, START};

impl Builder<'_> {
    /// Divides a leaf next to cells of a level, and its children where they touch divided cells.
    pub(super) fn divide_late(
        &mut self,
        now: usize,
        leaf: u32,
        seen: &mut Seen,
    ) -> Result<(), String> {
        let found = self.leaves.get(&leaf);
        let &(level, id) = found.ok_or("a leaf of its octree is none")?;
        let cell = self.levels[level][id].clone();
        let node = self.octree.nodes[self.node_of(level, &cell) as usize];
        if !node.is_leaf() {
            return Ok(());
        }
        let mut old_polynomial = Some(node.index());
        let mut waiting = vec![(level, cell)];
        let mut next = 0;
        while let Some((level, mut cell)) = waiting.get(next).cloned() {
            let is_first = next == 0;
            next += 1;
            if level > START {
                cell.follow_late(now, level, is_first, &self.octree.nodes);
            }
            let divided = match now >= level {
                true => self.divided_around(level, &cell),
                false => 0,
            };
            if divided != 0 {
                self.share_late(!divided, is_first && !cell.is_late, &mut cell, seen)?;
                let children = self.add_children(level, &cell, Node::divided_late);
                let children = cell.children(children, level, self.grid_cell(&cell));
                waiting.extend(children.map(|child| (level + 1, child)));
            } else {
                self.make_leaf(level, cell, &mut old_polynomial);
            }
        }
        Ok(())
    }

    /// Whether a node is divided, and was so from the beginning.
    fn is_divided(&self, node: u32) -> bool {
        let node = self.octree.nodes[node as usize];
        !(node.is_leaf() || node.is_marked())
    }

    /// The middles that divided neighbours touch.
    fn divided_around(&self, level: usize, cell: &Cell) -> u32 {
        let mut divided = 0;
        if level == START {
            each_grid_neighbour(self.grid_cell(cell), |slot, node| {
                if self.is_divided(node) {
                    divided |= TOUCHED[slot];
                }
            });
            return divided;
        }
        cell.each_neighbour(|slot, direction, first| {
            let is_inside = first & (IN_LEAF | OUTSIDE) == 0;
            if is_inside && self.is_divided(first + (direction ^ cell.octant())) {
                divided |= TOUCHED[slot];
            }
        });
        divided
    }

    /// Takes over the polynomial's values where the cell's neighbours are not divided, and where
    /// they are close enough.
    fn share_late(
        &self,
        shared: u32,
        has_middles: bool,
        cell: &mut Cell,
        seen: &mut Seen,
    ) -> Result<(), String> {
        if !has_middles {
            cell.polynomial = Cubic::new(&cell.corners, 2.0 * cell.half);
            self.sampler.middles(cell, shared, seen)?;
        }
        for i in 0..MIDDLES {
            let at = in_cell(&MIDDLE_POINTS[i]);
            let takes = if shared & 1 << (MIDDLES - 1 - i) == 0 {
                let error = cell.middles[i][0] - cell.polynomial.value(&at);
                error * error < self.square
            } else {
                has_middles
            };
            if takes {
                cell.middles[i] = cell.polynomial.jet(&at, 2.0 * cell.half);
            }
        }
        Ok(())
    }

    /// Makes a cell a leaf. The first one takes the place of the old leaf's polynomial.
    fn make_leaf(&mut self, level: usize, mut cell: Cell, old_polynomial: &mut Option<u32>) {
        cell.polynomial = Cubic::new(&cell.corners, 2.0 * cell.half);
        let polynomials = &mut self.octree.polynomials;
        let place = old_polynomial.take().unwrap_or_else(|| {
            polynomials.push(Cubic::ZERO);
            polynomials.len() as u32 - 1
        });
        polynomials[place as usize] = cell.polynomial.clone();
        let node = self.node_of(level, &cell);
        self.octree.nodes[node as usize] = Node::leaf(place);
        cell.is_terminal = true;
        cell.is_late = true;
        let id = self.levels[level].len();
        self.leaves
            .entry(cell.siblings.wrapping_add(cell.octant()))
            .or_insert((level, id));
        self.levels[level].push(cell);
    }
}

impl Cell {
    /// Finds where the neighbours of a cell are, while cells of the level `now` are divided. For
    /// the leaf itself that is known of those that are not in a larger leaf.
    fn follow_late(&mut self, now: usize, level: usize, is_leaf: bool, nodes: &[Node]) {
        for direction in 1..=6 {
            let i = direction as usize - 1;
            if self.neighbours[i] & OUTSIDE != 0 {
                continue;
            }
            let is_above = !is_leaf || self.neighbours[i] & IN_LEAF != 0;
            if !is_above || self.enter_neighbour(i, nodes) {
                self.descend(direction, level, level.min(now), nodes);
            }
        }
    }
}
