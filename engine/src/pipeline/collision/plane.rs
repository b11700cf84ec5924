//! A plane against spheres, capsules, cylinders and boxes: points of the other geom that are below
//! the margin.
//!
//! A point `x` is at the distance `n . (x - origin)` from the plane.

use super::hit::{Hit, Hits};
use super::solid::Solid;
use crate::math::{MINVAL, Vec3, vec3};

/// The hit of a plane through `origin` with a sphere, when it is within the margin.
#[doc(alias = "mjraw_PlaneSphere")]
#[inline]
pub(super) fn plane_ball(
    margin: f64,
    origin: &Vec3,
    normal: Vec3,
    center: &Vec3,
    radius: f64,
) -> Option<Hit> {
    let height = (center - origin).dot(&normal);
    if height > margin + radius {
        return None;
    }
    let dist = height - radius;
    Some(Hit::new(
        dist,
        center + normal * (-dist / 2.0 - radius),
        normal,
    ))
}

/// Plane and sphere: at most one hit.
#[doc(alias = "mjc_PlaneSphere")]
pub(super) fn plane_sphere(hits: &mut Hits, margin: f64, plane: &Solid, sphere: &Solid) {
    if let Some(hit) = plane_ball(margin, &plane.pos, plane.axis(), &sphere.pos, sphere.size.x) {
        hits.push(hit);
    }
}

/// Plane and capsule: one hit for each cap, friction directions along the capsule.
#[doc(alias = "mjc_PlaneCapsule")]
pub(super) fn plane_capsule(hits: &mut Hits, margin: f64, plane: &Solid, capsule: &Solid) {
    let axis = capsule.axis();
    let half = axis * capsule.size.y;
    for center in [capsule.pos + half, capsule.pos - half] {
        if let Some(hit) = plane_ball(margin, &plane.pos, plane.axis(), &center, capsule.size.x) {
            hits.push(Hit {
                tangent: axis,
                ..hit
            });
        }
    }
}

/// Plane and cylinder: the lowest rim point, the one above it on the other disk, and two more that
/// make a triangle on the lower disk.
#[doc(alias = "mjc_PlaneCylinder")]
pub(super) fn plane_cylinder(hits: &mut Hits, margin: f64, plane: &Solid, cylinder: &Solid) {
    let (radius, half_length) = (cylinder.size.x, cylinder.size.y);
    let normal = plane.axis();
    // The axis is taken to point towards the plane.
    let mut axis = cylinder.axis();
    let mut axis_rise = normal.dot(&axis);
    if axis_rise > 0.0 {
        axis = -axis;
        axis_rise = -axis_rise;
    }
    let height = (cylinder.pos - plane.pos).dot(&normal);

    // Steepest way down within the disk; any radius when the disk is parallel to the plane.
    let down = axis * axis_rise - normal;
    let length_sqr = down.dot(&down);
    let rim = if length_sqr >= MINVAL * MINVAL {
        down * (radius / length_sqr.sqrt())
    } else {
        cylinder.mat.column(0) * radius
    };
    let rim_rise = rim.dot(&normal);
    let axis = axis * half_length;
    let axis_rise = axis_rise * half_length;

    // `point` is relative to the center.
    let mut push = |dist: f64, point: Vec3| {
        hits.push(Hit::new(dist, point + normal * (-dist * 0.5), normal));
    };

    let lowest = height + axis_rise + rim_rise;
    if lowest > margin || lowest.is_nan() {
        return;
    }
    push(lowest, cylinder.pos + rim + axis);

    let opposite = height - axis_rise + rim_rise;
    if opposite <= margin {
        push(opposite, cylinder.pos + rim - axis);
    }

    let beside = height + axis_rise + -rim_rise * 0.5;
    if beside <= margin {
        let side = vec3::normalized(rim.cross(&axis)) * (radius * 3f64.sqrt() / 2.0);
        push(beside, cylinder.pos + side + axis + rim * -0.5);
        push(beside, cylinder.pos - side + axis + rim * -0.5);
    }
}

/// Plane and box: up to four of the corners that are below the center.
#[doc(alias = "mjc_PlaneBox")]
pub(super) fn plane_box(hits: &mut Hits, margin: f64, plane: &Solid, cuboid: &Solid) {
    let normal = plane.axis();
    let height = (cuboid.pos - plane.pos).dot(&normal);
    for i in 0..8 {
        let corner = cuboid.mat.mul_vec(&corner(&cuboid.size, i));
        let rise = normal.dot(&corner);
        if height + rise > margin || rise > 0.0 {
            continue;
        }
        let dist = height + rise;
        hits.push(Hit::new(
            dist,
            corner + cuboid.pos + normal * (-dist / 2.0),
            normal,
        ));
        if hits.as_slice().len() >= 4 {
            return;
        }
    }
}

/// Corner of a box in its own frame; bit `k` of `i` says on which side it is along axis `k`.
#[inline]
fn corner(size: &Vec3, i: usize) -> Vec3 {
    let side = |k: usize| if i & (1 << k) != 0 { size[k] } else { -size[k] };
    Vec3::new(side(0), side(1), side(2))
}
