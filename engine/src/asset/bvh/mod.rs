//! Trees of axis-aligned boxes: over the geoms of a body, over the faces of a mesh.
//!
//! A node is split along the longest side of its box, at the median of its elements' centres. Nodes
//! are stored root first, and all of a node's first child before its second; as a median divides by
//! number, the place of every node is known beforehand.
//!
//! Top-down construction: Ericson, Real-Time Collision Detection (2005), section 6.2.1.

mod element;
mod select;

use wide::{CmpLt, f64x4};

use crate::math::{MAXVAL, Vec3};
use element::Elements;
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
    keys: Vec<f64>,
    orders: Vec<u32>,
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
        let count = self.len();
        self.keys.resize(count, 0.0);
        self.orders.clear();
        self.orders.extend(0..count as u32);
        if count > 0 {
            let mut tree = Tree {
                centers: &self.centers,
                boxes: &self.boxes,
                nodes,
            };
            let elements = Elements {
                keys: &mut self.keys,
                orders: &mut self.orders,
            };
            tree.split(elements, 0, 0);
        }
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
    fn split(&mut self, elements: Elements<'_>, index: usize, depth: i32) {
        let (low, high) = self.enclose(elements.orders);
        let half = f64x4::splat(0.5);
        let edges = high - low;
        let ([x, y, z, _], [p, q, r, _]) =
            (((high + low) * half).to_array(), (edges * half).to_array());
        self.nodes.aabb[index] = [x, y, z, p, q, r];
        self.nodes.depth[index] = depth;
        if let [only] = elements.orders {
            self.nodes.child[index] = [-1; 2];
            self.nodes.leaf[index] = *only as i32;
            return;
        }
        self.nodes.leaf[index] = -1;
        let edges = edges.to_array();
        let mut axis = 0;
        for longer in [1, 2] {
            if edges[longer] >= edges[axis] + EPS {
                axis = longer;
            }
        }
        for (key, order) in elements.keys.iter_mut().zip(&*elements.orders) {
            *key = self.centers[*order as usize][axis];
        }
        let middle = elements.orders.len() / 2;
        let (left, right) = select(elements, middle).split_at(middle);
        let (first, second) = (index + 1, index + 1 + node_count(middle));
        self.nodes.child[index] = [first as i32, second as i32];
        self.split(left, first, depth + 1);
        self.split(right, second, depth + 1);
    }

    /// The box around all leaves; a flat one is given a little thickness.
    fn enclose(&self, leaves: &[u32]) -> (f64x4, f64x4) {
        let (mut low, mut high) = (f64x4::splat(MAXVAL), f64x4::splat(-MAXVAL));
        for leaf in leaves {
            let [lower, upper] = self.boxes[*leaf as usize];
            // The second operand stays where the first one is NaN: such a bound does not count.
            low = lower.fast_min(low);
            high = upper.fast_max(high);
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
