//! Normals of vertices: the mean of the faces around, weighted by area.
//!
//! Where a vertex is sharp, faces that look too far away from the mean are left out of it, unless the mesh is to look smooth.

use super::surface::Surface;
use super::triangle::{edge, wide};
use crate::compile::frame::normalize;
use crate::math::{MINVAL, Vec3};

/// The least cosine between a face's normal and the vertex's.
const SHARP: f64 = 0.8;

pub(super) fn compute(surface: &Surface, smooth: bool) -> Vec<[f32; 3]> {
    let mut normals = vec![[0f32; 3]; surface.vertices.len()];
    for face in &surface.faces {
        let (normal, area) = normal(surface, face);
        for &vertex in face {
            accumulate(&mut normals[vertex as usize], &normal, area);
        }
    }
    if !smooth {
        let mut removed = vec![[0f32; 3]; normals.len()];
        for face in &surface.faces {
            let (normal, area) = normal(surface, face);
            for &vertex in face {
                let mut mean = wide(normals[vertex as usize]);
                normalize(mean.as_mut_slice());
                if normal.dot(&mean) < SHARP {
                    accumulate(&mut removed[vertex as usize], &normal, area);
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

/// The face's unit normal and twice its area, which is 0 for a sliver.
fn normal(surface: &Surface, face: &[i32; 3]) -> (Vec3, f64) {
    let [a, b, c] = surface.corners(face);
    let mut normal = edge(a, b).cross(&edge(a, c));
    let area = normalize(normal.as_mut_slice());
    (normal, area)
}

fn accumulate(sum: &mut [f32; 3], normal: &Vec3, area: f64) {
    for (sum, component) in sum.iter_mut().zip(normal.iter()) {
        *sum = (f64::from(*sum) + component * area) as f32;
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
