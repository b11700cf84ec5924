//! A sphere against spheres, capsules, cylinders and boxes: the nearest point of the other geom,
//! then two spheres.
//!
//! Nearest points of segments and boxes: Ericson, Real-Time Collision Detection (2005), section
//! 5.1. Balls at distance `d` of their centres overlap by `r1 + r2 - d`.

use super::hit::{Hit, Hits};
use super::plane::plane_ball;
use super::solid::{Ball, Solid};
use crate::math::{MINVAL, Vec3, scalar, vec3};

/// The hit of two balls, when they are within the margin.
#[doc(alias = "mjraw_SphereSphere")]
#[inline]
pub(super) fn ball_ball(margin: f64, a: &Ball, b: &Ball) -> Option<Hit> {
    let apart = a.center - b.center;
    let dist_sqr = apart.dot(&apart);
    let reach = margin + a.radius + b.radius;
    if dist_sqr > reach * reach {
        return None;
    }
    let dist = dist_sqr.sqrt() - a.radius - b.radius;
    let mut normal = b.center - a.center;
    if vec3::normalize(&mut normal) < MINVAL {
        // Concentric: any direction would do, the one across both axes is taken.
        normal = vec3::normalized(a.axis.cross(&b.axis));
    }
    Some(Hit::new(
        dist,
        normal * (a.radius + dist / 2.0) + a.center,
        normal,
    ))
}

/// Adds the hit of two balls.
#[inline]
pub(super) fn push_balls(hits: &mut Hits, margin: f64, a: &Ball, b: &Ball) {
    if let Some(hit) = ball_ball(margin, a, b) {
        hits.push(hit);
    }
}

/// Two spheres: at most one hit.
#[doc(alias = "mjc_SphereSphere")]
pub(super) fn sphere_sphere(hits: &mut Hits, margin: f64, a: &Solid, b: &Solid) {
    push_balls(
        hits,
        margin,
        &a.ball(a.pos, a.size.x),
        &b.ball(b.pos, b.size.x),
    );
}

/// Sphere and capsule: the sphere against the nearest point of the capsule's segment.
#[doc(alias("mjc_SphereCapsule", "mjraw_SphereCapsule"))]
pub(super) fn sphere_capsule(hits: &mut Hits, margin: f64, sphere: &Solid, capsule: &Solid) {
    let axis = capsule.axis();
    let along = axis.dot(&(sphere.pos - capsule.pos));
    let along = scalar::clip(along, -capsule.size.y, capsule.size.y);
    let nearest = axis * along + capsule.pos;
    push_balls(
        hits,
        margin,
        &sphere.ball(sphere.pos, sphere.size.x),
        &capsule.ball(nearest, capsule.size.x),
    );
}

/// Sphere and cylinder: the round side, a flat cap or the rim, whichever faces the sphere.
#[doc(alias = "mjc_SphereCylinder")]
pub(super) fn sphere_cylinder(hits: &mut Hits, margin: f64, sphere: &Solid, cylinder: &Solid) {
    let (radius, half_length) = (cylinder.size.x, cylinder.size.y);
    let axis = cylinder.axis();
    let offset = sphere.pos - cylinder.pos;
    let along = axis.dot(&offset);
    let axial = axis * along;
    let radial = offset - axial;
    let radial_sqr = radial.dot(&radial);
    let ball = sphere.ball(sphere.pos, sphere.size.x);

    let mut beside = along.abs() < half_length;
    let mut above = radial_sqr < radius * radius;
    if beside && above {
        // The center is inside: the nearer surface counts.
        beside = half_length - along.abs() >= radius - radial_sqr.sqrt();
        above = !beside;
    }

    if beside {
        let axis_point = axial + cylinder.pos;
        push_balls(hits, margin, &ball, &cylinder.ball(axis_point, radius));
    } else if above {
        let up = along > 0.0;
        let cap = cylinder.pos + axis * if up { half_length } else { -half_length };
        let outward = if up { axis } else { -axis };
        if let Some(hit) = plane_ball(margin, &cap, outward, &sphere.pos, sphere.size.x) {
            // The cap is the plane here, but the sphere is the first geom.
            hits.push(Hit {
                normal: -hit.normal,
                ..hit
            });
        }
    } else {
        let outward = radial * (radius / radial_sqr.sqrt());
        let end = axis
            * if along > 0.0 {
                half_length
            } else {
                -half_length
            };
        let rim = end + outward + cylinder.pos;
        push_balls(hits, margin, &ball, &cylinder.ball(rim, 0.0));
    }
}

/// Sphere and box: at most one hit.
#[doc(alias = "mjc_SphereBox")]
pub(super) fn sphere_box(hits: &mut Hits, margin: f64, sphere: &Solid, cuboid: &Solid) {
    if let Some(hit) = ball_box(margin, &sphere.pos, sphere.size.x, cuboid) {
        hits.push(hit);
    }
}

/// The hit of a sphere with a box, when they are within the margin.
#[doc(alias = "mjraw_SphereBox")]
pub(super) fn ball_box(margin: f64, center: &Vec3, radius: f64, cuboid: &Solid) -> Option<Hit> {
    let size = &cuboid.size;
    let local = cuboid.mat.tr_mul_vec(&(center - cuboid.pos));
    let mut nearest = local;
    for k in 0..3 {
        if size[k] > 0.0 {
            nearest[k] = scalar::clip(nearest[k], -size[k], size[k]);
        }
    }
    let mut inward = nearest - local;
    let dist = vec3::normalize(&mut inward);
    if dist - radius > margin {
        return None;
    }

    let (pos, normal) = if dist <= MINVAL {
        let (inward, depth) = nearest_face(&local, size);
        (local + inward * ((radius - depth) / 2.0), inward)
    } else {
        let deepest = local + inward * radius;
        (Vec3::zeros() + nearest * 0.5 + deepest * 0.5, inward)
    };
    Some(Hit::new(
        dist - radius,
        cuboid.mat.mul_vec(&pos) + cuboid.pos,
        cuboid.mat.mul_vec(&normal),
    ))
}

/// For a point inside a box: the inward normal of the nearest face, and the distance to it.
fn nearest_face(point: &Vec3, size: &Vec3) -> (Vec3, f64) {
    let mut depth = (size.x + size.y + size.z) * 2.0;
    let mut inward = Vec3::new(1.0, 0.0, 0.0);
    for k in 0..3 {
        for side in [-1.0, 1.0] {
            let d = (side * size[k] - point[k]).abs();
            if depth > d {
                depth = d;
                inward = Vec3::zeros();
                inward[k] = -side;
            }
        }
    }
    (inward, depth)
}
