//! Which function collides which pair of shapes.

use super::box_box::box_box;
use super::capsule::capsule_capsule;
use super::capsule_box::capsule_box;
use super::convex::{Method, Tilting, convex_convex};
use super::hfield::hfield_convex;
use super::hit::Hits;
use super::mesh::{Cursor, Mesh};
use super::native::Workspace;
use super::plane::{plane_box, plane_capsule, plane_cylinder, plane_sphere};
use super::plane_convex::plane_convex;
use super::solid::Solid;
use super::sphere::{sphere_box, sphere_capsule, sphere_cylinder, sphere_sphere};
use super::support::ConvexGeom;
use crate::Model;
use crate::math::scalar;
use crate::model::codes::GeomType;
use crate::model::height_field::HField;

/// A geom as a candidate for collision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<'a> {
    pub model: &'a Model,
    pub geom: usize,
    pub shape: GeomType,
    pub solid: Solid,
    /// Radius of the bounding sphere.
    pub bound: f64,
}

impl<'a> Candidate<'a> {
    /// The geom as a convex body grown by half of the margin.
    #[doc(alias = "mjc_initCCDObj")]
    pub(super) fn convex(&self, margin: f64, cursor: &'a Cursor) -> ConvexGeom<'a> {
        ConvexGeom {
            shape: self.shape,
            solid: self.solid,
            margin,
            mesh: match self.shape {
                // An ellipsoid that was fitted to a mesh keeps it: a plane touches its vertices
                // too.
                GeomType::Mesh | GeomType::Sdf | GeomType::Ellipsoid => {
                    Mesh::of_geom(self.model, self.geom)
                }
                GeomType::Plane
                | GeomType::Hfield
                | GeomType::Sphere
                | GeomType::Capsule
                | GeomType::Cylinder
                | GeomType::Box => None,
            },
            cursor,
        }
    }

    /// The heights of a height field.
    pub(super) fn heights(&self) -> Option<HField<'a>> {
        HField::of_geom(self.model, self.geom)
    }
}

/// How a pair of shapes is collided.
#[derive(Clone, Copy, Debug)]
pub(super) enum Collider {
    /// By a function of its own.
    Own(fn(&mut Hits, f64, &Solid, &Solid)),
    Boxes,
    PlaneConvex,
    HeightField,
    /// By the distance from the second: see `field`.
    Field,
    /// By the general convex function.
    Convex,
}

/// Whether any function collides this pair; shapes are in order.
pub(super) fn can_collide(first: GeomType, second: GeomType) -> bool {
    // Planes and height fields do not collide with each other.
    !(first <= GeomType::Hfield && second <= GeomType::Hfield)
}

/// The function for each pair of shapes; none where [`can_collide`] says so, and where the shapes
/// are not in order.
#[inline]
pub(super) fn collider(first: GeomType, second: GeomType) -> Option<Collider> {
    use GeomType::*;
    Some(match (first, second) {
        (Plane, Sphere) => Collider::Own(plane_sphere),
        (Plane, Capsule) => Collider::Own(plane_capsule),
        (Plane, Cylinder) => Collider::Own(plane_cylinder),
        (Plane, Box) => Collider::Own(plane_box),
        (Plane, Ellipsoid | Mesh | Sdf) => Collider::PlaneConvex,
        (Hfield, Sphere | Capsule | Ellipsoid | Cylinder | Box | Mesh) => Collider::HeightField,
        (Hfield | Sphere | Capsule | Ellipsoid | Cylinder | Box | Mesh | Sdf, Sdf) => {
            Collider::Field
        }
        (Sphere, Sphere) => Collider::Own(sphere_sphere),
        (Sphere, Capsule) => Collider::Own(sphere_capsule),
        (Sphere, Cylinder) => Collider::Own(sphere_cylinder),
        (Sphere, Box) => Collider::Own(sphere_box),
        (Capsule, Capsule) => Collider::Own(capsule_capsule),
        (Capsule, Box) => Collider::Own(capsule_box),
        (Box, Box) => Collider::Boxes,
        (Sphere, Ellipsoid | Mesh)
        | (Capsule, Ellipsoid | Cylinder | Mesh)
        | (Ellipsoid, Ellipsoid | Cylinder | Box | Mesh)
        | (Cylinder, Cylinder | Box | Mesh)
        | (Box | Mesh, Mesh) => Collider::Convex,
        (Plane | Hfield, Plane | Hfield)
        | (Sphere | Capsule | Ellipsoid | Cylinder | Box | Mesh | Sdf, Plane | Hfield)
        | (Capsule | Ellipsoid | Cylinder | Box | Mesh | Sdf, Sphere)
        | (Ellipsoid | Cylinder | Box | Mesh | Sdf, Capsule)
        | (Cylinder | Box | Mesh | Sdf, Ellipsoid)
        | (Box | Mesh | Sdf, Cylinder)
        | (Mesh | Sdf, Box)
        | (Sdf, Mesh) => return None,
    })
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
    let (a, b) = (&first.solid, &second.solid);
    let cursors = [Cursor::default(), Cursor::default()];
    let grown = |margin: f64| {
        [
            first.convex(margin, &cursors[0]),
            second.convex(margin, &cursors[1]),
        ]
    };
    hits.clear();
    match collider(first.shape, second.shape) {
        Some(Collider::Own(collide)) => collide(hits, margin, a, b),
        Some(Collider::Boxes) => {
            if let Err(fault) = box_box(hits, margin, a, b) {
                workspace.fault.get_or_insert(fault);
            }
        }
        Some(Collider::PlaneConvex) => {
            let [_, convex] = grown(0.0);
            plane_convex(hits, margin, a, &convex, second.bound);
        }
        Some(Collider::HeightField) => {
            if let Some(hfield) = &first.heights() {
                let [ground, convex] = grown(margin);
                let bound = second.bound;
                hfield_convex(hits, workspace, method, hfield, &ground, &convex, bound);
            }
        }
        Some(Collider::Convex) => {
            let [a, b] = grown(margin);
            let tilting = Tilting {
                bound: scalar::min(first.bound, second.bound),
                together: first.geom == second.geom,
            };
            convex_convex(hits, workspace, method, &a, &b, tilting);
        }
        // Without the model nothing more is known of them.
        Some(Collider::Field) | None => {}
    }
}
