//! Minkowski portal refinement (Snethen, 2008), in the form of libccd, which MuJoCo uses by
//! default.
//!
//! The geoms overlap where their Minkowski difference contains the origin. A *portal* is a triangle
//! of support points that the ray from the difference's center through the origin passes. It is
//! found, then pushed outwards until the origin is behind it or it cannot move; pushed on to the
//! surface, it gives depth, direction and position of the overlap.
//!
//! Snethen, XenoCollide: complex collision made simple, in Game Programming Gems 7 (2008).

use super::minkowski::Vertex;
use super::support::Convex;
use super::triangle;
use crate::math::Vec3;

/// Differences below this count as none.
pub(super) const EPSILON: f64 = f64::EPSILON;

/// More refinements than any pair of geoms needs. libccd has no bound here and could go on for
/// ever.
const MAX_REFINEMENTS: usize = 100_000;

/// How two geoms overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Penetration {
    pub depth: f64,
    /// From the first geom to the second; zero where it is undefined.
    pub direction: Vec3,
    pub pos: Vec3,
}

/// When to stop pushing the portal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub tolerance: f64,
    pub iterations: i32,
}

/// The center and the three corners of the portal.
type Portal = [Vertex; 4];

// Lives on the stack for one call: a box would cost an allocation.
#[allow(clippy::large_enum_variant)]
enum Discovery {
    Apart,
    /// The origin is the first corner.
    OnCorner(Vertex),
    /// The origin is between the center and the first corner.
    OnSegment(Vertex),
    Portal(Portal),
}

pub(super) fn is_zero(x: f64) -> bool {
    x.abs() < EPSILON
}

/// Equal within rounding, relative to the larger number.
pub(super) fn nearly_equal(a: f64, b: f64) -> bool {
    let difference = (a - b).abs();
    if difference < EPSILON {
        return true;
    }
    let (a, b) = (a.abs(), b.abs());
    difference < EPSILON * if b > a { b } else { a }
}

pub(super) fn is_origin(v: &Vec3) -> bool {
    v.iter().all(|x| nearly_equal(*x, 0.0))
}

/// The unit vector along `v`, which must not be zero.
fn normalized(v: Vec3) -> Vec3 {
    v * (1.0 / v.dot(&v).sqrt())
}

/// Neither zero nor positive.
fn is_negative(x: f64) -> bool {
    x < 0.0 && !is_zero(x)
}

/// Overlap of two convex geoms; none when they are apart.
#[doc(alias = "ccdMPRPenetration")]
pub(super) fn penetration(
    a: &impl Convex,
    b: &impl Convex,
    limits: &Limits,
) -> Option<Penetration> {
    match discover_portal(a, b) {
        Discovery::Apart => None,
        Discovery::OnCorner(corner) => Some(Penetration {
            depth: 0.0,
            direction: Vec3::zeros(),
            pos: (corner.first + corner.second) * 0.5,
        }),
        Discovery::OnSegment(corner) => Some(Penetration {
            depth: corner.v.dot(&corner.v).sqrt(),
            direction: normalized(corner.v),
            pos: (corner.first + corner.second) * 0.5,
        }),
        Discovery::Portal(mut portal) => {
            if !reaches_origin(a, b, &mut portal, limits) {
                return None;
            }
            Some(push_to_surface(a, b, &mut portal, limits))
        }
    }
}

fn support(a: &impl Convex, b: &impl Convex, dir: &Vec3) -> Vertex {
    Vertex::new(a.support(dir), b.support(&(dir * -1.0)))
}

/// Whether the difference ends before the origin in the direction in which `dot` was measured.
fn ends_before_origin(dot: f64) -> bool {
    is_zero(dot) || dot < 0.0
}

/// Finds a portal that the ray from the center through the origin passes.
fn discover_portal(a: &impl Convex, b: &impl Convex) -> Discovery {
    let mut center = Vertex::new(a.center(), b.center());
    if is_origin(&center.v) {
        // Moved a little, so that there is a ray.
        center.v += Vec3::new(EPSILON * 10.0, 0.0, 0.0);
    }

    let dir = normalized(center.v * -1.0);
    let mut v1 = support(a, b, &dir);
    if ends_before_origin(v1.v.dot(&dir)) {
        return Discovery::Apart;
    }

    let normal = center.v.cross(&v1.v);
    if is_zero(normal.dot(&normal)) {
        return if is_origin(&v1.v) {
            Discovery::OnCorner(v1)
        } else {
            Discovery::OnSegment(v1)
        };
    }
    let dir = normalized(normal);
    let mut v2 = support(a, b, &dir);
    if ends_before_origin(v2.v.dot(&dir)) {
        return Discovery::Apart;
    }

    let mut dir = face_direction(&center, &v1, &v2);
    if dir.dot(&center.v) > 0.0 {
        // Faces look away from the origin.
        std::mem::swap(&mut v1, &mut v2);
        dir *= -1.0;
    }

    for _ in 0..MAX_REFINEMENTS {
        let v3 = support(a, b, &dir);
        if ends_before_origin(v3.v.dot(&dir)) {
            break;
        }
        if is_negative(v1.v.cross(&v3.v).dot(&center.v)) {
            v2 = v3;
        } else if is_negative(v3.v.cross(&v2.v).dot(&center.v)) {
            v1 = v3;
        } else {
            return Discovery::Portal([center, v1, v2, v3]);
        }
        dir = face_direction(&center, &v1, &v2);
    }
    Discovery::Apart
}

