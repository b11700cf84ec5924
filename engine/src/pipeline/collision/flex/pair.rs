//! An element of a flex with a geom, or with another element.

use super::super::capsule::capsule_capsule;
use super::super::capsule_box::capsule_box;
use super::super::convex::overlap_hit;
use super::super::hfield::hfield_element;
use super::super::mesh::Cursor;
use super::super::narrow::{Narrow, candidate};
use super::super::params::{Params, Surface, Touching};
use super::super::plan::kind;
use super::super::sphere::sphere_capsule;
use super::element::{Grown, capsule};
use super::sphere_triangle::sphere_triangle;
use super::{ball_apart, boxes_apart, margin};
use crate::model::codes::{GeomType, disable};
use crate::{Data, Model};

/// Two elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct ElementPair {
    flexes: [usize; 2],
    elements: [usize; 2],
}

impl ElementPair {
    pub(super) fn new(flexes: [usize; 2], elements: [usize; 2]) -> ElementPair {
        ElementPair { flexes, elements }
    }
}

/// Collides a geom, which is no plane, with an element.
#[doc(alias = "mj_collideGeomElem")]
pub(super) fn geom_element(
    model: &Model,
    data: &mut Data,
    narrow: &mut Narrow,
    geom: usize,
    flex: usize,
    element: usize,
) {
    let margin = margin(model, model.geom_margin[geom], model.flex_margin[flex]);
    if model.disabled(disable::MIDPHASE) {
        let aabb = &data.flexelem_aabb[model.flex_elemadr[flex] as usize + element];
        let bound = model.geom_rbound[geom] + margin;
        if ball_apart(&data.geom_xpos[geom], bound, aabb) {
            return;
        }
    }
    let corners = model.flex_corners(flex, element);
    let body = model.geom_bodyid[geom] as usize;
    if corners
        .iter()
        .any(|&corner| model.flex_body(flex, corner) == body)
    {
        return;
    }
    let Some(shape) = kind(model, geom) else {
        return;
    };
    if !narrow.has_room(data) {
        return;
    }
    find(model, data, narrow, (geom, shape), flex, element, margin);
    let touching = Touching {
        geom: [geom as i32, -1],
        flex: [-1, flex as i32],
        elem: [-1, element as i32],
        vert: [-1; 2],
    };
    if !narrow.hits.as_slice().is_empty() {
        let params = Params::of(model, Surface::Geom(geom), Surface::Flex(flex));
        narrow.add(model, data, &params, touching, params.include(margin));
    }
}

/// The hits of a geom and an element, by the function for their shapes.
fn find(
    model: &Model,
    data: &Data,
    narrow: &mut Narrow,
    (geom, shape): (usize, GeomType),
    flex: usize,
    element: usize,
    margin: f64,
) {
    let candidate = candidate(model, data, shape, geom);
    let solid = &candidate.solid;
    let hits = &mut *narrow.hits;
    hits.clear();
    match (shape, model.flex_dim[flex]) {
        (GeomType::Sphere, 1) => {
            sphere_capsule(hits, margin, solid, &capsule(model, data, flex, element));
        }
        (GeomType::Capsule, 1) => {
            capsule_capsule(hits, margin, solid, &capsule(model, data, flex, element));
        }
        (GeomType::Box, 1) => {
            capsule_box(hits, margin, &capsule(model, data, flex, element), solid);
            // The box comes first.
            for hit in hits.as_mut_slice() {
                hit.normal *= -1.0;
            }
        }
        (GeomType::Hfield, _) => {
            let grown = Grown::element(model, data, flex, element, margin);
            if let Some(hfield) = &candidate.heights() {
                let local = grown.moved(|point| solid.into_frame(point));
                let corners = local.corners();
                let workspace = &mut *narrow.workspace;
                let method = &narrow.method;
                hfield_element(
                    hits,
                    workspace,
                    method,
                    hfield,
                    solid,
                    (&local, corners),
                    margin,
                );
            }
        }
        (GeomType::Sphere, 2) => {
            let corners = model.flex_corners(flex, element);
            let at = |k: usize| &data.flexvert_xpos[model.flex_vertex(flex, corners[k])];
            sphere_triangle(
                hits,
                margin,
                (&solid.pos, solid.size.x),
                [at(0), at(1), at(2)],
                model.flex_radius[flex],
            );
        }
        _ => {
            let cursor = Cursor::default();
            let first = candidate.convex(margin, &cursor);
            let second = Grown::element(model, data, flex, element, margin);
            let hit = overlap_hit(narrow.workspace, &narrow.method, &first, &second, margin);
            hit.into_iter().for_each(|hit| hits.push(hit));
        }
    }
}

/// Collides two elements, of different flexes or of one.
#[doc(alias("mj_collideElems", "mjc_ConvexElem"))]
pub(super) fn elements(model: &Model, data: &mut Data, narrow: &mut Narrow, pair: ElementPair) {
    let ElementPair {
        flexes: [f1, f2],
        elements: [e1, e2],
    } = pair;
    // A flex would always be within the margin of itself.
    let own = f1 == f2;
    let margin = if own {
        0.0
    } else {
        margin(model, model.flex_margin[f1], model.flex_margin[f2])
    };
    let aabb = |flex: usize, element: usize| {
        &data.flexelem_aabb[model.flex_elemadr[flex] as usize + element]
    };
    if boxes_apart(aabb(f1, e1), aabb(f2, e2), margin) {
        return;
    }
    let mut corners = model.flex_corners(f1, e1).iter();
    let share_body = corners.any(|&a| {
        let body = model.flex_body(f1, a);
        let others = model.flex_corners(f2, e2).iter();
        others.map(|&b| model.flex_body(f2, b)).any(|b| b == body)
    });
    if share_body || !narrow.has_room(data) {
        return;
    }
    let hits = &mut *narrow.hits;
    hits.clear();
    if model.flex_dim[f1] == 1 && model.flex_dim[f2] == 1 {
        let first = capsule(model, data, f1, e1);
        let second = capsule(model, data, f2, e2);
        capsule_capsule(hits, margin, &first, &second);
    } else {
        let first = Grown::element(model, data, f1, e1, margin);
        let second = Grown::element(model, data, f2, e2, margin);
        let hit = overlap_hit(narrow.workspace, &narrow.method, &first, &second, margin);
        hit.into_iter().for_each(|hit| hits.push(hit));
    }
    if hits.as_slice().is_empty() {
        return;
    }
    let params = Params::of(model, Surface::Flex(f1), Surface::Flex(f2));
    let include = if own { 0.0 } else { params.include(margin) };
    let touching = Touching {
        geom: [-1; 2],
        flex: [f1 as i32, f2 as i32],
        elem: [e1 as i32, e2 as i32],
        vert: [-1; 2],
    };
    narrow.add(model, data, &params, touching, include);
}
