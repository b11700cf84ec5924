//! How a tendon wraps around a sphere or an infinite cylinder.
//!
//! The path from one site to the next is projected onto a plane in which the obstacle is a circle about the origin. Outside
//! wrapping follows tangents and an arc between them; inside wrapping touches the circle in one point, found by Newton's
//! method.

use crate::math::{MINVAL, Mat3, Vec3, dense, scalar, vec3};

type Point2 = [f64; 2];

/// The obstacle that a tendon wraps around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle<'a> {
    pub(crate) pos: &'a Vec3,
    pub(crate) mat: &'a Mat3,
    pub(crate) radius: f64,
    pub(crate) sphere: bool,
}

/// Where the tendon meets and leaves the obstacle, and the length in between.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wrap {
    pub(crate) points: [Vec3; 2],
    pub(crate) length: f64,
}

/// Where the path meets and leaves the circle, and the length of the arc.
struct Arc {
    points: [Point2; 2],
    length: f64,
}

/// Wraps the segment from `from` to `to`; `None` if it goes straight. A side site chooses the side of the obstacle, and one
/// inside it makes the tendon pass through the inside.
pub(crate) fn wrap(
    obstacle: Obstacle,
    from: &Vec3,
    to: &Vec3,
    side: Option<&Vec3>,
) -> Option<Wrap> {
    let local = |point: &Vec3| obstacle.mat.tr_mul_vec(&(point - obstacle.pos));
    let ends = [local(from), local(to)];
    if ends.iter().any(|end| vec3::norm(end) < MINVAL) {
        return None;
    }
    let axes = if obstacle.sphere {
        plane_through(&ends)
    } else {
        [Vec3::x(), Vec3::y()]
    };
    let project = |point: &Vec3| [point.dot(&axes[0]), point.dot(&axes[1])];
    let flat = [project(&ends[0]), project(&ends[1])];

    let radius = obstacle.radius;
    let arc = match side.map(local) {
        Some(side) if vec3::norm(&side) < radius => wrap_inside(&flat, radius),
        Some(side) => {
            let mut direction = normalized(project(&side));
            dense::scale(&mut direction, radius);
            wrap_circle(&flat, Some(&direction), radius)
        }
        None => wrap_circle(&flat, None, radius),
    }?;
    let mut points = arc.points.map(|[x, y]| axes[0] * x + axes[1] * y);
    let mut length = arc.length;
    if !obstacle.sphere {
        length = climb(&ends, &mut points, length);
    }
    Some(Wrap {
        points: points.map(|point| obstacle.mat.mul_vec(&point) + obstacle.pos),
        length,
    })
}

/// Axes of the plane through the origin and both points; some plane through the first one if they are parallel.
fn plane_through(ends: &[Vec3; 2]) -> [Vec3; 2] {
    let first = vec3::normalized(ends[0]);
    let mut normal = ends[0].cross(&ends[1]);
    if vec3::normalize(&mut normal) < MINVAL {
        let a = first.abs();
        let largest = if a.z > a.x && a.z > a.y {
            2
        } else if a.y > a.x && a.y > a.z {
            1
        } else {
            0
        };
        let mut other = Vec3::repeat(1.0);
        other[largest] = 0.0;
        normal = vec3::normalized(first.cross(&other));
    }
    [first, vec3::normalized(normal.cross(&first))]
}

/// Spreads the climb along a cylinder's axis evenly over the path, and returns the length of the helix.
fn climb(ends: &[Vec3; 2], points: &mut [Vec3; 2], length: f64) -> f64 {
    let run = |end: &Vec3, point: &Vec3| {
        ((end.x - point.x) * (end.x - point.x) + (end.y - point.y) * (end.y - point.y)).sqrt()
    };
    let before = run(&ends[0], &points[0]);
    let after = run(&ends[1], &points[1]);
    let rise = ends[1].z - ends[0].z;
    points[0].z = ends[0].z + rise * before / (before + length + after);
    points[1].z = ends[0].z + rise * (before + length) / (before + length + after);
    let height = (points[1].z - points[0].z).abs();
    (length * length + height * height).sqrt()
}

