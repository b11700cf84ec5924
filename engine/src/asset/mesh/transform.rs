//! The author's transformation of a mesh: moved by its reference position, turned by its reference
//! rotation, then scaled.

use super::surface::Surface;
use super::triangle::{narrow, wide};
use crate::math::frame::unit;
use crate::math::{MINVAL, Quat, Vec3};
use crate::spec::Mesh;

pub(super) fn apply(mesh: &Mesh, surface: &mut Surface) {
    if mesh.refpos != Vec3::zeros() {
        let offset = narrow(&mesh.refpos);
        for vertex in &mut surface.vertices {
            (0..3).for_each(|i| vertex[i] -= offset[i]);
        }
    }
    if mesh.refquat != Quat::IDENTITY {
        let rotation = unit(mesh.refquat).to_mat();
        for v in surface.vertices.iter_mut().chain(&mut surface.normals) {
            *v = narrow(&rotation.tr_mul_vec(&wide(*v)));
        }
    }
    if mesh.scale != Vec3::repeat(1.0) {
        for v in surface.vertices.iter_mut().chain(&mut surface.normals) {
            *v = narrow(&wide(*v).component_mul(&mesh.scale));
        }
    }
    surface.normals.iter_mut().for_each(scale_to_unit);
}

fn scale_to_unit(normal: &mut [f32; 3]) {
    let [x, y, z] = *normal;
    let squared = x * x + y * y + z * z;
    *normal = if f64::from(squared) > MINVAL {
        let factor = 1.0 / squared.sqrt();
        [x * factor, y * factor, z * factor]
    } else {
        [0.0, 0.0, 1.0]
    };
}
