//! The tree of bounding boxes over the colliding geoms of a body.
//!
//! Each node's box encloses its elements in the body's inertial frame; a node is split at the median along its longest side.

use super::frame::{EPS, Frame};
use super::parts::Parts;
use crate::fields::Model;
use crate::math::{MAXVAL, Vec3};

/// What the tree is built over.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// Kept in the tree to find the element again.
    pub(super) id: usize,
    /// Box in the element's frame: centre, then half extents.
    pub(super) aabb: [f64; 6],
    pub(super) frame: Frame,
}

/// A node: its box, its children within the same tree, and the element that it holds if it is a leaf.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) aabb: [f64; 6],
    pub(super) child: [i32; 2],
    pub(super) depth: i32,
    pub(super) id: Option<usize>,
}

/// Builds the tree, root first.
pub(super) fn build(leaves: &[Leaf], inertial: &Frame) -> Vec<Node> {
    let to_inertial = inertial.quat.conjugate();
    let mut elements: Vec<Element<'_>> = leaves
        .iter()
        .enumerate()
        .map(|(order, leaf)| Element {
            order,
            leaf,
            center: to_inertial.rotate(&(leaf.frame.pos - inertial.pos)),
        })
        .collect();
    let mut nodes = Vec::with_capacity(2 * elements.len());
    if !elements.is_empty() {
        split(&mut elements, inertial, 0, &mut nodes);
    }
    nodes
}

#[derive(Clone, Debug)]
struct Element<'a> {
    order: usize,
    leaf: &'a Leaf,
    center: Vec3,
}

impl Element<'_> {
    /// Order along an axis; elements in the same place keep the order that they were given in.
    fn precedes(&self, other: &Self, axis: usize) -> bool {
        let (a, b) = (self.center[axis], other.center[axis]);
        if (a - b).abs() > EPS {
            a < b
        } else {
            self.order < other.order
        }
    }
}

/// Adds the node of `elements` and, recursively, its children; returns its index.
fn split(elements: &mut [Element<'_>], inertial: &Frame, depth: i32, nodes: &mut Vec<Node>) -> i32 {
    let (low, high) = enclose(elements, inertial);
    let (center, half) = ((high + low) / 2.0, (high - low) / 2.0);
    let index = nodes.len();
    nodes.push(Node {
        aabb: [center.x, center.y, center.z, half.x, half.y, half.z],
        child: [-1, -1],
        depth,
        id: None,
    });
    if let [only] = elements {
        nodes[index].id = Some(only.leaf.id);
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
    partition(elements, middle, axis);
    let (left, right) = elements.split_at_mut(middle);
    let children = [
        split(left, inertial, depth + 1, nodes),
        split(right, inertial, depth + 1, nodes),
    ];
    nodes[index].child = children;
    index as i32
}

/// The box around all elements, in the inertial frame; a flat one is given a little thickness.
fn enclose(elements: &[Element<'_>], inertial: &Frame) -> (Vec3, Vec3) {
    let to_inertial = inertial.quat.conjugate();
    let (mut low, mut high) = (Vec3::repeat(MAXVAL), Vec3::repeat(-MAXVAL));
    for element in elements {
        let [cx, cy, cz, hx, hy, hz] = element.leaf.aabb;
        let (center, half) = (Vec3::new(cx, cy, cz), Vec3::new(hx, hy, hz));
        let corners = [center - half, center + half];
        for corner in 0..8 {
            let vertex = Vec3::new(
                corners[corner & 1].x,
                corners[corner >> 1 & 1].y,
                corners[corner >> 2].z,
            );
            let frame = &element.leaf.frame;
            let vertex = frame.quat.rotate(&vertex) + (frame.pos - inertial.pos);
            let vertex = to_inertial.rotate(&vertex);
            low = low.zip_map(&vertex, |a, b| if b < a { b } else { a });
            high = high.zip_map(&vertex, |a, b| if a < b { b } else { a });
        }
    }
    for i in 0..3 {
        if (low[i] - high[i]).abs() < EPS {
            low[i] -= EPS;
            high[i] += EPS;
        }
    }
    (low, high)
}

/// Moves the `middle` first elements along `axis` to the front.
fn partition(elements: &mut [Element<'_>], middle: usize, axis: usize) {
    let (mut start, mut end) = (0, elements.len());
    while end - start > 1 {
        elements.swap(start, (start + end) / 2);
        let mut boundary = start;
        for i in start + 1..end {
            if elements[i].precedes(&elements[start], axis) {
                boundary += 1;
                elements.swap(boundary, i);
            }
        }
        elements.swap(start, boundary);
        match boundary.cmp(&middle) {
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Less => start = boundary + 1,
            std::cmp::Ordering::Greater => end = boundary,
        }
    }
}

/// Writes the trees of all bodies, one after the other.
pub(super) fn write(trees: &[Vec<Node>], model: &mut Model) {
    let mut next = 0;
    for (body, nodes) in trees.iter().enumerate() {
        model.body_bvhadr[body] = if nodes.is_empty() { -1 } else { next as i32 };
        model.body_bvhnum[body] = nodes.len() as i32;
        for node in nodes {
            model.bvh_aabb[next] = node.aabb;
            model.bvh_child[next] = node.child;
            model.bvh_depth[next] = node.depth;
            model.bvh_nodeid[next] = node.id.map_or(-1, |id| id as i32);
            next += 1;
        }
    }
}

/// The trees of all bodies, over the geoms that can collide.
pub(super) fn build_all(parts: &Parts<'_>) -> Vec<Vec<Node>> {
    let leaf = |id: usize| Leaf {
        id,
        aabb: parts.geoms[id].aabb,
        frame: parts.geoms[id].frame,
    };
    parts
        .bodies
        .iter()
        .map(|body| {
            let colliding = body.geoms.clone().filter(|id| parts.geoms[*id].collides());
            build(
                &colliding.map(leaf).collect::<Vec<_>>(),
                &body.inertial.frame,
            )
        })
        .collect()
}