/// Two tangents and an arc; of the two ways round the one on the side's side, or the shorter one.
fn wrap_circle(ends: &[Point2; 2], side: Option<&Point2>, radius: f64) -> Option<Arc> {
    let square = |p: &Point2| p[0] * p[0] + p[1] * p[1];
    let square_radius = radius * radius;
    if square(&ends[0]) < square_radius || square(&ends[1]) < square_radius || radius < MINVAL {
        return None;
    }
    let segment = sub(&ends[1], &ends[0]);
    let square_length = square(&segment);
    if square_length < MINVAL {
        return None;
    }
    // The point of the segment nearest to the centre: a segment that passes by needs no wrap.
    let along = -(segment[0] * ends[0][0] + segment[1] * ends[0][1]) / square_length;
    let along = scalar::clip(along, 0.0, 1.0);
    let nearest = [
        along * segment[0] + ends[0][0],
        along * segment[1] + ends[0][1],
    ];
    if square(&nearest) > square_radius && side.is_none_or(|side| dense::dot(side, &nearest) >= 0.0)
    {
        return None;
    }
    let candidates = [1.0, -1.0].map(|sign| tangent_points(ends, radius, sign));
    let goodness = candidates.map(|points| {
        if intersect(ends, &points) {
            return -10000.0;
        }
        match side {
            Some(side) => {
                let middle = [points[0][0] + points[1][0], points[0][1] + points[1][1]];
                dense::dot(&normalized(middle), side)
            }
            None => {
                let chord = sub(&points[0], &points[1]);
                -dense::dot(&chord, &chord)
            }
        }
    });
    let choice = if goodness[0] > goodness[1] { 0 } else { 1 };
    let points = candidates[choice];
    if intersect(ends, &points) {
        return None;
    }
    Some(Arc {
        length: arc_length(&points, choice == 1, radius),
        points,
    })
}

/// Where the tangents from both ends touch the circle, going round by `sign`.
fn tangent_points(ends: &[Point2; 2], radius: f64, sign: f64) -> [Point2; 2] {
    let square_radius = radius * radius;
    let touch = |end: &Point2, sign: f64| {
        let square_length = end[0] * end[0] + end[1] * end[1];
        let tangent = (square_length - square_radius).sqrt();
        [
            (end[0] * square_radius + sign * radius * end[1] * tangent) / square_length,
            (end[1] * square_radius - sign * radius * end[0] * tangent) / square_length,
        ]
    };
    [touch(&ends[0], sign), touch(&ends[1], -sign)]
}

/// Length of the arc between two points of a circle, going round the given way.
fn arc_length(points: &[Point2; 2], reverse: bool, radius: f64) -> f64 {
    let [a, b] = points;
    let mut angle = dense::dot(&normalized(*a), &normalized(*b)).acos();
    let cross = a[1] * b[0] - a[0] * b[1];
    if (cross > 0.0 && reverse) || (cross < 0.0 && !reverse) {
        angle = 2.0 * std::f64::consts::PI - angle;
    }
    radius * angle
}

