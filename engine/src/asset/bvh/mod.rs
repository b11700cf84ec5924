//! Trees of axis-aligned boxes: over the geoms of a body, over the faces of a mesh.
//!
//! A node is split along the longest side of its box, at the median of its elements' centres. Nodes
//! are stored root first, and all of a node's first child before its second; as a median divides by
//! number, the place of every node is known beforehand.
//!
//! Top-down construction: Ericson, Real-Time Collision Detection (2005), section 6.2.1.

mod select;

use wide::{CmpLt, f64x4};

use crate::math::{MAXVAL, Vec3};
use select::select;

/// Sides, and distances of centres, that differ by less than this count as equal.
const EPS: f64 = 1e-14;

/// What a tree is built over; also the memory that building takes, to be reused.
#[derive(Debug, Default)]
pub(crate) struct Leaves {
    /// Decide on which side of a split an element goes; may lie outside the box, or be NaN.
    centers: Vec<[f64; 3]>,
    /// Lower and upper corners; their fourth components are padding.
    boxes: Vec<[f64x4; 2]>,
    elements: Vec<Element>,
}

/// The nodes of a tree, in the arrays of a model.
#[derive(Debug)]
pub(crate) struct Nodes<'a> {
    /// Centre, then half extents.
    pub(crate) aabb: &'a mut [[f64; 6]],
    /// Within the same tree; -1 for none.
    pub(crate) child: &'a mut [[i32; 2]],
    pub(crate) depth: &'a mut [i32],
    /// The number of the leaf; -1 for a node that is split.
    pub(crate) leaf: &'a mut [i32],
}

impl<'a> Nodes<'a> {
    /// The first `count` nodes, and the rest.
    pub(crate) fn split_at(self, count: usize) -> (Nodes<'a>, Nodes<'a>) {
        let (aabb, child) = (
            self.aabb.split_at_mut(count),
            self.child.split_at_mut(count),
        );
        let (depth, leaf) = (
            self.depth.split_at_mut(count),
            self.leaf.split_at_mut(count),
        );
        let nodes = |aabb, child, depth, leaf| Nodes {
            aabb,
            child,
            depth,
            leaf,
        };
        (
            nodes(aabb.0, child.0, depth.0, leaf.0),
            nodes(aabb.1, child.1, depth.1, leaf.1),
        )
    }
}

/// The number of nodes of a tree.
pub(crate) fn node_count(leaves: usize) -> usize {
    (2 * leaves).saturating_sub(1)
}

impl Leaves {
    pub(crate) fn clear(&mut self) {
        self.centers.clear();
        self.boxes.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.boxes.len()
    }

    pub(crate) fn push(&mut self, center: &Vec3, low: &Vec3, high: &Vec3) {
        let four = |v: &Vec3| f64x4::from([v.x, v.y, v.z, 0.0]);
        self.centers.push([center.x, center.y, center.z]);
        self.boxes.push([four(low), four(high)]);
    }

    /// Builds the tree in `nodes`, which must be as many as [`node_count`] says.
    pub(crate) fn build(&mut self, nodes: Nodes<'_>) {
        let element = |order| Element { key: 0.0, order };
        self.elements.clear();
        self.elements.extend((0..self.len() as u32).map(element));
        if !self.elements.is_empty() {
            let mut tree = Tree {
                centers: &self.centers,
                boxes: &self.boxes,
                nodes,
            };
            tree.split(&mut self.elements, 0, 0);
        }
    }
}

/// What a selection moves around: a leaf's number, and its sort key.
#[derive(Clone, Copy, Debug)]
struct Element {
    /// The centre along the axis of the split.
    key: f64,
    order: u32,
}

impl Element {
    /// Order along the axis; elements in the same place keep their given order.
    #[inline]
    fn precedes(&self, other: &Self) -> bool {
        let apart = self.key - other.key;
        // Without branches, which could not be predicted; NaN counts as the same place.
        let (before, after) = (apart < -EPS, apart > EPS);
        before | (!after & (self.order < other.order))
    }
}

/// A tree that is being built.
struct Tree<'a> {
    centers: &'a [[f64; 3]],
    boxes: &'a [[f64x4; 2]],
    nodes: Nodes<'a>,
}

impl Tree<'_> {
    /// Writes the node of `elements` at `index` and, recursively, its children.
    fn split(&mut self, elements: &mut [Element], index: usize, depth: i32) {
        let (low, high) = self.enclose(elements);
        let ([x, y, z, _], [p, q, r, _]) = (
            ((high + low) / f64x4::splat(2.0)).to_array(),
            ((high - low) / f64x4::splat(2.0)).to_array(),
        );
        self.nodes.aabb[index] = [x, y, z, p, q, r];
        self.nodes.depth[index] = depth;
        if let [only] = elements {
            self.nodes.child[index] = [-1; 2];
            self.nodes.leaf[index] = only.order as i32;
            return;
        }
        self.nodes.leaf[index] = -1;
        let edges = (high - low).to_array();
        let mut axis = 0;
        for longer in [1, 2] {
            if edges[longer] >= edges[axis] + EPS {
                axis = longer;
            }
        }
        for element in &mut *elements {
            element.key = self.centers[element.order as usize][axis];
        }
        let middle = elements.len() / 2;
        select(elements, middle, Element::precedes);
        let (left, right) = elements.split_at_mut(middle);
        let (first, second) = (index + 1, index + 1 + node_count(middle));
        self.nodes.child[index] = [first as i32, second as i32];
        self.split(left, first, depth + 1);
        self.split(right, second, depth + 1);
    }

    /// The box around all elements; a flat one is given a little thickness.
    fn enclose(&self, elements: &[Element]) -> (f64x4, f64x4) {
        let (mut low, mut high) = (f64x4::splat(MAXVAL), f64x4::splat(-MAXVAL));
        for element in elements {
            let [lower, upper] = self.boxes[element.order as usize];
            // A bound that is NaN does not count.
            low = lower.cmp_lt(low).blend(lower, low);
            high = high.cmp_lt(upper).blend(upper, high);
        }
        let eps = f64x4::splat(EPS);
        let flat = (low - high).abs().cmp_lt(eps);
        (flat.blend(low - eps, low), flat.blend(high + eps, high))
    }
}

/// The lower bound of both, component by component; a NaN in `b` does not count.
pub(crate) fn lower(a: &Vec3, b: &Vec3) -> Vec3 {
    a.zip_map(b, |a, b| if b < a { b } else { a })
}

/// The upper bound of both, component by component; a NaN in `b` does not count.
pub(crate) fn upper(a: &Vec3, b: &Vec3) -> Vec3 {
    a.zip_map(b, |a, b| if a < b { b } else { a })
}
