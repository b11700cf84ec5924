//! The tree of boxes over a mesh's faces, split by the centres of their circumscribed circles.

use super::MeshData;
use super::triangle::{edge, wide};
use crate::asset::bvh::{Leaves, Nodes, lower, node_count, upper};
use crate::math::Vec3;

/// A tree of boxes, root first.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Centre, then half extents.
    pub aabb: Vec<[f64; 6]>,
    /// The children of each node; -1 for none.
    pub child: Vec<[i32; 2]>,
    /// How far below the root each node is.
    pub depth: Vec<i32>,
    /// The face that a node without children holds; -1 for others.
    pub face: Vec<i32>,
}

impl MeshData {
    /// The tree over the faces.
    pub fn tree(&self) -> Tree {
        let nodes = self.node_count();
        let mut tree = Tree {
            aabb: vec![[0.0; 6]; nodes],
            child: vec![[0; 2]; nodes],
            depth: vec![0; nodes],
            face: vec![0; nodes],
        };
        let nodes = Nodes {
            aabb: &mut tree.aabb,
            child: &mut tree.child,
            depth: &mut tree.depth,
            leaf: &mut tree.face,
        };
        self.build_tree(&mut Leaves::default(), nodes);
        tree
    }

    pub(crate) fn node_count(&self) -> usize {
        node_count(self.faces.len())
    }

    /// Builds the tree in place; the memory of `leaves` is reused.
    pub(crate) fn build_tree(&self, leaves: &mut Leaves, nodes: Nodes<'_>) {
        leaves.clear();
        for face in &self.faces {
            let corners = face.map(|index| self.vertices[index as usize]);
            let (mut low, mut high) = (Vec3::repeat(1e10), Vec3::repeat(-1e10));
            for corner in corners.map(wide) {
                low = lower(&low, &corner);
                high = upper(&high, &corner);
            }
            let (center, half) = (0.5 * (low + high), 0.5 * (high - low));
            leaves.push(&circumcenter(corners), &(center - half), &(center + half));
        }
        leaves.build(nodes);
    }
}

/// The point equidistant from all corners; NaN for a sliver.
fn circumcenter([a, b, c]: [[f32; 3]; 3]) -> Vec3 {
    let (p, q) = (edge(c, a), edge(c, b));
    let normal = p.cross(&q);
    let area = normal.dot(&normal).sqrt();
    let direction = p.dot(&p) * q - q.dot(&q) * p;
    direction.cross(&normal) / (2.0 * area * area) + wide(c)
}
