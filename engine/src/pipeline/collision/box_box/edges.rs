//! Two edges cross: the side of the second box at its edge, projected along the common normal onto
//! the side of the first.
//!
//! The first box's side is turned to be `z = 0`. Hits lie halfway between a point of that side and
//! its counterpart.

use super::super::hit::{Hit, Hits};
use super::super::solid::Solid;
use super::separation::{EdgePair, Relation};
use super::{FaceTurn, Line, clip, corners, is_beyond_ends};
use crate::math::{MINVAL, Mat3, Vec3};

/// The side of the second box, before and after projection, in the turned frame of the first.
struct Projection {
    /// Corners; the first three span the side.
    actual: [Vec3; 4],
    projected: [Vec3; 4],
    /// Half size of the first box.
    half: Vec3,
    /// Height above the side to distance along the normal.
    scale: f64,
    margin: f64,
}

/// Hits in the turned frame: a point and its distance.
struct Found<'a> {
    hits: &'a mut Hits,
    frame: Mat3,
    normal: Vec3,
    origin: Vec3,
    lift: f64,
    count: usize,
}

impl Found<'_> {
    fn push(&mut self, mut point: Vec3, dist: f64) {
        point.z += self.lift;
        self.hits.push(Hit::new(
            dist,
            self.frame.mul_vec(&point) + self.origin,
            self.normal,
        ));
        self.count += 1;
    }
}

pub(super) fn collide(
    hits: &mut Hits,
    margin: f64,
    first: &Solid,
    relation: &Relation,
    pair: &EdgePair,
) {
    let EdgePair { i, j, .. } = *pair;
    // Of the two sides at each edge, the one that faces the other box more.
    let (mut near, mut far) = beside(j);
    if relation.rot_abs.0[3 * i + near] < relation.rot_abs.0[3 * i + far] {
        std::mem::swap(&mut near, &mut far);
    }
    let (side, other) = beside(i);
    let facing = if relation.rot_abs.0[3 * side + j] < relation.rot_abs.0[3 * other + j] {
        side
    } else {
        other
    };
    let face = if pair.edge1 & (1 << facing) != 0 {
        facing
    } else {
        facing + 3
    };

    let turn = FaceTurn::new(face);
    let normal = turn.vector(&pair.normal);
    if normal.z.abs() < MINVAL {
        return;
    }
    let projection = project(relation, pair, &turn, normal, (near, far), margin);
    let frame = first.mat.mul_tr(&turn.matrix());
    let sign = if pair.inward { -1.0 } else { 1.0 };
    let mut found = Found {
        hits,
        frame,
        normal: frame.mul_vec(&normal) * sign,
        origin: first.pos,
        lift: projection.half.z,
        count: 0,
    };
    crossings(&mut found, &projection);
    let crossed = found.count > 0;
    corners_below(&mut found, &projection, crossed);
    let any = found.count > 0;
    own_corners(&mut found, &projection, crossed, any);
}

/// The two axes besides `axis`, in the order in which ties are broken.
fn beside(axis: usize) -> (usize, usize) {
    [(1, 2), (0, 2), (1, 0)][axis]
}

/// Turns the second box's side at the edge into the frame of the first box's side and projects it
/// along the normal.
fn project(
    relation: &Relation,
    pair: &EdgePair,
    turn: &FaceTurn,
    normal: Vec3,
    (near, far): (usize, usize),
    margin: f64,
) -> Projection {
    let axes = turn.rows(&relation.rot);
    let half = turn.vector(&relation.size1).map(f64::abs);
    let mut center = turn.vector(&relation.second_in_first);
    center.z -= half.z;

    let size = &relation.size2;
    let sign = |axis: usize| {
        if pair.edge2 & (1 << axis) != 0 {
            1.0
        } else {
            -1.0
        }
    };
    let edge = |near_sign: f64| {
        let middle = center
            + axes.column(near) * (size[near] * near_sign)
            + axes.column(far) * (size[far] * sign(far));
        let along = axes.column(pair.j);
        [
            middle + along * size[pair.j],
            middle + along * -size[pair.j],
        ]
    };
    let [a, b] = edge(sign(near));
    let [c, d] = edge(-sign(near));
    let actual = [a, b, c, d];
    let projected = actual.map(|point| point + normal * (-point.z * (1.0 / normal.z)));
    Projection {
        actual,
        projected,
        half,
        scale: (1.0 / normal.z) * if pair.inward { -1.0 } else { 1.0 },
        margin,
    }
}

