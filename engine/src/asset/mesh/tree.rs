//! The tree of boxes over a mesh's faces, split by the centres of their circumscribed circles.

use super::surface::Surface;
use super::triangle::{edge, wide};
use crate::bvh::{self, Leaf, Node, lower, upper};
use crate::math::Vec3;

pub(super) fn build(surface: &Surface) -> Vec<Node> {
    let leaves = surface.faces.iter().enumerate().map(|(id, face)| {
        let corners = surface.corners(face);
        let (mut low, mut high) = (Vec3::repeat(1e10), Vec3::repeat(-1e10));
        for corner in corners.map(wide) {
            low = lower(&low, &corner);
            high = upper(&high, &corner);
        }
        let (center, half) = (0.5 * (low + high), 0.5 * (high - low));
        Leaf {
            id,
            center: circumcenter(corners),
            low: center - half,
            high: center + half,
        }
    });
    bvh::build(leaves.collect())
}

/// The point as far from all corners; NaN for a sliver.
fn circumcenter([a, b, c]: [[f32; 3]; 3]) -> Vec3 {
    let (p, q) = (edge(c, a), edge(c, b));
    let normal = p.cross(&q);
    let area = normal.dot(&normal).sqrt();
    let direction = p.dot(&p) * q - q.dot(&q) * p;
    direction.cross(&normal) / (2.0 * area * area) + wide(c)
}
