//! How a tendon wraps around a sphere or an infinite cylinder.
//!
//! The path from one site to the next is projected onto a plane in which the obstacle is a circle
//! about the origin. Outside wrapping follows tangents and an arc between them; inside wrapping
//! touches the circle in one point, found by Newton's method.
//!
//! Compare Garner and Pandy, The obstacle-set method for representing muscle paths in
//! musculoskeletal models (2000).

mod inside;

use wide::f64x2;

use self::inside::wrap_inside;
use crate::math::{MINVAL, Mat3, Vec3, dense, scalar, vec3};

type Point2 = [f64; 2];

/// A number for each of the two ends.
type Pair = f64x2;

/// The obstacle that a tendon wraps around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle<'a> {
    pub(crate) pos: &'a Vec3,
    pub(crate) mat: &'a Mat3,
    pub(crate) radius: f64,
    pub(crate) sphere: bool,
}

/// Where a path touches the obstacle, in the obstacle's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    ends: [Pair; 3],
    /// The axes of the plane in which a sphere is a circle; a cylinder has its own.
    axes: Option<[Vec3; 2]>,
    /// Where the path meets and leaves the circle.
    points: [Pair; 2],
    /// Which way round it goes in between; none if it touches in one point.
    reverse: Option<bool>,
}

/// Where the tendon meets and leaves the obstacle, and the length in between.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wrap {
    pub(crate) points: [Vec3; 2],
    pub(crate) length: f64,
    /// To where it meets the obstacle and from where it leaves: directions and lengths.
    pub(crate) lines: [Line; 2],
}

/// The direction of a straight line and its length.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Line {
    pub(crate) direction: Vec3,
    pub(crate) length: f64,
}

impl Line {
    #[inline]
    pub(crate) fn new(from: &Vec3, to: &Vec3) -> Line {
        let mut direction = to - from;
        let length = vec3::normalize(&mut direction);
        Line { direction, length }
    }

    /// Two lines at a time.
    #[inline]
    pub(crate) fn pair(a: [&Vec3; 2], b: [&Vec3; 2]) -> [Line; 2] {
        let ends = |end: usize, k: usize| Pair::from([a[end][k], b[end][k]]);
        let [x, y, z] = [0, 1, 2].map(|k| ends(1, k) - ends(0, k));
        let lengths = (x * x + y * y + z * z).sqrt();
        let [first, second] = lengths.to_array();
        if first < MINVAL || second < MINVAL {
            return [a, b].map(|[from, to]| Line::new(from, to));
        }
        let inverses = Pair::splat(1.0) / lengths;
        let directions = separate(&[x * inverses, y * inverses, z * inverses]);
        [(directions[0], first), (directions[1], second)]
            .map(|(direction, length)| Line { direction, length })
    }
}

