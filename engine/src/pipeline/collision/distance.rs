//! The smallest distance between two geoms, and the segment that realises it.

use std::ops::Range;

use super::around::Around;
use super::convex::Method;
use super::field;
use super::hit::Hit;
use super::mesh::Cursor;
use super::narrow::candidate;
use super::pairs::{self, Collider};
use super::plan::kind;
use super::{Scratch, give_up, native};
use crate::math::Vec3;
use crate::memory::stack::Stack;
use crate::model::codes::GeomType;
use crate::{Data, Model};

/// Distance of two geoms, negative when they overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct GeomDistance {
    /// The distance, in m.
    pub dist: f64,
    /// Nearest points, on the first geom and on the second; zero when they are farther apart than
    /// was asked for.
    pub fromto: [Vec3; 2],
}

/// The smallest distance between two geoms, when it is below `distmax`; else `distmax`, or MuJoCo's
/// largest number with the native back end.
pub(crate) fn geom_distance(
    model: &Model,
    data: &mut Data,
    geom1: usize,
    geom2: usize,
    distmax: f64,
) -> GeomDistance {
    measuring(model, data, |data, scratch, method| {
        distance(model, data, scratch, method, [geom1, geom2], distmax)
    })
}

/// The nearest pair of geoms, one of each group, that is nearer than `distmax`.
pub(crate) fn nearest_geoms(
    model: &Model,
    data: &mut Data,
    [group1, group2]: [Range<usize>; 2],
    distmax: f64,
) -> GeomDistance {
    let mut nearest = GeomDistance {
        dist: distmax,
        fromto: [Vec3::zeros(); 2],
    };
    measuring(model, data, |data, scratch, method| {
        for geom1 in group1 {
            let around1 = Around::geom(model, data, geom1);
            for geom2 in group2.clone() {
                // Farther than the nearest so far: not measured.
                let around2 = around1.and_then(|_| Around::geom(model, data, geom2));
                if let (Some(around1), Some(around2)) = (&around1, &around2)
                    && around1.is_beyond(around2, nearest.dist)
                {
                    continue;
                }
                let distance = distance(model, data, scratch, method, [geom1, geom2], distmax);
                if distance.dist < nearest.dist {
                    nearest = distance;
                }
            }
        }
    });
    nearest
}

/// Measures distances with working memory that is prepared once for all.
fn measuring<T>(
    model: &Model,
    data: &mut Data,
    work: impl FnOnce(&mut Data, &mut Scratch, &Method) -> T,
) -> T {
    let mut scratch = data.scratch.collision.take::<Scratch>();
    scratch.native.stack = Some(Stack::now(model, data));
    let result = work(data, &mut scratch, &Method::new(model));
    if let Some(fault) = scratch.native.fault.take() {
        give_up(data, fault);
    }
    data.scratch.collision.put(scratch);
    result
}

#[doc(alias = "mj_geomDistanceCCD")]
fn distance(
    model: &Model,
    data: &mut Data,
    scratch: &mut Scratch,
    method: &Method,
    [mut g1, mut g2]: [usize; 2],
    distmax: f64,
) -> GeomDistance {
    let apart = GeomDistance {
        dist: distmax,
        fromto: [Vec3::zeros(); 2],
    };
    let (Some(mut shape1), Some(mut shape2)) = (kind(model, g1), kind(model, g2)) else {
        return apart;
    };
    let flipped = shape1 > shape2;
    if flipped {
        std::mem::swap(&mut g1, &mut g2);
        std::mem::swap(&mut shape1, &mut shape2);
    }
    if field::decides(shape1, shape2) {
        return by_field(model, data, scratch, [g1, g2], flipped, &apart);
    }
    let first = candidate(model, data, shape1, g1);
    let second = candidate(model, data, shape2, g2);
    if method.native && native_decides(shape1, shape2) {
        let cursors = [Cursor::default(), Cursor::default()];
        let separation = native::separation(
            &mut scratch.native,
            &method.limits,
            &first.convex(0.0, &cursors[0]),
            &second.convex(0.0, &cursors[1]),
            distmax,
        );
        // The points are not flipped back: the reference does not either.
        return GeomDistance {
            dist: separation.dist,
            fromto: separation.witness.unwrap_or(apart.fromto),
        };
    }
    let hits = &mut scratch.hits;
    let workspace = &mut scratch.native;
    pairs::collide(hits, workspace, method, distmax, &first, &second);
    nearest_hit(hits.as_slice(), flipped, distmax).unwrap_or(apart)
}

/// Whether the native back end measures these shapes, where it is on.
fn native_decides(shape1: GeomType, shape2: GeomType) -> bool {
    let boxes = (shape1, shape2) == (GeomType::Box, GeomType::Box);
    boxes || matches!(pairs::collider(shape1, shape2), Some(Collider::Convex))
}

/// The distance from a geom whose shape is one.
fn by_field(
    model: &Model,
    data: &mut Data,
    scratch: &mut Scratch,
    geoms: [usize; 2],
    flipped: bool,
    apart: &GeomDistance,
) -> GeomDistance {
    let stack = scratch.native.stack;
    let Scratch { field, hits, .. } = scratch;
    let distance = match field::collide(model, data, hits, field, stack, geoms) {
        Ok(()) => nearest_hit(hits.as_slice(), flipped, apart.dist).unwrap_or(*apart),
        Err(fault) => {
            scratch.native.fault.get_or_insert(fault);
            *apart
        }
    };
    scratch.field.mark(model, data);
    distance
}

/// The hit of the smallest distance below `distmax`.
fn nearest_hit(hits: &[Hit], flipped: bool, distmax: f64) -> Option<GeomDistance> {
    let mut nearest = None;
    let mut dist = distmax;
    for hit in hits {
        if hit.dist < dist {
            dist = hit.dist;
            nearest = Some(hit);
        }
    }
    let hit = nearest?;
    let sign = if flipped { -1.0 } else { 1.0 };
    Some(GeomDistance {
        dist,
        fromto: [-0.5, 0.5].map(|half| hit.pos + hit.normal * (half * sign * dist)),
    })
}
