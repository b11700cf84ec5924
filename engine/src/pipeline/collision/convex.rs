//! Convex geoms that have no function of their own: one hit by portal refinement or, under its
//! flag, by the native back end; with `multiccd` up to four more, found by tilting the geoms
//! against each other.

use super::frame::complete_frame;
use super::hit::{Hit, Hits};
use super::mpr::{self, Limits, Penetration};
use super::native::{self, Workspace};
use super::normal;
use super::solid::Solid;
use super::support::{Convex, ConvexGeom};
use crate::Model;
use crate::math::{Mat3, Quat, Vec3, vec3};
use crate::model::codes::{GeomType, enable};

/// Tilt in radians that brings out the other corners of a flat contact.
const TILT: f64 = 1e-3;
/// Hits nearer than this, relative to the smaller geom, are the same one.
const SAME_HIT: f64 = 1e-3;

/// How the general convex functions are to work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(super) limits: Limits,
    pub(super) native: bool,
    multi: bool,
}

impl Method {
    #[doc(alias = "mjc_initCCD")]
    pub(crate) fn new(model: &Model) -> Method {
        Method {
            limits: Limits {
                tolerance: model.opt.ccd_tolerance,
                iterations: model.opt.ccd_iterations,
            },
            native: model.enabled(enable::NATIVECCD),
            multi: model.enabled(enable::MULTICCD),
        }
    }
}

/// How two convex sets overlap, if they do and the direction is defined.
#[doc(alias = "mjc_penetration")]
pub(super) fn penetration(
    workspace: &mut Workspace,
    method: &Method,
    a: &impl Convex,
    b: &impl Convex,
) -> Option<Penetration> {
    if method.native {
        return native::penetration(workspace, &method.limits, a, b);
    }
    mpr::penetration(a, b, &method.limits).filter(|overlap| !mpr::is_origin(&overlap.direction))
}

/// How geoms are tilted against each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tilting {
    /// Radius of the smaller bounding sphere.
    pub bound: f64,
    /// A geom that is paired with itself: MuJoCo tilts it there and back.
    pub together: bool,
}

/// Two convex geoms.
#[doc(alias("mjc_Convex", "mjc_isDistinctContact"))]
pub(super) fn convex_convex(
    hits: &mut Hits,
    workspace: &mut Workspace,
    method: &Method,
    a: &ConvexGeom,
    b: &ConvexGeom,
    tilting: Tilting,
) {
    let Some(first) = single_hit(workspace, method, a, b) else {
        return;
    };
    hits.push(first);
    let round = |shape| matches!(shape, GeomType::Sphere | GeomType::Ellipsoid);
    if !method.multi || round(a.shape) || round(b.shape) {
        return;
    }

    let frame = complete_frame(first.normal, first.tangent);
    let tolerance = SAME_HIT * tilting.bound;
    for axis in [frame.row(1), frame.row(2)] {
        for angle in [-TILT, TILT] {
            let turn = Quat::from_axis_angle(&axis, angle).to_mat();
            let mut tilted_a = tilted(a, &first.pos, &turn);
            let from = if tilting.together { &tilted_a } else { b };
            let mut tilted_b = tilted(from, &first.pos, &turn.transpose());
            if tilting.together {
                tilted_a.solid = tilted_b.solid;
                tilted_b.cursor = b.cursor;
            }
            let Some(hit) = single_hit(workspace, method, &tilted_a, &tilted_b) else {
                continue;
            };
            let known = |other: &Hit| vec3::distance(&other.pos, &hit.pos) <= tolerance;
            if !hits.as_slice().iter().any(known) {
                hits.push(Hit {
                    dist: first.dist,
                    ..hit
                });
            }
        }
    }
}

/// The one hit of two convex sets that were grown by half of the margin each.
pub(super) fn overlap_hit(
    workspace: &mut Workspace,
    method: &Method,
    a: &impl Convex,
    b: &impl Convex,
    margin: f64,
) -> Option<Hit> {
    let overlap = penetration(workspace, method, a, b)?;
    Some(Hit::new(
        margin - overlap.depth,
        overlap.pos,
        overlap.direction,
    ))
}

/// The one hit of two convex geoms.
#[doc(alias = "mjc_CCDIteration")]
fn single_hit(
    workspace: &mut Workspace,
    method: &Method,
    a: &ConvexGeom,
    b: &ConvexGeom,
) -> Option<Hit> {
    let mut hit = overlap_hit(workspace, method, a, b, a.margin)?;
    if !method.native {
        normal::fix(&mut hit, a, b);
    }
    Some(hit)
}

/// The geom turned about `origin`.
#[doc(alias = "mju_rotateFrame")]
fn tilted<'a>(convex: &ConvexGeom<'a>, origin: &Vec3, turn: &Mat3) -> ConvexGeom<'a> {
    let Solid { pos, mat, size } = &convex.solid;
    let arm = origin - pos;
    let shift = turn.mul_vec(&arm) - arm;
    ConvexGeom {
        solid: Solid {
            pos: pos - shift,
            mat: turn.mul(mat),
            size: *size,
        },
        ..*convex
    }
}
