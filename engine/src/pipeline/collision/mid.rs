//! The middle phase: two bodies' trees of bounding boxes, searched for pairs of geoms that may
//! touch.
//!
//! Simultaneous descent of two trees of bounding volumes: Ericson, Real-Time Collision Detection
//! (2005), section 6.3.

use super::narrow::{Narrow, bounding_spheres_apart};
use super::obb::{FramePair, geoms_overlap};
use super::params;
use crate::math::scalar;
use crate::{Data, Model};

/// Pairs of nodes still to be visited.
pub(crate) type NodeStack = Vec<[usize; 2]>;

/// Calls `narrow.geoms` for the geoms of two bodies whose boxes overlap, and marks the nodes that
/// were reached.
#[doc(alias = "mj_collideTree")]
pub(super) fn search_trees(
    model: &Model,
    data: &mut Data,
    narrow: &mut Narrow,
    stack: &mut NodeStack,
    bodies: [usize; 2],
) {
    // Where each body's tree starts among all nodes; children count from there.
    let roots = bodies.map(|body| model.body_bvhadr[body] as usize);
    let pos = bodies.map(|body| data.xipos[body]);
    let mat = bodies.map(|body| data.ximat[body]);
    let mut frames = FramePair::new([&pos[0], &pos[1]], [&mat[0], &mat[1]]);
    let [margin1, margin2] = bodies.map(|body| model.body_margin[body]);
    let body_margin = params::margin(model, scalar::max(margin1, margin2));

    stack.clear();
    stack.push(roots);
    while let Some(nodes) = stack.pop() {
        let children = [model.bvh_child[nodes[0]], model.bvh_child[nodes[1]]];
        let is_leaf = |side: usize| children[side][0] < 0 && children[side][1] < 0;
        let leaf = [is_leaf(0), is_leaf(1)];
        if leaf == [true, true] {
            let geom = |side: usize| model.bvh_nodeid[nodes[side]] as usize;
            let (g1, g2) = (geom(0), geom(1));
            if leaves_overlap(model, data, g1, g2) {
                narrow.geoms(model, data, g1, g2);
                mark(model, data, nodes);
            }
            continue;
        }
        let boxes = [&model.bvh_aabb[nodes[0]], &model.bvh_aabb[nodes[1]]];
        if !frames.overlap(boxes, body_margin) {
            continue;
        }
        mark(model, data, nodes);

        let descend_first = match leaf {
            [false, true] => true,
            [true, false] => false,
            _ => spread(boxes[0]) > spread(boxes[1]),
        };
        let side = if descend_first { 0 } else { 1 };
        for child in children[side].into_iter().filter(|child| *child != -1) {
            let mut next = nodes;
            next[side] = roots[side] + child as usize;
            stack.push(next);
        }
    }
}

pub(super) fn mark(model: &Model, data: &mut Data, nodes: [usize; 2]) {
    if model.vis.global.bvactive != 0 {
        for node in nodes {
            data.bvh_active.set(node);
        }
    }
}

/// Decides which tree to descend. The reference takes a box as its corners here, though it is
/// center and half size.
pub(super) fn spread(aabb: &[f64; 6]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|k| aabb[3 + k] - aabb[k]);
    x * y + y * z + z * x
}

fn leaves_overlap(model: &Model, data: &Data, g1: usize, g2: usize) -> bool {
    let margin = params::margin(
        model,
        scalar::max(model.geom_margin[g1], model.geom_margin[g2]),
    );
    !bounding_spheres_apart(model, data, [g1, g2], margin)
        && geoms_overlap(
            [&model.geom_aabb[g1], &model.geom_aabb[g2]],
            [&data.geom_xpos[g1], &data.geom_xpos[g2]],
            [&data.geom_xmat[g1], &data.geom_xmat[g2]],
            margin,
        )
}
