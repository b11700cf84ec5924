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
    let of_faces: Vec<(Vec3, f64)> = surface.faces.iter().map(|f| normal(surface, f)).collect();
    for (face, (normal, area)) in surface.faces.iter().zip(&of_faces) {
        for &vertex in face {
            accumulate(&mut normals[vertex as usize], normal, *area);
        }
    }
    if !smooth {
        let mut removed = vec![[0f32; 3]; normals.len()];
        let means: Vec<Vec3> = normals.iter().map(unit).collect();
        for (face, (normal, area)) in surface.faces.iter().zip(&of_faces) {
            for &vertex in face {
                if normal.dot(&means[vertex as usize]) < SHARP {
                    accumulate(&mut removed[vertex as usize], normal, *area);
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

fn unit(normal: &[f32; 3]) -> Vec3 {
    let mut normal = wide(*normal);
    normalize(normal.as_mut_slice());
    normal
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
