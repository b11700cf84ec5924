//! The separating axis test: three face normals of each box and the nine cross products of their
//! edges.
//!
//! Along an axis `n` the overlap is `sum h1_k |n . a_k| + sum h2_k |n . b_k| - |n . (c2 - c1)|`:
//! Ericson, Real-Time Collision Detection (2005), section 4.4.1; Gottschalk et al., OBBTree (1996).

use super::super::solid::Solid;
use crate::math::{MINVAL, Mat3, Vec3, vec3};

/// How two boxes stand to each other.
pub(super) struct Relation {
    /// Center of the second box in the frame of the first, and the reverse.
    pub second_in_first: Vec3,
    pub first_in_second: Vec3,
    /// Axes of the second box as columns in the frame of the first.
    pub rot: Mat3,
    pub rot_abs: Mat3,
    pub size1: Vec3,
    pub size2: Vec3,
}

impl Relation {
    pub(super) fn new(first: &Solid, second: &Solid) -> Relation {
        let rot = first.mat.tr_mul(&second.mat);
        Relation {
            second_in_first: first.mat.tr_mul_vec(&(second.pos - first.pos)),
            first_in_second: second.mat.tr_mul_vec(&(first.pos - second.pos)),
            rot,
            rot_abs: Mat3(rot.0.map(f64::abs)),
            size1: first.size,
            size2: second.size,
        }
    }
}

/// The axis of least overlap.
pub(super) enum Axis {
    FirstFace(usize),
    SecondFace(usize),
    Edges(EdgePair),
}

/// Two crossing edges: along axis `i` of the first box and `j` of the second.
pub(super) struct EdgePair {
    pub i: usize,
    pub j: usize,
    /// Unit normal of both edges in the frame of the first box.
    pub normal: Vec3,
    /// The normal points from the second box to the first.
    pub inward: bool,
    /// Which of the four parallel edges it is: bit `k` is the side along axis `k`.
    pub edge1: usize,
    pub edge2: usize,
}

/// Finds the axis along which the boxes overlap least; none when they are apart by more than the
/// margin.
pub(super) fn least_overlap(relation: &Relation, margin: f64) -> Option<Axis> {
    let Relation { size1, size2, .. } = relation;
    let shadow2 = relation.rot_abs.mul_vec(size2);
    let shadow1 = relation.rot_abs.tr_mul_vec(size1);
    let mut least = margin;
    for k in 0..3 {
        least += size1[k] * 3.0 + size2[k] * 3.0;
    }
    let mut axis = None;

    for k in 0..3 {
        let p1 = relation.second_in_first[k];
        let p2 = relation.first_in_second[k];
        let overlap1 = -p1.abs() + size1[k] + shadow2[k];
        let overlap2 = -p2.abs() + size2[k] + shadow1[k];
        if overlap1 < -margin || overlap2 < -margin {
            return None;
        }
        if overlap1 < least {
            least = overlap1;
            axis = Some(Axis::FirstFace(k + if p1 < 0.0 { 3 } else { 0 }));
        }
        if overlap2 < least {
            least = overlap2;
            axis = Some(Axis::SecondFace(k + if p2 < 0.0 { 3 } else { 0 }));
        }
    }

    for i in 0..3 {
        for j in 0..3 {
            let mut normal = cross_axis(i, &relation.rot.column(j));
            let sine = vec3::normalize(&mut normal);
            if sine < MINVAL {
                continue;
            }
            let offset = relation.second_in_first.dot(&normal);
            // The element of row i that belongs to the third axis besides j and k.
            let third = |k: usize| 3 * i + 3 - k - j;
            let mut overlap = 0.0;
            for k in (0..3).filter(|&k| k != i) {
                overlap += size1[k] * normal[k].abs();
            }
            for k in (0..3).filter(|&k| k != j) {
                overlap += size2[k] * relation.rot_abs.0[third(k)] / sine;
            }
            overlap -= offset.abs();
            if overlap < -margin {
                return None;
            }
            // A face wins over an edge that is no better than rounding.
            if overlap < least * (1.0 - 1e-12) {
                least = overlap;
                let inward = offset < 0.0;
                let edge1 = (0..3)
                    .filter(|&k| k != i && ((normal[k] > 0.0) ^ inward))
                    .map(|k| 1 << k)
                    .sum();
                let edge2 = (0..3)
                    .filter(|&k| k != j)
                    .filter(|&k| (relation.rot.0[third(k)] > 0.0) ^ inward ^ ((k + 3 - j) % 3 == 1))
                    .map(|k| 1 << k)
                    .sum();
                axis = Some(Axis::Edges(EdgePair {
                    i,
                    j,
                    normal,
                    inward,
                    edge1,
                    edge2,
                }));
            }
        }
    }
    axis
}

/// Unit axis `i` crossed with `v`.
fn cross_axis(i: usize, v: &Vec3) -> Vec3 {
    match i {
        0 => Vec3::new(0.0, -v.z, v.y),
        1 => Vec3::new(v.z, 0.0, -v.x),
        _ => Vec3::new(-v.y, v.x, 0.0),
    }
}
