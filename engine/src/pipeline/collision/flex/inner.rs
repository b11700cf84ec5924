//! Contacts within a flex: vertices with the neighbours of their elements, and the corners of a
//! tetrahedron with its faces, so that it cannot be turned inside out.
//!
//! There is no margin: neighbours are always near.

use super::super::hit::Hit;
use super::super::narrow::Narrow;
use super::super::params::{self, Params, Surface, Touching};
use super::super::solid::Solid;
use super::super::sphere::sphere_capsule;
use super::ball_apart;
use super::element::capsule;
use super::sphere_triangle::sphere_triangle;
use crate::math::{Mat3, Vec3, vec3};
use crate::{Data, Model};

/// The faces of a tetrahedron, by corners, and the corner opposite to each.
const FACES: [([usize; 3], usize); 4] = [
    ([0, 1, 2], 3),
    ([0, 2, 3], 1),
    ([0, 3, 1], 2),
    ([1, 3, 2], 0),
];

/// Adds the contacts within a flex.
#[doc(alias = "mj_collideFlexInternal")]
pub(super) fn collide(model: &Model, data: &mut Data, narrow: &mut Narrow, flex: usize) {
    if let Ok(start) = usize::try_from(model.flex_evpairadr[flex]) {
        for pair in start..start + model.flex_evpairnum[flex] as usize {
            element_vertex(model, data, narrow, flex, model.flex_evpair[pair]);
        }
    }
    if model.flex_dim[flex] != 3 {
        return;
    }
    let own = Surface::Flex(flex);
    let params = Params::of(model, own, own).frictionless();
    let radius = model.flex_radius[flex];
    for element in 0..model.flex_elemnum[flex] as usize {
        let corners = model.flex_corners(flex, element);
        let points: [Vec3; 4] =
            std::array::from_fn(|k| data.flexvert_xpos[model.flex_vertex(flex, corners[k])]);
        for (face, opposite) in FACES {
            let face = face.map(|k| &points[k]);
            let Some(hit) = face_vertex(face, &points[opposite], radius) else {
                continue;
            };
            let touching = Touching {
                geom: [-1; 2],
                flex: [flex as i32; 2],
                elem: [element as i32, -1],
                vert: [-1, corners[opposite]],
            };
            if !narrow.add_one(model, data, &params, &hit, touching, 0.0) {
                return;
            }
        }
    }
}

/// The hit of a vertex with the plane of a face that looks away from it, if it is not well behind.
#[doc(alias = "planeVertex")]
#[inline]
fn face_vertex([a, b, c]: [&Vec3; 3], vertex: &Vec3, radius: f64) -> Option<Hit> {
    let normal = vec3::normalized((b - a).cross(&(c - a)));
    let height = (vertex - a).dot(&normal);
    if height <= -2.0 * radius {
        return None;
    }
    let pos = vertex + normal * (-0.5 * height);
    Some(Hit::new(-height - 2.0 * radius, pos, normal * -1.0))
}

/// Collides an element with a vertex of a neighbour.
#[doc(alias = "mj_collideElemVert")]
fn element_vertex(
    model: &Model,
    data: &mut Data,
    narrow: &mut Narrow,
    flex: usize,
    [element, vertex]: [i32; 2],
) {
    let radius = model.flex_radius[flex];
    let margin = params::margin(model, model.flex_margin[flex]);
    let point = data.flexvert_xpos[model.flex_vertex(flex, vertex)];
    let element = element as usize;
    let aabb = &data.flexelem_aabb[model.flex_elemadr[flex] as usize + element];
    if ball_apart(&point, margin + radius, aabb) || !narrow.has_room(data) {
        return;
    }
    let hits = &mut *narrow.hits;
    hits.clear();
    if model.flex_dim[flex] == 1 {
        let sphere = Solid {
            pos: point,
            mat: Mat3::IDENTITY,
            size: Vec3::new(radius, 0.0, 0.0),
        };
        sphere_capsule(hits, 0.0, &sphere, &capsule(model, data, flex, element));
    } else {
        let corners = model.flex_corners(flex, element);
        let at = |k: usize| &data.flexvert_xpos[model.flex_vertex(flex, corners[k])];
        let triangle = [at(0), at(1), at(2)];
        sphere_triangle(hits, 0.0, (&point, radius), triangle, radius);
    }
    if hits.as_slice().is_empty() {
        return;
    }
    let own = Surface::Flex(flex);
    let params = Params::of(model, own, own);
    let touching = Touching {
        geom: [-1; 2],
        flex: [flex as i32; 2],
        elem: [-1, element as i32],
        vert: [vertex, -1],
    };
    narrow.add(model, data, &params, touching, 0.0);
}
