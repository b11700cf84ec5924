//! Plane and ellipsoid or mesh: the lowest point, and of a mesh up to two more vertices next to it.
//! So it is for an ellipsoid that was fitted to a mesh, unless the mesh has a hull.

use super::hit::{Hit, Hits};
use super::hull::wide;
use super::solid::Solid;
use super::support::{Convex, ConvexGeom};
use crate::math::{Vec3, vec3};

/// Most hits of a plane and a mesh.
const MAX_HITS: usize = 3;
/// Vertices nearer than this to the first hit, relative to the bounding sphere, are left out.
const SPREAD: f64 = 0.3;

/// Plane and a geom without margin; `bound` is the radius of its bounding sphere.
#[doc(alias = "mjc_PlaneConvex")]
pub(super) fn plane_convex(
    hits: &mut Hits,
    margin: f64,
    plane: &Solid,
    convex: &ConvexGeom,
    bound: f64,
) {
    let normal = plane.axis();
    let lowest = convex.support(&-normal);
    let dist = normal.dot(&(lowest - plane.pos));
    if dist > margin {
        return;
    }
    let first = Hit::new(dist, lowest + normal * (-0.5 * dist), normal);
    hits.push(first);
    let Some(mesh) = &convex.mesh else {
        return;
    };

    let solid = &convex.solid;
    let down = solid.mat.tr_mul_vec(&-normal);
    let threshold = normal.dot(&(solid.pos - plane.pos)) - margin;
    let mut add = |vertex: Vec3| {
        if hits.as_slice().len() < MAX_HITS && down.dot(&vertex) > threshold {
            let point = solid.mat.mul_vec(&vertex) + solid.pos;
            if vec3::distance(&point, &first.pos) < SPREAD * bound {
                return;
            }
            let dist = normal.dot(&(point - plane.pos));
            hits.push(Hit::new(dist, point + normal * (-0.5 * dist), normal));
        }
    };
    match (&mesh.hull, convex.cursor.get()) {
        (Some(hull), Some(corner)) => hull.around(corner).for_each(|(_, place)| add(place)),
        (Some(_), None) => {}
        (None, best) => {
            let others = mesh.vertices.iter().enumerate();
            others
                .filter(|(vertex, _)| Some(*vertex) != best)
                .for_each(|(_, vertex)| add(wide(vertex)));
        }
    }
}
