//! Better normals for curved geoms: the contact normal is taken from the smooth surface at the
//! contact point, since portal refinement gives it only to within its tolerance.
//!
//! The point of an ellipsoid that is nearest to `p` is `s_k^2 p_k / (s_k^2 + lambda)` by component,
//! with `lambda` the root of `sum (s_k p_k / (s_k^2 + lambda))^2 = 1`; the normal there is
//! `x_k / s_k^2`.

use super::hit::Hit;
use super::solid::Solid;
use super::support::ConvexGeom;
use crate::math::{MINVAL, Vec3, dense, vec3};
use crate::model::codes::GeomType;

const MAX_ITERATIONS: usize = 30;
const TOLERANCE: f64 = 1e-6;

/// Replaces the normal where one of the geoms, or both, has a smooth surface at the hit.
#[doc(alias = "mjc_fixNormal")]
pub(super) fn fix(hit: &mut Hit, a: &ConvexGeom, b: &ConvexGeom) {
    let first = outward(a, &hit.pos, hit.normal);
    let second = outward(b, &hit.pos, -hit.normal);
    hit.normal = match (first, second) {
        (Some(first), Some(second)) => vec3::normalized(first - second),
        (Some(first), None) => first,
        (None, Some(second)) => second * -1.0,
        (None, None) => return,
    };
    hit.tangent = Vec3::zeros();
}

/// Outward normal of a geom at the surface point next to `point`; `guess` is the normal so far.
fn outward(convex: &ConvexGeom, point: &Vec3, guess: Vec3) -> Option<Vec3> {
    let Solid { pos, mat, size } = &convex.solid;
    let local = mat.tr_mul_vec(&(point - pos));
    let normal = match convex.shape {
        GeomType::Sphere => local,
        GeomType::Capsule => {
            let z = if local.z < -size.y {
                local.z + size.y
            } else if local.z > size.y {
                local.z - size.y
            } else {
                0.0
            };
            Vec3::new(local.x, local.y, z)
        }
        GeomType::Ellipsoid => ellipsoid_normal(&local, size, mat.tr_mul_vec(&guess))?,
        GeomType::Cylinder => cylinder_normal(&local, size)?,
        GeomType::Box | GeomType::Plane | GeomType::Hfield | GeomType::Mesh | GeomType::Sdf => {
            return None;
        }
    };
    Some(mat.mul_vec(&vec3::normalized(normal)))
}

/// Normal of the round wall, unless the point is near a flat one.
fn cylinder_normal(point: &Vec3, size: &Vec3) -> Option<Vec3> {
    if point.z.abs() > 0.95 * size.y {
        return None;
    }
    let to_flat = (size.y - point.z.abs()).abs();
    let to_round = (size.x - dense::norm(&[point.x, point.y])).abs();
    if to_flat < 0.25 * to_round {
        return None;
    }
    Some(Vec3::new(point.x, point.y, 0.0))
}

fn ellipsoid_normal(point: &Vec3, size: &Vec3, guess: Vec3) -> Option<Vec3> {
    if size.iter().any(|s| *s < MINVAL) {
        return None;
    }
    let level = point.x * point.x / (size.x * size.x)
        + point.y * point.y / (size.y * size.y)
        + point.z * point.z / (size.z * size.z);
    if level <= 1.0 {
        normal_from_inside(point, size, guess)
    } else {
        Some(normal_from_outside(point, size))
    }
}

/// For a point inside: shoots a ray along the normal, takes the normal where it leaves, and repeats
/// until it is the same.
#[doc(alias = "mjc_ellipsoidInside")]
fn normal_from_inside(point: &Vec3, size: &Vec3, guess: Vec3) -> Option<Vec3> {
    let inv = size.map(|s| 1.0 / (s * s));
    let form = |a: &Vec3, b: &Vec3| a.x * b.x * inv.x + a.y * b.y * inv.y + a.z * b.z * inv.z;
    let c = form(point, point) - 1.0;
    if c > 0.0 {
        return None;
    }
    let mut normal = vec3::normalized(guess);
    for iteration in 0..MAX_ITERATIONS {
        let converged = (iteration > 0).then_some(normal);
        let a = form(&normal, &normal);
        let b = form(point, &normal);
        let det = b * b - a * c;
        if det < MINVAL || a < MINVAL {
            return converged;
        }
        let x = (-b + det.sqrt()) / a;
        if x < 0.0 {
            return converged;
        }
        let exit = point + normal * x;
        let next = vec3::normalized(exit.component_mul(&inv));
        let change = vec3::distance(&normal, &next);
        normal = next;
        if change < TOLERANCE {
            break;
        }
    }
    Some(normal)
}

/// For a point outside: Newton's method on the multiplier of the nearest-point problem.
#[doc(alias = "mjc_ellipsoidOutside")]
fn normal_from_outside(point: &Vec3, size: &Vec3) -> Vec3 {
    let s2 = size.component_mul(size);
    let ps2 = Vec3::from_fn(|k, _| point[k] * point[k] * s2[k]);
    let mut lambda = 0.0;
    for _ in 0..MAX_ITERATIONS {
        let r = s2.map(|s| 1.0 / (s + lambda));
        let value = ps2.x * r.x * r.x + ps2.y * r.y * r.y + ps2.z * r.z * r.z - 1.0;
        if value < TOLERANCE {
            break;
        }
        let slope =
            -2.0 * (ps2.x * r.x * r.x * r.x + ps2.y * r.y * r.y * r.y + ps2.z * r.z * r.z * r.z);
        if slope > -MINVAL {
            break;
        }
        let delta = -value / slope;
        if delta < TOLERANCE {
            break;
        }
        lambda += delta;
    }
    vec3::normalized(Vec3::from_fn(|k, _| point[k] / (s2[k] + lambda)))
}
