//! Support functions: the point of a convex geom that is farthest in a direction.
//!
//! MuJoCo has two sets of them, one for each of its convex back ends. They agree as mathematics,
//! not in their rounding, and the box not in its ties, so both are here.
//!
//! `s(d) = argmax x . d` over the geom: Van den Bergen, Collision Detection in Interactive 3D
//! Environments (2003), chapter 4.

use super::mesh::{Cursor, Mesh};
use super::solid::Solid;
use crate::math::{MINVAL, Vec3, scalar, vec3};
use crate::model::codes::GeomType;

/// A convex set, by its support points in unit directions.
pub(super) trait Convex {
    /// Support point for portal refinement.
    #[doc(alias = "mjccd_support")]
    fn support(&self, dir: &Vec3) -> Vec3;

    /// Support point for the native back end.
    fn native_support(&self, dir: &Vec3) -> Vec3;

    /// A point inside.
    #[doc(alias("mjc_center", "mjccd_center"))]
    fn center(&self) -> Vec3;

    /// Whether it is the hull of finitely many points.
    fn is_discrete(&self) -> bool;
}

/// A convex geom, grown by half of the contact margin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConvexGeom<'a> {
    pub shape: GeomType,
    pub solid: Solid,
    pub margin: f64,
    pub mesh: Option<Mesh<'a>>,
    /// Where the last search of the mesh ended.
    pub cursor: &'a Cursor,
}

impl Convex for ConvexGeom<'_> {
    fn support(&self, dir: &Vec3) -> Vec3 {
        let Solid { pos, mat, size } = &self.solid;
        let local = mat.tr_mul_vec(dir);
        let mut point = match self.shape {
            GeomType::Sphere => local * size.x,
            GeomType::Capsule => {
                let mut point = local * size.x;
                point.z += scalar::sign(local.z) * size.y;
                point
            }
            GeomType::Ellipsoid => vec3::normalized(local.component_mul(size)).component_mul(size),
            GeomType::Cylinder => {
                let radial = (local.x * local.x + local.y * local.y).sqrt();
                let end = scalar::sign(local.z) * size.y;
                if radial > MINVAL {
                    Vec3::new(local.x / radial * size.x, local.y / radial * size.x, end)
                } else {
                    Vec3::new(0.0, 0.0, end)
                }
            }
            GeomType::Box => local.map(scalar::sign).component_mul(size),
            GeomType::Mesh | GeomType::Sdf | GeomType::Plane | GeomType::Hfield => match &self.mesh
            {
                Some(mesh) => mesh.farthest(&local, self.cursor),
                None => Vec3::zeros(),
            },
        };
        for k in 0..3 {
            point[k] += local[k] * self.margin / 2.0;
        }
        mat.mul_vec(&point) + pos
    }

    fn native_support(&self, dir: &Vec3) -> Vec3 {
        let point = self.native_support_without_margin(dir);
        if self.margin > 0.0 {
            point + dir * (0.5 * self.margin)
        } else {
            point
        }
    }

    fn center(&self) -> Vec3 {
        self.solid.pos
    }

    fn is_discrete(&self) -> bool {
        // A margin rounds the corners.
        matches!(self.shape, GeomType::Box | GeomType::Mesh) && self.margin == 0.0
    }
}

impl ConvexGeom<'_> {
    #[doc(alias(
        "mjc_sphereSupport",
        "mjc_capsuleSupport",
        "mjc_ellipsoidSupport",
        "mjc_cylinderSupport",
        "mjc_boxSupport"
    ))]
    fn native_support_without_margin(&self, dir: &Vec3) -> Vec3 {
        let Solid { pos, mat, size } = &self.solid;
        if self.shape == GeomType::Sphere {
            return dir * size.x + pos;
        }
        let local = mat.tr_mul_vec(dir);
        let point = match self.shape {
            GeomType::Capsule => {
                let mut point = local * size.x;
                point.z += scalar::sign(local.z) * size.y;
                point
            }
            GeomType::Ellipsoid => {
                let scaled = local.component_mul(size);
                let norm = vec3::norm(&scaled);
                if norm < MINVAL {
                    Vec3::new(size.x, 0.0, 0.0)
                } else {
                    let inverse = 1.0 / norm;
                    scaled.component_mul(&(size * inverse))
                }
            }
            GeomType::Cylinder => {
                let radial_sqr = local.x * local.x + local.y * local.y;
                let end = scalar::sign(local.z) * size.y;
                if radial_sqr > MINVAL * MINVAL {
                    let scale = size.x / radial_sqr.sqrt();
                    Vec3::new(local.x * scale, local.y * scale, end)
                } else {
                    Vec3::new(0.0, 0.0, end)
                }
            }
            GeomType::Sphere | GeomType::Box => {
                let side = |x: f64| if x >= 0.0 { 1.0 } else { -1.0 };
                local.map(side).component_mul(size)
            }
            GeomType::Mesh | GeomType::Sdf | GeomType::Plane | GeomType::Hfield => match &self.mesh
            {
                Some(mesh) => mesh.native_farthest(&local, self.cursor),
                None => Vec3::zeros(),
            },
        };
        mat.mul_vec(&point) + pos
    }
}
