//! The trees of bounding boxes over the colliding geoms of bodies, each in its body's inertial
//! frame.

use super::parts::Parts;
use crate::asset::bvh::{Leaves, Nodes, lower, node_count, upper};
use crate::math::frame::Frame;
use crate::math::{MAXVAL, Vec3};
use crate::model::Model;

/// A geom as the tree sees it: the box around the corners of its own box.
fn add(aabb: &[f64; 6], frame: &Frame, inertial: &Frame, leaves: &mut Leaves) {
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
    leaves.push(&to_inertial.rotate(&offset), &low, &high);
}

/// The number of nodes in the trees of all bodies.
pub(super) fn count(parts: &Parts<'_>) -> usize {
    let bodies = 0..parts.bodies.len();
    bodies
        .map(|body| node_count(colliding(parts, body).count()))
        .sum()
}

/// The geoms of a body that can collide.
fn colliding<'a>(parts: &'a Parts<'_>, body: usize) -> impl Iterator<Item = usize> + 'a {
    let geoms = parts.bodies[body].geoms.clone();
    geoms.filter(|geom| parts.geoms[*geom].collides())
}

/// Writes the trees of all bodies, one after the other; returns how many nodes they have.
pub(super) fn write(parts: &Parts<'_>, model: &mut Model) -> usize {
    let mut leaves = Leaves::default();
    let mut geoms = Vec::new();
    let mut next = 0;
    for (body, resolved) in parts.bodies.iter().enumerate() {
        leaves.clear();
        geoms.clear();
        geoms.extend(colliding(parts, body));
        for &geom in &geoms {
            let geom = &parts.geoms[geom];
            add(
                &geom.aabb,
                &geom.frame,
                &resolved.inertial.frame,
                &mut leaves,
            );
        }
        let count = node_count(leaves.len());
        model.body_bvhadr[body] = if count == 0 { -1 } else { next as i32 };
        model.body_bvhnum[body] = count as i32;
        let range = next..next + count;
        leaves.build(Nodes {
            aabb: &mut model.bvh_aabb[range.clone()],
            child: &mut model.bvh_child[range.clone()],
            depth: &mut model.bvh_depth[range.clone()],
            leaf: &mut model.bvh_nodeid[range.clone()],
        });
        for id in model.bvh_nodeid[range].iter_mut().filter(|id| **id >= 0) {
            *id = geoms[*id as usize] as i32;
        }
        next += count;
    }
    next
}
