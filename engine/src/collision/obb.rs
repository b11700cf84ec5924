//! Overlap of oriented boxes, by their face normals alone (Gottschalk et al., 1996, without the edge axes).

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

/// Runs the test, with the projections that `shadows` gives for the normal `k` of box `j`.
fn overlap(
    boxes: [&Aabb; 2],
    margin: f64,
    mut shadows: impl FnMut(usize, usize) -> Shadows,
) -> bool {
    let infinite = boxes.map(infinite_dims);
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
    let centers = [0, 1].map(|i| mat[i].mul_vec(&center(boxes[i])) + pos[i]);
    overlap(boxes, margin, |j, k| {
        let normal = mat[j].column(k);
        Shadows {
            place: centers.map(|center| center.dot(&normal)),
            radius: [0, 1]
                .map(|i| radius(boxes[i], [0, 1, 2].map(|l| mat[i].column(l).dot(&normal)))),
        }
    })
}

/// Two bodies' inertial frames, projected onto each other's axes once for all nodes of their trees.
pub(super) struct FramePair {
    /// `product[i][j][k][l]`: axis `l` of body `i` along axis `k` of body `j`.
    product: [[[[f64; 3]; 3]; 2]; 2],
    /// `offset[i][j][k]`: position of body `i` along axis `k` of body `j`.
    offset: [[[f64; 3]; 2]; 2],
}

impl FramePair {
    pub(super) fn new(pos: [&Vec3; 2], mat: [&Mat3; 2]) -> FramePair {
        let three = [0, 1, 2];
        FramePair {
            product: [0, 1].map(|i| {
                [0, 1]
                    .map(|j| three.map(|k| three.map(|l| mat[i].column(l).dot(&mat[j].column(k)))))
            }),
            offset: [0, 1].map(|i| [0, 1].map(|j| three.map(|k| pos[i].dot(&mat[j].column(k))))),
        }
    }

    /// Whether two boxes, one in the frame of each body, overlap.
    pub(super) fn overlap(&self, boxes: [&Aabb; 2], margin: f64) -> bool {
        overlap(boxes, margin, |j, k| Shadows {
            place: [0, 1].map(|i| {
                let along = self.product[i][j][k];
                boxes[i][0] * along[0]
                    + boxes[i][1] * along[1]
                    + boxes[i][2] * along[2]
                    + self.offset[i][j][k]
            }),
            radius: [0, 1].map(|i| radius(boxes[i], self.product[i][j][k])),
        })
    }
}
