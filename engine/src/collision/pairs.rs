//! Which function collides which pair of shapes.

use super::box_box::box_box;
use super::capsule::capsule_capsule;
use super::capsule_box::capsule_box;
use super::convex::{Method, convex_convex, plane_ellipsoid};
use super::hit::Hits;
use super::native::Workspace;
use super::plane::{plane_box, plane_capsule, plane_cylinder, plane_sphere};
use super::shape::Shape;
use super::solid::Solid;
use super::sphere::{sphere_box, sphere_capsule, sphere_cylinder, sphere_sphere};
use super::support::Convex;

/// A geom as a candidate for collision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub shape: Shape,
    pub solid: Solid,
    /// Radius of the bounding sphere.
    pub bound: f64,
}

impl Candidate {
    /// The geom as a convex body grown by half of the margin.
    pub(super) fn convex(&self, margin: f64) -> Convex {
        Convex {
            shape: self.shape,
            solid: self.solid,
            margin,
        }
    }
}

/// Whether the general convex function collides this pair.
pub(super) fn is_convex(first: Shape, second: Shape) -> bool {
    use Shape::*;
    matches!(
        (first, second),
        (Sphere, Ellipsoid)
            | (Capsule, Ellipsoid | Cylinder)
            | (Ellipsoid, Ellipsoid | Cylinder | Box)
            | (Cylinder, Cylinder | Box)
    )
}

/// Finds the hits of two geoms whose shapes are in order.
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
    hits.clear();
    match (first.shape, second.shape) {
        (Plane, Sphere) => plane_sphere(hits, margin, a, b),
        (Plane, Capsule) => plane_capsule(hits, margin, a, b),
        (Plane, Ellipsoid) => plane_ellipsoid(hits, margin, a, b),
        (Plane, Cylinder) => plane_cylinder(hits, margin, a, b),
        (Plane, Box) => plane_box(hits, margin, a, b),
        (Sphere, Sphere) => sphere_sphere(hits, margin, a, b),
        (Sphere, Capsule) => sphere_capsule(hits, margin, a, b),
        (Sphere, Cylinder) => sphere_cylinder(hits, margin, a, b),
        (Sphere, Box) => sphere_box(hits, margin, a, b),
        (Capsule, Capsule) => capsule_capsule(hits, margin, a, b),
        (Capsule, Box) => capsule_box(hits, margin, a, b),
        (Box, Box) => box_box(hits, margin, a, b),
        (first_shape, second_shape) if is_convex(first_shape, second_shape) => convex_convex(
            hits,
            workspace,
            method,
            &first.convex(margin),
            &second.convex(margin),
            [first.bound, second.bound],
        ),
        // Planes do not collide with each other.
        _ => {}
    }
}