/// The lines around the parallelogram that the first three corners span.
fn outline(corners: &[Vec3; 4]) -> [Line; 4] {
    let origin = corners[0];
    let (first, second) = (corners[1] - origin, corners[2] - origin);
    [
        (origin, first),
        (origin, second),
        (origin + first, second),
        (origin + second, first),
    ]
    .map(|(origin, direction)| Line { origin, direction })
}

/// Where the projected outline crosses the rectangle.
fn crossings(found: &mut Found, projection: &Projection) {
    let actual = outline(&projection.actual);
    for (line, actual) in outline(&projection.projected).iter().zip(&actual) {
        clip(line, &projection.half, |crossing| {
            let t = crossing.t;
            let height = actual.origin.z + actual.direction.z * t;
            if height * projection.scale > projection.margin {
                return;
            }
            let mut point = actual.origin * 0.5 + actual.direction * (0.5 * t);
            point[crossing.across] += 0.5 * crossing.side;
            point[1 - crossing.across] += 0.5 * crossing.other;
            found.push(point, point.z * projection.scale * 2.0);
        });
    }
}

/// Corners of the rectangle against the points of the second box above them.
fn corners_below(found: &mut Found, projection: &Projection, crossed: bool) {
    let [origin, p1, p2, _] = projection.projected;
    let (first, second) = (p1 - origin, p2 - origin);
    let (a, b, c, d) = (first.x, second.x, first.y, second.y);
    let mut divisor = a * d - b * c;
    for (px, py) in corners(&projection.half) {
        let (x, y) = (px - origin.x, py - origin.y);
        let mut u = (x * d - y * b) * (1.0 / divisor);
        let mut v = (y * a - x * c) * (1.0 / divisor);
        let (u_out, v_out) = (is_beyond_ends(u), is_beyond_ends(v));
        let outside = if crossed {
            u_out || v_out
        } else {
            u_out && v_out
        };
        if outside {
            continue;
        }
        for w in [&mut u, &mut v] {
            *w = crate::math::scalar::clip(*w, 0.0, 1.0);
        }
        let above = projection.actual[0] * (1.0 - u - v)
            + projection.actual[1] * u
            + projection.actual[2] * v;
        let corner = Vec3::new(px, py, 0.0);
        let apart = corner - above;
        let dist_sqr = apart.dot(&apart);
        // The reference keeps both numbers in one variable: from here on this is what it divides
        // by.
        divisor = dist_sqr;
        if above.z > 0.0 && dist_sqr > projection.margin * projection.margin {
            continue;
        }
        let sign = if above.z < 0.0 { -1.0 } else { 1.0 };
        found.push((corner + above) * 0.5, dist_sqr.sqrt() * sign);
    }
}

/// Corners of the second box's side against the nearest points of the rectangle.
fn own_corners(found: &mut Found, projection: &Projection, crossed: bool, any: bool) {
    let half = &projection.half;
    for (actual, projected) in projection.actual.iter().zip(&projection.projected) {
        let outside = |k: usize| projected[k] < -half[k] || projected[k] > half[k];
        let skip = if crossed {
            outside(0) || outside(1)
        } else {
            any && outside(0) && outside(1)
        };
        if skip {
            continue;
        }
        let mut dist_sqr = 0.0;
        let mut point = Vec3::new(projected.x * 0.5, projected.y * 0.5, 0.0);
        for k in 0..2 {
            if projected[k] < -half[k] {
                dist_sqr += (projected[k] + half[k]) * (projected[k] + half[k]);
                point[k] = -half[k] * 0.5;
            } else if projected[k] > half[k] {
                dist_sqr += (projected[k] - half[k]) * (projected[k] - half[k]);
                point[k] = half[k] * 0.5;
            }
        }
        dist_sqr += actual.z * projection.scale * actual.z * projection.scale;
        if actual.z > 0.0 && dist_sqr > projection.margin * projection.margin {
            continue;
        }
        let sign = if actual.z < 0.0 { -1.0 } else { 1.0 };
        found.push(point + actual * 0.5, dist_sqr.sqrt() * sign);
    }
}
