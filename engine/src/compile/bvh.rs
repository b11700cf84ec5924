//! The trees of bounding boxes over the colliding geoms of bodies, each in its body's inertial frame.

use super::frame::Frame;
use super::parts::Parts;
use crate::bvh::{Leaf, Node, build, lower, upper};
use crate::fields::Model;
use crate::math::{MAXVAL, Vec3};

/// A geom as the tree sees it: the box around the corners of its own box.
fn leaf(id: usize, aabb: &[f64; 6], frame: &Frame, inertial: &Frame) -> Leaf {
    let to_inertial = inertial.quat.conjugate();
    let offset = frame.pos - inertial.pos;
    let [cx, cy, cz, hx, hy, hz] = *aabb;
    let (center, half) = (Vec3::new(cx, cy, cz), Vec3::new(hx, hy, hz));
    let corners = [center - half, center + half];
    let (mut low, mut high) = (Vec3::repeat(MAXVAL), Vec3::repeat(-MAXVAL));
    for corner in 0..8 {
        let vertex = Vec3::new(
            corners[corner & 1].x,
            corners[corner >> 1 & 1].y,
            corners[corner >> 2].z,
        );
        let vertex = to_inertial.rotate(&(frame.quat.rotate(&vertex) + offset));
        low = lower(&low, &vertex);
        high = upper(&high, &vertex);
    }
    Leaf {
        id,
        center: to_inertial.rotate(&offset),
        low,
        high,
    }
}

/// Writes the trees of all bodies, one after the other; returns how many nodes they have.
pub(super) fn write(trees: &[Vec<Node>], model: &mut Model) -> usize {
    let mut next = 0;
    for (body, nodes) in trees.iter().enumerate() {
        model.body_bvhadr[body] = if nodes.is_empty() { -1 } else { next as i32 };
        model.body_bvhnum[body] = nodes.len() as i32;
        write_tree(nodes, &mut next, model);
    }
    next
}

/// Writes one tree from `next` on, which is moved behind it.
pub(super) fn write_tree(nodes: &[Node], next: &mut usize, model: &mut Model) {
    for node in nodes {
        model.bvh_aabb[*next] = node.aabb;
        model.bvh_child[*next] = node.child;
        model.bvh_depth[*next] = node.depth;
        model.bvh_nodeid[*next] = node.id.map_or(-1, |id| id as i32);
        *next += 1;
    }
}

/// The trees of all bodies, over the geoms that can collide.
pub(super) fn build_all(parts: &Parts<'_>) -> Vec<Vec<Node>> {
    let trees = parts.bodies.iter().map(|body| {
        let inertial = &body.inertial.frame;
        let colliding = body.geoms.clone().filter(|id| parts.geoms[*id].collides());
        let leaf = |id: usize| leaf(id, &parts.geoms[id].aabb, &parts.geoms[id].frame, inertial);
        build(colliding.map(leaf).collect())
    });
    trees.collect()
}
