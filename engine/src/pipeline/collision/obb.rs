//! Overlap of oriented boxes, by their face normals alone (Gottschalk et al., 1996, without the
//! edge axes).
//!
//! Along a normal `n` the boxes are apart if `|n . (c2 - c1)| > r1 + r2`, with
//! `r = sum h_k |n . a_k|`. The three normals of a box are in the first lanes of vectors; what the
//! fourth one holds does not count.

use wide::{CmpLt, f64x4};

use crate::math::{MAXVAL, Mat3, Vec3};

/// A box by center and half size in its frame.
type Aabb = [f64; 6];

/// The lanes of the three normals, as bits.
const NORMALS: i32 = 0b111;

fn center(aabb: &Aabb) -> Vec3 {
    Vec3::new(aabb[0], aabb[1], aabb[2])
}

/// Number of infinite dimensions: planes have some.
#[inline]
fn infinite_dims(aabb: &Aabb) -> usize {
    aabb[3..].iter().filter(|half| **half >= MAXVAL).count()
}

/// Projections of two boxes onto the normals of one.
struct Shadows {
    place: [f64x4; 2],
    radius: [f64x4; 2],
}

/// Runs the test, with the projections that `shadows` gives for the normals of box `j`.
#[doc(alias = "mj_collideOBB")]
#[inline]
fn overlap(boxes: [&Aabb; 2], margin: f64, mut shadows: impl FnMut(usize) -> Shadows) -> bool {
    let infinite = [infinite_dims(boxes[0]), infinite_dims(boxes[1])];
    if infinite.contains(&3) {
        return true;
    }
    let margin = f64x4::splat(margin);
    for j in 0..2 {
        // Nothing can be apart from an infinite box along the other's normals.
        if infinite[1 - j] > 0 {
            continue;
        }
        let Shadows { place, radius } = shadows(j);
        let apart = (radius[0] + radius[1] + margin).cmp_lt((place[1] - place[0]).abs());
        if apart.move_mask() & NORMALS != 0 {
            return false;
        }
    }
    true
}

/// The axes of a frame by their coordinates: the first ones of all, the second ones, the third ones.
struct Axes([f64x4; 3]);

impl Axes {
    #[inline(always)]
    fn of(mat: &Mat3) -> Axes {
        let m = &mat.0;
        Axes([
            f64x4::from([m[0], m[1], m[2], m[3]]),
            f64x4::from([m[3], m[4], m[5], m[6]]),
            f64x4::from([m[6], m[7], m[8], m[8]]),
        ])
    }

    /// Dot products with each axis, in the order of those of vectors.
    #[inline(always)]
    fn dots(&self, x: f64, y: f64, z: f64) -> f64x4 {
        let [first, second, third] = self.0;
        first * f64x4::splat(x) + second * f64x4::splat(y) + third * f64x4::splat(z)
    }

    /// The same for the axes of a frame.
    #[inline(always)]
    fn dots_of(&self, mat: &Mat3) -> [f64x4; 3] {
        let m = &mat.0;
        [
            self.dots(m[0], m[3], m[6]),
            self.dots(m[1], m[4], m[7]),
            self.dots(m[2], m[5], m[8]),
        ]
    }
}

/// How far a box reaches along the normals, by the projections of its axes.
#[inline(always)]
fn radius(aabb: &Aabb, along: &[f64x4; 3]) -> f64x4 {
    let part = |k: usize| (f64x4::splat(aabb[3 + k]) * along[k]).abs();
    part(0) + part(1) + part(2)
}

/// Whether the boxes of two geoms overlap.
pub(super) fn geoms_overlap(
    boxes: [&Aabb; 2],
    pos: [&Vec3; 2],
    mat: [&Mat3; 2],
    margin: f64,
) -> bool {
    let place = |i: usize| mat[i].mul_vec(&center(boxes[i])) + pos[i];
    let centers = [place(0), place(1)];
    overlap(boxes, margin, |j| {
        let normals = Axes::of(mat[j]);
        let place = |i: usize| normals.dots(centers[i].x, centers[i].y, centers[i].z);
        let radius = |i: usize| radius(boxes[i], &normals.dots_of(mat[i]));
        Shadows {
            place: [place(0), place(1)],
            radius: [radius(0), radius(1)],
        }
    })
}

/// Two bodies' inertial frames, projected onto each other's axes as the nodes of their trees need
/// them.
pub(super) struct FramePair<'a> {
    pos: [&'a Vec3; 2],
    mat: [&'a Mat3; 2],
    /// Projections onto the axes of body `j`, once they are known.
    projected: [Option<Projected>; 2],
}

/// Two frames along the axes of one.
#[derive(Clone, Copy)]
struct Projected {
    /// Each body's own axes.
    product: [[f64x4; 3]; 2],
    /// Each body's position.
    offset: [f64x4; 2],
}

impl<'a> FramePair<'a> {
    pub(super) fn new(pos: [&'a Vec3; 2], mat: [&'a Mat3; 2]) -> FramePair<'a> {
        FramePair {
            pos,
            mat,
            projected: [None; 2],
        }
    }

    #[inline(always)]
    fn project(pos: [&Vec3; 2], mat: [&Mat3; 2], j: usize) -> Projected {
        let normals = Axes::of(mat[j]);
        let offset = |i: usize| normals.dots(pos[i].x, pos[i].y, pos[i].z);
        Projected {
            product: [normals.dots_of(mat[0]), normals.dots_of(mat[1])],
            offset: [offset(0), offset(1)],
        }
    }

    /// Whether two boxes, one in the frame of each body, overlap.
    pub(super) fn overlap(&mut self, boxes: [&Aabb; 2], margin: f64) -> bool {
        let FramePair {
            pos,
            mat,
            projected,
        } = self;
        overlap(boxes, margin, |j| {
            let Projected { product, offset } =
                projected[j].get_or_insert_with(|| FramePair::project(*pos, *mat, j));
            let place = |i: usize| {
                let part = |k: usize| f64x4::splat(boxes[i][k]) * product[i][k];
                part(0) + part(1) + part(2) + offset[i]
            };
            Shadows {
                place: [place(0), place(1)],
                radius: [radius(boxes[0], &product[0]), radius(boxes[1], &product[1])],
            }
        })
    }
}
