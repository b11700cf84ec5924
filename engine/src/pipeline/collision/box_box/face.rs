//! One box rests on a face of the other: the lower side of the resting box, clipped by the face's
//! rectangle.
//!
//! The face is turned to be `z = 0`, with the resting box above it.

use super::super::hit::{Hit, Hits};
use super::super::solid::Solid;
use super::separation::Relation;
use super::{FaceTurn, Line, clip, corners};
use crate::error::StepError;
use crate::math::{Mat3, Vec3};

/// More points than clipping a parallelogram by a rectangle gives.
const MAX_POINTS: usize = 24;

/// A face of the first box is below the second.
pub(super) fn collide_first(
    hits: &mut Hits,
    margin: f64,
    first: &Solid,
    relation: &Relation,
    face: usize,
) -> Result<(), StepError> {
    let turn = FaceTurn::new(face);
    let upper = Resting {
        axes: turn.rows(&relation.rot),
        center: turn.vector(&relation.second_in_first),
        size: relation.size2,
    };
    rest(hits, margin, first, &turn, upper, 1.0)
}

/// A face of the second box is below the first.
pub(super) fn collide_second(
    hits: &mut Hits,
    margin: f64,
    second: &Solid,
    relation: &Relation,
    face: usize,
) -> Result<(), StepError> {
    let turn = FaceTurn::new(face);
    let upper = Resting {
        axes: turn.matrix().mul_tr(&relation.rot),
        center: turn.vector(&relation.first_in_second),
        size: relation.size1,
    };
    rest(hits, margin, second, &turn, upper, -1.0)
}

/// The resting box in the turned frame of the box below, its axes as columns.
struct Resting {
    axes: Mat3,
    center: Vec3,
    size: Vec3,
}

/// The part of the resting box that faces down: a point, an edge or a side.
struct LowerPart {
    /// The lowest corner.
    corner: Vec3,
    /// From that corner along the flat edges.
    spans: [Vec3; 2],
    span_count: usize,
}

impl Resting {
    fn lower_part(&self) -> Result<LowerPart, StepError> {
        let slope = self.axes.row(2);
        let mut corner = self.center;
        for k in 0..3 {
            let side = if slope[k] < 0.0 { 1.0 } else { -1.0 };
            corner += self.axes.column(k) * (self.size[k] * side);
        }
        let mut spans = [Vec3::zeros(); 2];
        let mut span_count = 0;
        for k in 0..3 {
            if slope[k].abs() < 0.5 {
                let length = self.size[k] * if slope[k] < 0.0 { -2.0 } else { 2.0 };
                // At most two components of a unit vector are below one half.
                let span = spans.get_mut(span_count).ok_or(StepError::ShortBoxAxes)?;
                *span = self.axes.column(k) * length;
                span_count += 1;
            }
        }
        Ok(LowerPart {
            corner,
            spans,
            span_count,
        })
    }
}

/// Points of the lower part over the face, in a buffer of fixed capacity.
struct Points {
    list: [Vec3; MAX_POINTS],
    len: usize,
}

impl Points {
    fn push(&mut self, point: Vec3) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = point;
            self.len += 1;
        }
    }
}

fn rest(
    hits: &mut Hits,
    margin: f64,
    below: &Solid,
    turn: &FaceTurn,
    mut upper: Resting,
    direction: f64,
) -> Result<(), StepError> {
    let half = turn.vector(&below.size).map(f64::abs);
    upper.center.z -= half.z;
    let points = clipped_points(&upper.lower_part()?, &half);

    let frame = below.mat.mul_tr(&turn.matrix());
    let normal = frame.column(2) * direction;
    for point in &points.list[..points.len] {
        if point.z > margin {
            continue;
        }
        // Half of the height is the midpoint, and what the reference reports as distance too.
        let dist = point.z * 0.5;
        let local = Vec3::new(point.x, point.y, dist + half.z);
        hits.push(Hit::new(dist, frame.mul_vec(&local) + below.pos, normal));
    }
    Ok(())
}

/// Edges crossing the rectangle's sides, the rectangle's corners under the lower part, and its own
/// corners.
fn clipped_points(part: &LowerPart, half: &Vec3) -> Points {
    let LowerPart {
        corner,
        spans: [first, second],
        span_count,
    } = part;
    let mut points = Points {
        list: [Vec3::zeros(); MAX_POINTS],
        len: 0,
    };
    // The other corners of the parallelogram.
    let (end1, end2) = (corner + first, corner + second);
    let lines = [
        (*corner, *first),
        (*corner, *second),
        (end1, *second),
        (end2, *first),
    ]
    .map(|(origin, direction)| Line { origin, direction });
    let line_count = [0, 1, 4][*span_count];
    for line in &lines[..line_count] {
        clip(line, half, |crossing| {
            points.push(line.origin + line.direction * crossing.t);
        });
    }

    if *span_count == 2 {
        let (a, b, c, d) = (first.x, second.x, first.y, second.y);
        let area = a * d - b * c;
        for (px, py) in corners(half) {
            let (x, y) = (px - corner.x, py - corner.y);
            let u = (x * d - y * b) * (1.0 / area);
            let v = (y * a - x * c) * (1.0 / area);
            if u <= 0.0 || v <= 0.0 || u >= 1.0 || v >= 1.0 {
                continue;
            }
            points.push(Vec3::new(px, py, corner.z + u * first.z + v * second.z));
        }
    }

    points.push(*corner);
    let others = [end1, end2, end1 + second];
    for point in &others[..[0, 1, 3][*span_count]] {
        let outside = |k: usize| point[k] <= -half[k] || point[k] >= half[k];
        if !outside(0) && !outside(1) {
            points.push(*point);
        }
    }
    points
}
