//! Height fields: the prisms under the part of the grid that a convex geom is over, each collided
//! with it.
//!
//! All is done in the frame of the height field; the margin raises its surface.

use super::convex::{Method, penetration};
use super::hit::{Hit, Hits, MAX_HITS};
use super::native::Workspace;
use super::normal;
use super::prism::Prism;
use super::solid::Solid;
use super::support::{Convex, ConvexGeom};
use crate::error::StepError;
use crate::math::{Vec3, scalar};
use crate::model::height_field::HField;

/// Height field and convex geom; `bound` is the radius of the geom's bounding sphere.
#[doc(alias = "mjc_ConvexHField")]
pub(super) fn hfield_convex(
    hits: &mut Hits,
    workspace: &mut Workspace,
    method: &Method,
    hfield: &HField,
    ground: &ConvexGeom,
    convex: &ConvexGeom,
    bound: f64,
) {
    let mat = &ground.solid.mat;
    let margin = convex.margin;
    let mut local = ConvexGeom {
        solid: Solid {
            pos: ground.solid.into_frame(&convex.solid.pos),
            mat: mat.tr_mul(&convex.solid.mat),
            size: convex.solid.size,
        },
        margin: 0.0,
        ..*convex
    };
    if sphere_is_outside(hfield, &local.solid.pos, bound, margin) {
        return;
    }
    let bounds = Bounds::of(&local);
    if bounds.are_outside(hfield, margin) {
        return;
    }
    local.margin = margin;

    push_prisms(
        hits,
        workspace,
        method,
        hfield,
        &ground.solid,
        &local,
        (&bounds, margin),
    );
    for hit in hits.as_mut_slice() {
        normal::fix(hit, ground, convex);
    }
}

/// Height field and an element of a flex, which is given in the frame of the height field with its
/// corners.
///
/// The native back end is not for them: MuJoCo hands it prisms of which it has set the corners
/// alone, and it asks for more.
#[doc(alias = "mjc_HFieldElem")]
pub(super) fn hfield_element(
    hits: &mut Hits,
    workspace: &mut Workspace,
    method: &Method,
    hfield: &HField,
    ground: &Solid,
    (local, corners): (&impl Convex, &[Vec3]),
    margin: f64,
) {
    let mut bounds = Bounds {
        min: corners[0],
        max: corners[0],
    };
    for corner in &corners[1..] {
        bounds.min = bounds.min.zip_map(corner, scalar::min);
        bounds.max = bounds.max.zip_map(corner, scalar::max);
    }
    if bounds.are_outside(hfield, margin) {
        return;
    }
    if method.native {
        workspace.fault = Some(StepError::FlexOnHeightField);
        return;
    }
    let near = (&bounds, margin);
    push_prisms(hits, workspace, method, hfield, ground, local, near);
}

/// Adds the hits of a convex set, given in the frame of the height field, with prisms within its
/// bounds.
fn push_prisms(
    hits: &mut Hits,
    workspace: &mut Workspace,
    method: &Method,
    hfield: &HField,
    ground: &Solid,
    local: &impl Convex,
    (bounds, margin): (&Bounds, f64),
) {
    let Solid { pos, mat, .. } = ground;
    search(hfield, bounds, margin, |prism| {
        if let Some(overlap) = penetration(workspace, method, prism, local) {
            let normal = mat.mul_vec(&overlap.direction);
            let place = mat.mul_vec(&overlap.pos) + pos;
            hits.push(Hit::new(-overlap.depth, place, normal));
        }
        hits.as_slice().len() < MAX_HITS
    });
}

/// Visits the prisms within the bounds, until `visit` returns false.
fn search(hfield: &HField, bounds: &Bounds, margin: f64, mut visit: impl FnMut(&Prism) -> bool) {
    let [half_x, half_y, _, base] = hfield.size;
    let [dx, dy] = hfield.step();
    let cols = cells(bounds.min.x, bounds.max.x, half_x, hfield.cols);
    let rows = cells(bounds.min.y, bounds.max.y, half_y, hfield.rows);
    let mut prism = Prism::at_base(-base);
    for row in rows[0]..rows[1] {
        let mut edges = 0;
        for col in cols[0]..=cols[1] {
            for side in [row + 1, row] {
                let x = dx * f64::from(col) - half_x;
                let y = dy * f64::from(side) - half_y;
                prism.advance(x, y, hfield.height(side, col) + margin);
                edges += 1;
                if edges > 2 && !prism.is_below(bounds.min.z) && !visit(&prism) {
                    return;
                }
            }
        }
    }
}

/// First and last point of the grid, along one axis, that an interval needs.
fn cells(min: f64, max: f64, half: f64, count: i32) -> [i32; 2] {
    let place = |x: f64| (x + half) / (2.0 * half) * f64::from(count - 1);
    let first = scalar::truncate(place(min).floor());
    let last = scalar::truncate(place(max).ceil());
    [first.max(0), last.min(count - 1)]
}

/// Whether a ball is beside, above or below the height field.
fn sphere_is_outside(hfield: &HField, pos: &Vec3, radius: f64, margin: f64) -> bool {
    let [half_x, half_y, top, base] = hfield.size;
    let beside =
        |k: usize, half: f64| half < pos[k] - radius - margin || -half > pos[k] + radius + margin;
    beside(0, half_x)
        || beside(1, half_y)
        || top < pos.z - radius - margin
        || -base > pos.z + radius + margin
}

/// A geom's box in the frame of the height field.
struct Bounds {
    min: Vec3,
    max: Vec3,
}

impl Bounds {
    /// By support points; the order matters to a mesh, whose searches start where the last one
    /// ended.
    fn of(convex: &ConvexGeom) -> Bounds {
        let mut bounds = Bounds {
            min: Vec3::zeros(),
            max: Vec3::zeros(),
        };
        for k in 0..3 {
            let mut dir = Vec3::zeros();
            dir[k] = 1.0;
            bounds.max[k] = convex.support(&dir)[k];
            dir[k] = -1.0;
            bounds.min[k] = convex.support(&dir)[k];
        }
        bounds
    }

    fn are_outside(&self, hfield: &HField, margin: f64) -> bool {
        let [half_x, half_y, top, base] = hfield.size;
        let lower = [-half_x, -half_y, -base];
        let upper = [half_x, half_y, top];
        (0..3).any(|k| self.min[k] - margin > upper[k] || self.max[k] + margin < lower[k])
    }
}
