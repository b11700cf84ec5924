//! Overlap of oriented boxes, by their face normals alone (Gottschalk et al., 1996, without the
//! edge axes).
//!
//! Along a normal `n` the boxes are apart if `|n . (c2 - c1)| > r1 + r2`, with
//! `r = sum h_k |n . a_k|`.

use crate::math::{MAXVAL, Mat3, Vec3};

/// A box by center and half size in its frame.
type Aabb = [f64; 6];

fn center(aabb: &Aabb) -> Vec3 {
    Vec3::new(aabb[0], aabb[1], aabb[2])
}

/// Number of infinite dimensions: planes have some.
fn infinite_dims(aabb: &Aabb) -> usize {
    aabb[3..].iter().filter(|half| **half >= MAXVAL).count()
}

/// Projections of two boxes onto one normal.
struct Shadows {
    place: [f64; 2],
    radius: [f64; 2],
}

// Plain arithmetic on indices: closures over arrays (`map`) are not inlined here and would take
// most of the time.

/// Runs the test, with the projections that `shadows` gives for the normal `k` of box `j`.
#[doc(alias = "mj_collideOBB")]
#[inline]
fn overlap(
    boxes: [&Aabb; 2],
    margin: f64,
    mut shadows: impl FnMut(usize, usize) -> Shadows,
) -> bool {
    let infinite = [infinite_dims(boxes[0]), infinite_dims(boxes[1])];
    if infinite.contains(&3) {
        return true;
    }
    for j in 0..2 {
        // Nothing can be apart from an infinite box along the other's normals.
        if infinite[1 - j] > 0 {
            continue;
        }
        for k in 0..3 {
            let Shadows { place, radius } = shadows(j, k);
            if radius[0] + radius[1] + margin < (place[1] - place[0]).abs() {
                return false;
            }
        }
    }
    true
}

#[inline]
fn radius(aabb: &Aabb, along: [f64; 3]) -> f64 {
    (aabb[3] * along[0]).abs() + (aabb[4] * along[1]).abs() + (aabb[5] * along[2]).abs()
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
    overlap(boxes, margin, |j, k| {
        let normal = mat[j].column(k);
        let along = |i: usize| {
            [
                mat[i].column(0).dot(&normal),
                mat[i].column(1).dot(&normal),
                mat[i].column(2).dot(&normal),
            ]
        };
        Shadows {
            place: [centers[0].dot(&normal), centers[1].dot(&normal)],
            radius: [radius(boxes[0], along(0)), radius(boxes[1], along(1))],
        }
    })
}

/// Two bodies' inertial frames, projected onto each other's axes as the nodes of their trees need
/// them.
pub(super) struct FramePair<'a> {
    pos: [&'a Vec3; 2],
    mat: [&'a Mat3; 2],
    /// Projections onto axis `k` of body `j`, once they are known.
    projected: [[Option<Projected>; 3]; 2],
}

/// Two frames along one axis.
#[derive(Clone, Copy)]
struct Projected {
    /// Each body's own axes.
    product: [[f64; 3]; 2],
    /// Each body's position.
    offset: [f64; 2],
}

impl<'a> FramePair<'a> {
    pub(super) fn new(pos: [&'a Vec3; 2], mat: [&'a Mat3; 2]) -> FramePair<'a> {
        FramePair {
            pos,
            mat,
            projected: [[None; 3]; 2],
        }
    }

    fn project(pos: [&Vec3; 2], mat: [&Mat3; 2], normal: &Vec3) -> Projected {
        let along = |i: usize| {
            [
                mat[i].column(0).dot(normal),
                mat[i].column(1).dot(normal),
                mat[i].column(2).dot(normal),
            ]
        };
        Projected {
            product: [along(0), along(1)],
            offset: [pos[0].dot(normal), pos[1].dot(normal)],
        }
    }

    /// Whether two boxes, one in the frame of each body, overlap.
    pub(super) fn overlap(&mut self, boxes: [&Aabb; 2], margin: f64) -> bool {
        let FramePair {
            pos,
            mat,
            projected,
        } = self;
        overlap(boxes, margin, |j, k| {
            let Projected { product, offset } = projected[j][k]
                .get_or_insert_with(|| FramePair::project(*pos, *mat, &mat[j].column(k)));
            let place = |i: usize| {
                let along = &product[i];
                boxes[i][0] * along[0] + boxes[i][1] * along[1] + boxes[i][2] * along[2] + offset[i]
            };
            Shadows {
                place: [place(0), place(1)],
                radius: [radius(boxes[0], product[0]), radius(boxes[1], product[1])],
            }
        })
    }
}