impl Obstacle<'_> {
    /// Where the segment from `from` to `to` touches the obstacle; `None` if it goes straight. A
    /// side site chooses the side of the obstacle, and one inside it makes the tendon pass through
    /// the inside.
    #[doc(alias = "mju_wrap")]
    #[inline]
    pub(crate) fn touch(&self, from: &Vec3, to: &Vec3, side: Option<&Vec3>) -> Option<Touch> {
        let offset = |k: usize| Pair::from([from[k], to[k]]) - Pair::splat(self.pos[k]);
        let ends = self.mat.tr_mul_pair([offset(0), offset(1), offset(2)]);
        let squares = ends[0] * ends[0] + ends[1] * ends[1] + ends[2] * ends[2];
        if squares.to_array().iter().any(|&square| is_near(square)) {
            return None;
        }
        let side = side.map(|side| self.mat.tr_mul_vec(&(side - self.pos)));
        if self.sphere {
            let axes = plane_through(&separate(&ends));
            let touch = self.touch_in_plane(ends, &axes, side)?;
            return Some(Touch {
                axes: Some(axes),
                ..touch
            });
        }
        self.touch_in_plane(ends, &CYLINDER_AXES, side)
    }

    /// The same where all is given in the obstacle's frame, and the plane by its axes.
    #[inline(always)]
    fn touch_in_plane(
        &self,
        ends: [Pair; 3],
        axes: &[Vec3; 2],
        side: Option<Vec3>,
    ) -> Option<Touch> {
        let along = |axis: &Vec3| {
            ends[0] * Pair::splat(axis.x)
                + ends[1] * Pair::splat(axis.y)
                + ends[2] * Pair::splat(axis.z)
        };
        let flat = [along(&axes[0]), along(&axes[1])];
        let radius = self.radius;
        let (points, reverse) = match side {
            None => wrap_circle(flat, None, radius),
            Some(side) if vec3::norm(&side) < radius => {
                let [[x0, x1], [y0, y1]] = flat.map(Pair::to_array);
                let point = wrap_inside(&[[x0, y0], [x1, y1]], radius)?;
                Some((point.map(Pair::splat), None))
            }
            Some(side) => {
                let mut direction = normalized([side.dot(&axes[0]), side.dot(&axes[1])]);
                dense::scale(&mut direction, radius);
                wrap_circle(flat, Some(&direction), radius)
            }
        }?;
        Some(Touch {
            ends,
            axes: None,
            points,
            reverse,
        })
    }

    /// The length of the arc on the circle.
    #[inline]
    pub(crate) fn arc(&self, touch: &Touch) -> f64 {
        match touch.reverse {
            Some(reverse) => arc_length(touch.points, reverse, self.radius),
            None => 0.0,
        }
    }

    /// The way from `from` to `to`, from its arc on the circle.
    #[inline]
    pub(crate) fn wrap(&self, touch: &Touch, arc: f64, from: &Vec3, to: &Vec3) -> Wrap {
        let [x, y] = touch.points;
        let in_space = |axes: &[Vec3; 2]| {
            let along = |k: usize| Pair::splat(axes[0][k]) * x + Pair::splat(axes[1][k]) * y;
            [along(0), along(1), along(2)]
        };
        let (points, length) = match &touch.axes {
            Some(axes) => (in_space(axes), arc),
            None => climb(&touch.ends, in_space(&CYLINDER_AXES), arc),
        };
        let global = self.mat.mul_pair(points);
        let points = [0, 1, 2].map(|k| global[k] + Pair::splat(self.pos[k]));
        let [enter, leave] = separate(&points);
        Wrap {
            points: [enter, leave],
            length,
            lines: Line::pair([from, &enter], [&leave, to]),
        }
    }
}

/// A cylinder is a circle in the plane of its first two axes.
const CYLINDER_AXES: [Vec3; 2] = [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0)];

/// Whether a vector with this square is too short to have a direction.
#[inline]
fn is_near(square: f64) -> bool {
    // The root is rarely needed.
    square < 2.0 * MINVAL * MINVAL && square.sqrt() < MINVAL
}

/// The points of both ends.
#[inline]
fn separate(pairs: &[Pair; 3]) -> [Vec3; 2] {
    let [[x0, x1], [y0, y1], [z0, z1]] = pairs.map(Pair::to_array);
    [Vec3::new(x0, y0, z0), Vec3::new(x1, y1, z1)]
}

/// Axes of the plane through the origin and both points; some plane through the first one if they
/// are parallel.
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

/// Spreads the climb along a cylinder's axis evenly over the path. Returns the points at their
/// heights and the length of the helix.
#[inline]
fn climb(ends: &[Pair; 3], points: [Pair; 3], length: f64) -> ([Pair; 3], f64) {
    let [dx, dy] = [ends[0] - points[0], ends[1] - points[1]];
    let [before, after] = (dx * dx + dy * dy).sqrt().to_array();
    let [start, end] = ends[2].to_array();
    let rise = end - start;
    let way = Pair::from([before, before + length]);
    let heights =
        Pair::splat(start) + Pair::splat(rise) * way / Pair::splat(before + length + after);
    let [low, high] = heights.to_array();
    let height = (high - low).abs();
    let helix = (length * length + height * height).sqrt();
    ([points[0], points[1], heights], helix)
}