/// Unit normal of the triangle from `apex` to `a` and `b`.
fn face_direction(apex: &Vertex, a: &Vertex, b: &Vertex) -> Vec3 {
    normalized((a.v - apex.v).cross(&(b.v - apex.v)))
}

/// Unit normal of the portal, away from the center.
fn portal_direction(portal: &Portal) -> Vec3 {
    face_direction(&portal[1], &portal[2], &portal[3])
}

/// Pushes the portal until the origin is behind it; false when it cannot be.
fn reaches_origin(a: &impl Convex, b: &impl Convex, portal: &mut Portal, limits: &Limits) -> bool {
    for _ in 0..MAX_REFINEMENTS {
        let dir = portal_direction(portal);
        let dot = dir.dot(&portal[1].v);
        if is_zero(dot) || dot > 0.0 {
            return true;
        }
        let v4 = support(a, b, &dir);
        let dot = v4.v.dot(&dir);
        let beyond = is_zero(dot) || dot > 0.0;
        if !beyond || cannot_expand(portal, &v4, &dir, limits) {
            return false;
        }
        expand(portal, v4);
    }
    false
}

/// Pushes the portal to the surface and measures the overlap there.
fn push_to_surface(
    a: &impl Convex,
    b: &impl Convex,
    portal: &mut Portal,
    limits: &Limits,
) -> Penetration {
    // A negative limit is a very large one, as in the reference.
    let limit = i64::from(limits.iterations) as u64;
    let mut iterations = 0;
    loop {
        let dir = portal_direction(portal);
        let v4 = support(a, b, &dir);
        if cannot_expand(portal, &v4, &dir, limits) || iterations > limit {
            let (dist_sqr, nearest) =
                triangle::nearest_to_origin(&portal[1].v, &portal[2].v, &portal[3].v);
            let depth = dist_sqr.sqrt();
            return Penetration {
                depth,
                direction: if is_zero(depth) {
                    Vec3::zeros()
                } else {
                    normalized(nearest)
                },
                pos: midpoint(portal),
            };
        }
        expand(portal, v4);
        iterations += 1;
    }
}

/// Whether `v4` is no farther out than a corner of the portal, within the tolerance.
fn cannot_expand(portal: &Portal, v4: &Vertex, dir: &Vec3, limits: &Limits) -> bool {
    let reach = v4.v.dot(dir);
    let gain = |corner: &Vertex| reach - corner.v.dot(dir);
    let least = gain(&portal[1]).min(gain(&portal[2])).min(gain(&portal[3]));
    nearly_equal(least, limits.tolerance) || least < limits.tolerance
}

/// Replaces the corner on the far side of `v4`, so that the ray still passes the portal.
fn expand(portal: &mut Portal, v4: Vertex) {
    let across = v4.v.cross(&portal[0].v);
    let replaced = if portal[1].v.dot(&across) > 0.0 {
        if portal[2].v.dot(&across) > 0.0 { 1 } else { 3 }
    } else if portal[3].v.dot(&across) > 0.0 {
        2
    } else {
        1
    };
    portal[replaced] = v4;
}

/// Midpoint of the two points whose difference is the origin, by barycentric coordinates in the
/// portal's tetrahedron.
fn midpoint(portal: &Portal) -> Vec3 {
    let [p0, p1, p2, p3] = portal.map(|vertex| vertex.v);
    let mut weight = [
        p1.cross(&p2).dot(&p3),
        p3.cross(&p2).dot(&p0),
        p0.cross(&p1).dot(&p3),
        p2.cross(&p1).dot(&p0),
    ];
    let mut sum = weight[0] + weight[1] + weight[2] + weight[3];
    if is_zero(sum) || sum < 0.0 {
        // Without volume: coordinates in the portal alone.
        let dir = portal_direction(portal);
        weight = [
            0.0,
            p2.cross(&p3).dot(&dir),
            p3.cross(&p1).dot(&dir),
            p1.cross(&p2).dot(&dir),
        ];
        sum = weight[1] + weight[2] + weight[3];
    }
    let inverse = 1.0 / sum;
    let (mut first, mut second) = (Vec3::zeros(), Vec3::zeros());
    for (vertex, weight) in portal.iter().zip(weight) {
        first += vertex.first * weight;
        second += vertex.second * weight;
    }
    (first * inverse + second * inverse) * 0.5
}
