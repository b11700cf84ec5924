//! Trees of axis-aligned boxes: over the geoms of a body, over the faces of a mesh.
//!
//! A node is split along the longest side of its box, at the median of its elements' centres.

mod select;

use wide::{CmpLt, f64x4};

use crate::math::{MAXVAL, Vec3};
use select::select;

/// Sides, and distances of centres, within this of each other count as equal.
const EPS: f64 = 1e-14;

/// What a tree is built over.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// Kept in the tree to find the element again.
    pub(crate) id: usize,
    /// Decides on which side of a split the element goes; may lie outside the box, or be NaN.
    pub(crate) center: Vec3,
    pub(crate) low: Vec3,
    pub(crate) high: Vec3,
}

/// A node: its box, its children within the same tree, and the element that it holds if it is a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Centre, then half extents.
    pub aabb: [f64; 6],
    pub child: [i32; 2],
    pub depth: i32,
    pub id: Option<usize>,
}

/// Builds the tree, root first.
pub(crate) fn build(leaves: Vec<Leaf>) -> Vec<Node> {
    let element = |order| Element { order, key: 0.0 };
    let mut elements: Vec<Element> = (0..leaves.len()).map(element).collect();
    let four = |v: &Vec3| f64x4::from([v.x, v.y, v.z, 0.0]);
    let leaves = Leaves {
        boxes: leaves
            .iter()
            .map(|l| [four(&l.low), four(&l.high)])
            .collect(),
        leaves,
    };
    let mut nodes = Vec::with_capacity(2 * elements.len());
    if !elements.is_empty() {
        split(&mut elements, &leaves, 0, &mut nodes);
    }
    nodes
}

/// The leaves, and their boxes again in a form that is quickly compared.
struct Leaves {
    leaves: Vec<Leaf>,
    /// Lower and upper corner; the fourth component means nothing.
    boxes: Vec<[f64x4; 2]>,
}

/// What a selection moves about: a leaf's number, and what it is compared by.
#[derive(Clone, Copy, Debug)]
struct Element {
    order: usize,
    /// The centre along the axis of the split.
    key: f64,
}

impl Element {
    /// Order along the axis; elements in the same place keep the order that they were given in.
    fn precedes(&self, other: &Self) -> bool {
        let (a, b) = (self.key, other.key);
        if (a - b).abs() > EPS {
            a < b
        } else {
            self.order < other.order
        }
    }
}

/// Adds the node of `elements` and, recursively, its children; returns its index.
fn split(elements: &mut [Element], leaves: &Leaves, depth: i32, nodes: &mut Vec<Node>) -> i32 {
    let (low, high) = enclose(elements, leaves);
    let (center, half) = ((high + low) / 2.0, (high - low) / 2.0);
    let index = nodes.len();
    nodes.push(Node {
        aabb: [center.x, center.y, center.z, half.x, half.y, half.z],
        child: [-1, -1],
        depth,
        id: None,
    });
    if let [only] = elements {
        nodes[index].id = Some(leaves.leaves[only.order].id);
        return index as i32;
    }
    let edges = high - low;
    let mut axis = 0;
    for longer in [1, 2] {
        if edges[longer] >= edges[axis] + EPS {
            axis = longer;
        }
    }
    let middle = elements.len() / 2;
    for element in &mut *elements {
        element.key = leaves.leaves[element.order].center[axis];
    }
    select(elements, middle, Element::precedes);
    let (left, right) = elements.split_at_mut(middle);
    let children = [
        split(left, leaves, depth + 1, nodes),
        split(right, leaves, depth + 1, nodes),
    ];
    nodes[index].child = children;
    index as i32
}

/// The box around all elements; a flat one is given a little thickness.
fn enclose(elements: &[Element], leaves: &Leaves) -> (Vec3, Vec3) {
    let (mut low, mut high) = (f64x4::splat(MAXVAL), f64x4::splat(-MAXVAL));
    for element in elements {
        let [lower, upper] = leaves.boxes[element.order];
        // A bound that is not a number does not count.
        low = lower.cmp_lt(low).blend(lower, low);
        high = high.cmp_lt(upper).blend(upper, high);
    }
    let three = |v: f64x4| Vec3::from_row_slice(&v.to_array()[..3]);
    let (mut low, mut high) = (three(low), three(high));
    for i in 0..3 {
        if (low[i] - high[i]).abs() < EPS {
            low[i] -= EPS;
            high[i] += EPS;
        }
    }
    (low, high)
}

/// The lower bound of both, component by component; a NaN in `b` does not count.
pub(crate) fn lower(a: &Vec3, b: &Vec3) -> Vec3 {
    a.zip_map(b, |a, b| if b < a { b } else { a })
}

/// The upper bound of both, component by component; a NaN in `b` does not count.
pub(crate) fn upper(a: &Vec3, b: &Vec3) -> Vec3 {
    a.zip_map(b, |a, b| if a < b { b } else { a })
}