/// Where the path touches the circle, and which way round it goes.
type Arc = ([Pair; 2], Option<bool>);

/// Two tangents and an arc; of the two ways round the one on the side's side, or the shorter one.
#[inline]
fn wrap_circle([x, y]: [Pair; 2], side: Option<&Point2>, radius: f64) -> Option<Arc> {
    let squares = x * x + y * y;
    let square_radius = radius * radius;
    if squares
        .to_array()
        .iter()
        .any(|&square| square < square_radius)
        || radius < MINVAL
    {
        return None;
    }
    let ([x0, x1], [y0, y1]) = (x.to_array(), y.to_array());
    let ends = [[x0, y0], [x1, y1]];
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
    let candidates = tangent_points([x, y], squares, radius);
    let crossing = candidates.map(|points| intersect(&ends, &points));
    let goodness = |k: usize| {
        if crossing[k] {
            return -10000.0;
        }
        let [[ax, bx], [ay, by]] = candidates[k].map(Pair::to_array);
        match side {
            Some(side) => dense::dot(&normalized([ax + bx, ay + by]), side),
            None => -square(&[ax - bx, ay - by]),
        }
    };
    let choice = if goodness(0) > goodness(1) { 0 } else { 1 };
    if crossing[choice] {
        return None;
    }
    let reverse = choice == 1;
    Some((candidates[choice], Some(reverse)))
}

#[inline]
fn square(p: &Point2) -> f64 {
    p[0] * p[0] + p[1] * p[1]
}

/// Where the tangents from both ends touch the circle, going round either way.
#[inline]
fn tangent_points([x, y]: [Pair; 2], squares: Pair, radius: f64) -> [[Pair; 2]; 2] {
    let square_radius = Pair::splat(radius * radius);
    let tangents = (squares - square_radius).sqrt();
    // One way round, the first end's tangent goes to one side and the second end's to the other.
    let radius = Pair::from([radius, -radius]);
    let (across, up) = (radius * y * tangents, radius * x * tangents);
    let (x, y) = (x * square_radius, y * square_radius);
    [
        [(x + across) / squares, (y - up) / squares],
        [(x - across) / squares, (y + up) / squares],
    ]
}

/// Length of the arc between two points of a circle, going round the given way.
#[inline]
fn arc_length([x, y]: [Pair; 2], reverse: bool, radius: f64) -> f64 {
    let ([ax, bx], [ay, by]) = (x.to_array(), y.to_array());
    let norms = (x * x + y * y).sqrt();
    let cosine = if norms.to_array().iter().any(|&norm| norm < MINVAL) {
        dense::dot(&normalized([ax, ay]), &normalized([bx, by]))
    } else {
        let inverses = Pair::splat(1.0) / norms;
        let [x, y] = [x * inverses, y * inverses].map(Pair::to_array);
        x[0] * x[1] + y[0] * y[1]
    };
    let mut angle = cosine.acos();
    let cross = ay * bx - ax * by;
    if (cross > 0.0 && reverse) || (cross < 0.0 && !reverse) {
        angle = 2.0 * std::f64::consts::PI - angle;
    }
    radius * angle
}

/// Whether the two tangents, each from an end to its touching point, cross.
#[inline]
fn intersect(ends: &[Point2; 2], touching: &[Pair; 2]) -> bool {
    let [[x0, x1], [y0, y1]] = touching.map(Pair::to_array);
    let ([p1, p3], [p2, p4]) = (ends, [[x0, y0], [x1, y1]]);
    let first = sub(&p2, p1);
    let second = sub(&p4, p3);
    let det = second[1] * first[0] - second[0] * first[1];
    if det.abs() < MINVAL {
        return false;
    }
    let between = sub(p1, p3);
    let a = (second[0] * between[1] - second[1] * between[0]) / det;
    let b = (first[0] * between[1] - first[1] * between[0]) / det;
    (0.0..=1.0).contains(&a) && (0.0..=1.0).contains(&b)
}

#[inline]
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
