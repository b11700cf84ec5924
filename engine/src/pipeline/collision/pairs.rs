//! Which function collides which pair of shapes.

use super::box_box::box_box;
use super::capsule::capsule_capsule;
use super::capsule_box::capsule_box;
use super::convex::{Method, convex_convex};
use super::hfield::hfield_convex;
use super::hit::Hits;
use super::mesh::{Cursor, Mesh};
use super::native::Workspace;
use super::plane::{plane_box, plane_capsule, plane_cylinder, plane_sphere};
use super::plane_convex::plane_convex;
use super::shape::Shape;
use super::solid::Solid;
use super::sphere::{sphere_box, sphere_capsule, sphere_cylinder, sphere_sphere};
use super::support::ConvexGeom;
use crate::model::height_field::HField;

/// A geom as a candidate for collision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<'a> {
    pub shape: Shape,
    pub solid: Solid,
    /// Radius of the bounding sphere.
    pub bound: f64,
    pub asset: Asset<'a>,
}

/// What a geom is made of besides its size.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asset<'a> {
    None,
    Mesh(Mesh<'a>),
    HField(HField<'a>),
}

impl<'a> Candidate<'a> {
    /// The geom as a convex body grown by half of the margin.
    #[doc(alias = "mjc_initCCDObj")]
    pub(super) fn convex(&self, margin: f64, cursor: &'a Cursor) -> ConvexGeom<'a> {
        ConvexGeom {
            shape: self.shape,
            solid: self.solid,
            margin,
            mesh: match self.asset {
                Asset::Mesh(mesh) => Some(mesh),
                _ => None,
            },
            cursor,
        }
    }
}

/// Whether any function collides this pair; shapes are in order.
pub(super) fn can_collide(first: Shape, second: Shape) -> bool {
    // Planes and height fields do not collide with each other.
    !(first <= Shape::HField && second <= Shape::HField)
}

/// Whether the general convex function collides this pair.
pub(super) fn is_convex(first: Shape, second: Shape) -> bool {
    use Shape::*;
    matches!(
        (first, second),
        (Sphere, Ellipsoid | Mesh)
            | (Capsule, Ellipsoid | Cylinder | Mesh)
            | (Ellipsoid, Ellipsoid | Cylinder | Box | Mesh)
            | (Cylinder, Cylinder | Box | Mesh)
            | (Box | Mesh, Mesh)
    )
}

/// Finds the hits of two geoms whose shapes are in order.
#[doc(alias = "mjCOLLISIONFUNC")]
pub(super) fn collide(
    hits: &mut Hits,
    workspace: &mut Workspace,
    method: &Method,
    margin: f64,
    first: &Candidate,
    second: &Candidate,
) {
    use Shape::*;
    let (a, b) = (&first.solid, &second.solid);
    let cursors = [Cursor::default(), Cursor::default()];
    let grown = |margin: f64| {
        [
            first.convex(margin, &cursors[0]),
            second.convex(margin, &cursors[1]),
        ]
    };
    hits.clear();
    match (first.shape, second.shape) {
        (Plane, Sphere) => plane_sphere(hits, margin, a, b),
        (Plane, Capsule) => plane_capsule(hits, margin, a, b),
        (Plane, Ellipsoid | Mesh) => {
            let [_, convex] = grown(0.0);
            plane_convex(hits, margin, a, &convex, second.bound);
        }
        (Plane, Cylinder) => plane_cylinder(hits, margin, a, b),
        (Plane, Box) => plane_box(hits, margin, a, b),
        (Sphere, Sphere) => sphere_sphere(hits, margin, a, b),
        (Sphere, Capsule) => sphere_capsule(hits, margin, a, b),
        (Sphere, Cylinder) => sphere_cylinder(hits, margin, a, b),
        (Sphere, Box) => sphere_box(hits, margin, a, b),
        (Capsule, Capsule) => capsule_capsule(hits, margin, a, b),
        (Capsule, Box) => capsule_box(hits, margin, a, b),
        (Box, Box) => box_box(hits, margin, a, b),
        (HField, _) => {
            if let Asset::HField(hfield) = &first.asset {
                let [ground, convex] = grown(margin);
                let bound = second.bound;
                hfield_convex(hits, workspace, method, hfield, &ground, &convex, bound);
            }
        }
        (first_shape, second_shape) if is_convex(first_shape, second_shape) => {
            let [a, b] = grown(margin);
            let bounds = [first.bound, second.bound];
            convex_convex(hits, workspace, method, &a, &b, bounds);
        }
        _ => {}
    }
}
