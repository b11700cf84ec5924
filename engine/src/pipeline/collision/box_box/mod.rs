//! Two boxes: the separating axis with the least overlap decides between a face that the other box
//! rests on and a pair of crossing edges; either way the result is a clipped polygon of hits.

mod edges;
mod face;
mod separation;

use super::hit::Hits;
use super::solid::Solid;
use crate::error::StepError;
use crate::math::{Mat3, Vec3};
use separation::{Axis, Relation};

/// Adds at most 24 hits. The driver removes those outside the boxes and the repeated ones.
#[doc(alias = "mjc_BoxBox")]
pub(super) fn box_box(
    hits: &mut Hits,
    margin: f64,
    first: &Solid,
    second: &Solid,
) -> Result<(), StepError> {
    let relation = Relation::new(first, second);
    match separation::least_overlap(&relation, margin) {
        Some(Axis::FirstFace(face)) => face::collide_first(hits, margin, first, &relation, face),
        Some(Axis::SecondFace(face)) => face::collide_second(hits, margin, second, &relation, face),
        Some(Axis::Edges(crossing)) => {
            edges::collide(hits, margin, first, &relation, &crossing);
            Ok(())
        }
        None => Ok(()),
    }
}

/// The rotation that takes a face's outward normal to the z axis: a signed permutation of the axes.
///
/// Faces 0, 1, 2 are those across x, y, z on the positive side, 3, 4, 5 those on the negative side.
struct FaceTurn {
    index: [usize; 3],
    sign: [f64; 3],
}

impl FaceTurn {
    fn new(face: usize) -> FaceTurn {
        let (index, sign) = match face {
            0 => ([2, 1, 0], [-1.0, 1.0, 1.0]),
            1 => ([0, 2, 1], [1.0, -1.0, 1.0]),
            2 => ([0, 1, 2], [1.0, 1.0, 1.0]),
            3 => ([2, 1, 0], [1.0, 1.0, -1.0]),
            4 => ([0, 2, 1], [1.0, 1.0, -1.0]),
            _ => ([0, 1, 2], [-1.0, 1.0, -1.0]),
        };
        FaceTurn { index, sign }
    }

    fn vector(&self, v: &Vec3) -> Vec3 {
        Vec3::from_fn(|k, _| v[self.index[k]] * self.sign[k])
    }

    fn rows(&self, m: &Mat3) -> Mat3 {
        let [a, b, c] = [0, 1, 2].map(|k| m.row(self.index[k]) * self.sign[k]);
        Mat3::from_rows(&a, &b, &c)
    }

    fn matrix(&self) -> Mat3 {
        let mut m = [0.0; 9];
        for k in 0..3 {
            m[3 * k + self.index[k]] = self.sign[k];
        }
        Mat3(m)
    }
}

/// A segment `origin + t direction` with `t` in [0, 1].
#[derive(Clone, Copy)]
struct Line {
    origin: Vec3,
    direction: Vec3,
}

/// Where a line crosses a side of the rectangle `|x| <= half[0]`, `|y| <= half[1]`.
struct Crossing {
    /// Position on the line.
    t: f64,
    /// The coordinate that is on the rectangle's side: 0 for x, 1 for y.
    across: usize,
    /// Its value, and that of the other coordinate.
    side: f64,
    other: f64,
}

/// Whether a position on a segment is outside [0, 1]. What is no number counts as inside, unlike in
/// a range.
#[allow(clippy::manual_range_contains)]
fn is_beyond_ends(t: f64) -> bool {
    t < 0.0 || t > 1.0
}

/// Calls `found` for each crossing of a line with the sides of a rectangle.
fn clip(line: &Line, half: &Vec3, mut found: impl FnMut(Crossing)) {
    for across in 0..2 {
        let along = 1 - across;
        let (a, b) = (line.origin[across], line.direction[across]);
        if b.abs() <= crate::math::MINVAL || b.is_nan() {
            continue;
        }
        for sign in [-1.0, 1.0] {
            let side = half[across] * sign;
            let t = (side - a) * (1.0 / b);
            if is_beyond_ends(t) {
                continue;
            }
            let other = line.origin[along] + line.direction[along] * t;
            if other.abs() > half[along] {
                continue;
            }
            found(Crossing {
                t,
                across,
                side,
                other,
            });
        }
    }
}

/// The corners of the rectangle, in the order in which they are tried.
fn corners(half: &Vec3) -> [(f64, f64); 4] {
    let (x, y) = (half.x, half.y);
    [(-x, -y), (-x, y), (x, -y), (x, y)]
}
