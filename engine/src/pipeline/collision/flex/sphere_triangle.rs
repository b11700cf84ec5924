//! A sphere and a triangle with a radius: the point of the triangle that is nearest to the centre.
//!
//! Compare Ericson, Real-Time Collision Detection (2005), section 5.1.5.

use super::super::hit::{Hit, Hits};
use crate::math::{MINVAL, Vec3, scalar, vec3};

/// A point in the plane of the triangle.
type Flat = [f64; 2];

/// Adds at most one hit.
#[doc(alias = "mjraw_SphereTriangle")]
pub(super) fn sphere_triangle(
    hits: &mut Hits,
    margin: f64,
    (center, radius): (&Vec3, f64),
    triangle: [&Vec3; 3],
    thickness: f64,
) {
    let reach = margin + radius + thickness;
    let [origin, a, b] = triangle;
    let (s, a, b) = (center - origin, a - origin, b - origin);
    let normal = vec3::normalized(a.cross(&b));
    let height = normal.dot(&s);
    if height.abs() > reach {
        return;
    }
    let nearest = nearest(&(s + normal * -height), &a, &b, &normal);
    let mut direction = nearest - s;
    let distance = vec3::normalize(&mut direction);
    if distance > reach {
        return;
    }
    let dist = distance - radius - thickness;
    let pos = center + direction * (radius + dist / 2.0);
    hits.push(Hit::new(dist, pos, direction));
}

/// The point of the triangle from the origin to `a` and `b` that is nearest to a point in its
/// plane.
fn nearest(point: &Vec3, a: &Vec3, b: &Vec3, normal: &Vec3) -> Vec3 {
    let mut x_axis = *a;
    let length = vec3::normalize(&mut x_axis);
    let y_axis = vec3::normalized(normal.cross(a));
    let flat = |v: &Vec3| [x_axis.dot(v), y_axis.dot(v)];
    let corners = [[0.0, 0.0], [length, 0.0], flat(b)];
    let p = flat(point);

    let sides = [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|k: usize| corners[k]));
    let signs = sides.map(|[from, to]| area_sign(p, from, to));
    if signs[0] == signs[1] && signs[1] == signs[2] {
        return *point;
    }
    let [first, second, third] = sides.map(|[from, to]| on_segment(p, from, to));
    let ([x, y], _) = if first.1 < second.1 && first.1 < third.1 {
        first
    } else if second.1 < third.1 {
        second
    } else {
        third
    };
    x_axis * x + y_axis * y
}

/// On which side of the way from `b` to `c` the point `a` is.
#[doc(alias = "areaSign")]
fn area_sign(a: Flat, b: Flat, c: Flat) -> f64 {
    scalar::sign((a[0] - c[0]) * (b[1] - c[1]) - (b[0] - c[0]) * (a[1] - c[1]))
}

/// The point of a segment that is nearest to `p`, and its distance.
#[doc(alias = "pointSegment")]
fn on_segment(p: Flat, from: Flat, to: Flat) -> (Flat, f64) {
    let along = [to[0] - from[0], to[1] - from[1]];
    let offset = [p[0] - from[0], p[1] - from[1]];
    let dot = |a: Flat, b: Flat| a[0] * b[0] + a[1] * b[1];
    let part = dot(along, offset) / scalar::max(MINVAL, dot(along, along));
    let point = if part <= 0.0 {
        from
    } else if part >= 1.0 {
        to
    } else {
        [from[0] + along[0] * part, from[1] + along[1] * part]
    };
    let apart = [point[0] - p[0], point[1] - p[1]];
    (point, (apart[0] * apart[0] + apart[1] * apart[1]).sqrt())
}
