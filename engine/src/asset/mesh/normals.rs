//! Normals of vertices: the mean of the adjacent faces' normals, weighted by area.
//!
//! Where a vertex is sharp, faces whose normals deviate too far from the mean are left out, unless
//! the mesh is to look smooth.

use super::scratch::Scratch;
use super::surface::Surface;
use super::triangle::{edge, wide};
use crate::math::frame::normalize;
use crate::math::{MINVAL, Vec3};

/// The minimum cosine between a face's normal and the vertex's.
const SHARP: f64 = 0.8;

/// The orientation of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facing {
    /// The unit normal, even for a sliver.
    normal: Vec3,
    /// The normal times twice the area, which is 0 for a sliver.
    weighted: Vec3,
}

pub(super) fn compute(surface: &Surface, smooth: bool, scratch: &mut Scratch) -> Vec<[f32; 3]> {
    let Scratch { facings, means, .. } = scratch;
    let mut normals = vec![[0f32; 3]; surface.vertices.len()];
    facings.clear();
    for face in &surface.faces {
        let facing = Facing::of(surface.corners(face));
        for &vertex in face {
            accumulate(&mut normals[vertex as usize], &facing.weighted);
        }
        facings.push(facing);
    }
    if !smooth {
        means.clear();
        means.extend(normals.iter().map(unit));
        let mut removed = vec![[0f32; 3]; normals.len()];
        for (face, facing) in surface.faces.iter().zip(facings) {
            for &vertex in face {
                if facing.normal.dot(&means[vertex as usize]) < SHARP {
                    accumulate(&mut removed[vertex as usize], &facing.weighted);
                }
            }
        }
        for (normal, removed) in normals.iter_mut().flatten().zip(removed.iter().flatten()) {
            *normal -= removed;
        }
    }
    normals.iter_mut().for_each(scale_to_unit);
    normals
}

impl Facing {
    fn of([a, b, c]: [[f32; 3]; 3]) -> Facing {
        let mut normal = edge(a, b).cross(&edge(a, c));
        let area = normalize(normal.as_mut_slice());
        Facing {
            normal,
            weighted: normal * area,
        }
    }
}

fn unit(normal: &[f32; 3]) -> Vec3 {
    let mut normal = wide(*normal);
    normalize(normal.as_mut_slice());
    normal
}

fn accumulate(sum: &mut [f32; 3], weighted: &Vec3) {
    for (sum, component) in sum.iter_mut().zip(weighted.iter()) {
        *sum = (f64::from(*sum) + component) as f32;
    }
}

fn scale_to_unit(normal: &mut [f32; 3]) {
    let [x, y, z] = *normal;
    let length = (x * x + y * y + z * z).sqrt();
    *normal = if f64::from(length) > MINVAL {
        [x / length, y / length, z / length]
    } else {
        [0.0, 0.0, 1.0]
    };
}