/// The point where a tendon kept inside the circle touches it; the arc has no length.
fn wrap_inside(ends: &[Point2; 2], radius: f64) -> Option<Arc> {
    let lengths = [dense::norm(&ends[0]), dense::norm(&ends[1])];
    let segment = sub(&ends[1], &ends[0]);
    let square_length = segment[0] * segment[0] + segment[1] * segment[1];
    if lengths
        .iter()
        .any(|&length| length <= radius || length < MINVAL)
        || radius < MINVAL
    {
        return None;
    }
    if square_length > MINVAL {
        let along = -(segment[0] * ends[0][0] + segment[1] * ends[0][1]) / square_length;
        if along > 0.0 && along < 1.0 {
            let nearest = [
                ends[0][0] + segment[0] * along,
                ends[0][1] + segment[1] * along,
            ];
            if dense::norm(&nearest) <= radius {
                return None;
            }
        }
    }
    let cosine = (lengths[0] * lengths[0] + lengths[1] * lengths[1] - square_length)
        / (2.0 * lengths[0] * lengths[1]);
    if cosine < -1.0 + MINVAL {
        return None;
    }
    let touching = if cosine > 1.0 - MINVAL {
        None
    } else {
        inside_angle(ends, lengths.map(|length| radius / length), cosine.acos())
    };
    let point = match touching {
        Some((from, angle)) => {
            let v = normalized(ends[from]);
            [
                radius * (angle.cos() * v[0] - angle.sin() * v[1]),
                radius * (angle.sin() * v[0] + angle.cos() * v[1]),
            ]
        }
        // Without a solution the touching point is halfway between the ends.
        None => {
            let middle = [
                0.5 * (ends[0][0] + ends[1][0]),
                0.5 * (ends[0][1] + ends[1][1]),
            ];
            let mut point = normalized(middle);
            dense::scale(&mut point, radius);
            point
        }
    };
    Some(Arc {
        points: [point; 2],
        length: 0.0,
    })
}

/// The touching point as a rotation from one of the ends, where incidence and reflection are equal: the root of
/// `asin(a z) + asin(b z) - 2 asin(z) + g`. `None` where Newton's method fails.
fn inside_angle(ends: &[Point2; 2], [a, b]: [f64; 2], g: f64) -> Option<(usize, f64)> {
    const MAX_ITERATIONS: usize = 20;
    const TOLERANCE: f64 = 1e-6;
    let value = |z: f64| (a * z).asin() + (b * z).asin() - 2.0 * z.asin() + g;
    let slope_of = |c: f64, z: f64| scalar::max(MINVAL, (1.0 - z * z * c * c).sqrt());
    let mut z = 1.0 - 1e-7;
    let mut f = value(z);
    if f > 0.0 {
        return None;
    }
    let mut iterations = 0;
    while iterations < MAX_ITERATIONS && f.abs() > TOLERANCE {
        let slope = a / slope_of(a, z) + b / slope_of(b, z)
            - 2.0 / scalar::max(MINVAL, (1.0 - z * z).sqrt());
        if slope > -MINVAL {
            return None;
        }
        let next = z - f / slope;
        if next > z {
            return None;
        }
        z = next;
        f = value(z);
        if f > TOLERANCE {
            return None;
        }
        iterations += 1;
    }
    if iterations >= MAX_ITERATIONS {
        return None;
    }
    if ends[0][0] * ends[1][1] - ends[0][1] * ends[1][0] > 0.0 {
        Some((0, z.asin() - (a * z).asin()))
    } else {
        Some((1, z.asin() - (b * z).asin()))
    }
}

/// Whether the two tangents, each from an end to its touching point, cross.
fn intersect(ends: &[Point2; 2], points: &[Point2; 2]) -> bool {
    let ([p1, p3], [p2, p4]) = (ends, points);
    let first = sub(p2, p1);
    let second = sub(p4, p3);
    let det = second[1] * first[0] - second[0] * first[1];
    if det.abs() < MINVAL {
        return false;
    }
    let between = sub(p1, p3);
    let a = (second[0] * between[1] - second[1] * between[0]) / det;
    let b = (first[0] * between[1] - first[1] * between[0]) / det;
    (0.0..=1.0).contains(&a) && (0.0..=1.0).contains(&b)
}

fn sub(a: &Point2, b: &Point2) -> Point2 {
    [a[0] - b[0], a[1] - b[1]]
}

/// The unit vector along `v`; the first axis for a vector of no length.
fn normalized(v: Point2) -> Point2 {
    let norm = dense::norm(&v);
    if norm < MINVAL {
        return [1.0, 0.0];
    }
    let inverse = 1.0 / norm;
    [v[0] * inverse, v[1] * inverse]
}
