//! A ray against triangles that belong to no geom, such as those of a skin as it is drawn.

use super::primitive::{self, update};
use super::triangle::Beam;
use super::{Ray, RayVertex};
use crate::math::{Mat3, Vec3, vec3};

/// Where a ray meets the triangles, and which vertex is nearest to that place.
pub(crate) fn skin(faces: &[[i32; 3]], vertices: &[[f32; 3]], ray: &Ray) -> Option<RayVertex> {
    let vertex = |index: i32| vertices[index as usize].map(f64::from);
    let (centre, size) = bounds(vertices);
    primitive::cuboid(&centre, &Mat3::IDENTITY, &size, ray)?;
    let beam = Beam::new(*ray);
    let (mut nearest, mut hit) = (None, None);
    for face in faces {
        let corners = face.map(|index| Vec3::from(vertex(index)));
        let Some(x) = beam.triangle(&corners) else {
            continue;
        };
        if !update(&mut nearest, x) {
            continue;
        }
        let place = ray.point + ray.vector * x;
        let mut closest = (vec3::norm(&(place - corners[0])), face[0]);
        for (corner, &index) in corners.iter().zip(face).skip(1) {
            let distance = vec3::norm(&(place - corner));
            if distance < closest.0 {
                closest = (distance, index);
            }
        }
        hit = Some(RayVertex {
            dist: x,
            vertex: closest.1 as usize,
        });
    }
    hit
}

/// Centre and half sizes of the box around all vertices.
fn bounds(vertices: &[[f32; 3]]) -> (Vec3, Vec3) {
    let (mut low, mut high) = ([0.0; 3], [0.0; 3]);
    for (i, vertex) in vertices.iter().enumerate() {
        for (j, &x) in vertex.iter().enumerate() {
            let x = f64::from(x);
            if low[j] > x || i == 0 {
                low[j] = x;
            }
            if high[j] < x || i == 0 {
                high[j] = x;
            }
        }
    }
    let (low, high) = (Vec3::from(low), Vec3::from(high));
    ((low + high) * 0.5, (high - low) * 0.5)
}
