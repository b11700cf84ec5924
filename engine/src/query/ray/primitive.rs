//! A ray against one primitive: `a x^2 + 2 b x + c = 0` for round surfaces, a division for flat
//! ones.
//!
//! Ericson, Real-Time Collision Detection (2005), section 5.3.

use super::Ray;
use crate::math::{MINVAL, Mat3, Vec3};

impl Ray {
    /// The ray in a geom's frame.
    pub(super) fn local(&self, pos: &Vec3, mat: &Mat3) -> Ray {
        Ray {
            point: mat.tr_mul_vec(&(self.point - pos)),
            vector: mat.tr_mul_vec(&self.vector),
        }
    }
}

/// Both roots of `a x^2 + 2 b x + c`, the smaller first for positive `a`; none when the ray passes
/// by.
#[doc(alias = "ray_quad")]
fn roots(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let det = b * b - a * c;
    if det < MINVAL {
        return None;
    }
    let det = det.sqrt();
    Some([(-b - det) / a, (-b + det) / a])
}

/// The first root that is ahead.
fn first_ahead(roots: Option<[f64; 2]>) -> Option<f64> {
    roots?.into_iter().find(|x| *x >= 0.0)
}

/// Takes over an intersection that is nearer, and says whether it is.
pub(super) fn update(nearest: &mut Option<f64>, x: f64) -> bool {
    let nearer = nearest.is_none_or(|best| x < best);
    if nearer {
        *nearest = Some(x);
    }
    nearer
}

/// The front of a plane, within its rectangle when it has one.
#[doc(alias = "ray_plane")]
pub(super) fn plane(local: &Ray, size: &Vec3) -> Option<f64> {
    let Ray { point, vector } = local;
    if vector.z > -MINVAL {
        return None;
    }
    let x = -point.z / vector.z;
    if x < 0.0 {
        return None;
    }
    let within = |k: usize| size[k] <= 0.0 || (point[k] + x * vector[k]).abs() <= size[k];
    (within(0) && within(1)).then_some(x)
}

/// A sphere by its squared radius.
#[doc(alias = "ray_sphere")]
pub(super) fn sphere(pos: &Vec3, radius_sqr: f64, ray: &Ray) -> Option<f64> {
    let offset = ray.point - pos;
    first_ahead(sphere_roots(&offset, &ray.vector, radius_sqr))
}

fn sphere_roots(point: &Vec3, vector: &Vec3, radius_sqr: f64) -> Option<[f64; 2]> {
    let a = vector.dot(vector);
    let b = vector.dot(point);
    let c = point.dot(point) - radius_sqr;
    roots(a, b, c)
}

/// The round wall about the z axis, between the flat sides.
fn round_wall(local: &Ray, size: &Vec3) -> Option<f64> {
    let Ray {
        point: p,
        vector: v,
    } = local;
    let a = v.x * v.x + v.y * v.y;
    let b = v.x * p.x + v.y * p.y;
    let c = p.x * p.x + p.y * p.y - size.x * size.x;
    first_ahead(roots(a, b, c)).filter(|x| (p.z + x * v.z).abs() <= size.y)
}

#[doc(alias = "ray_capsule")]
pub(super) fn capsule(pos: &Vec3, mat: &Mat3, size: &Vec3, ray: &Ray) -> Option<f64> {
    let bound = size.x + size.y;
    sphere(pos, bound * bound, ray)?;
    let local = ray.local(pos, mat);
    let Ray {
        point: p,
        vector: v,
    } = &local;
    let mut nearest = round_wall(&local, size);
    for side in [1.0, -1.0] {
        // The half of the end's sphere that is beyond the wall.
        let offset = Vec3::new(p.x, p.y, p.z - side * size.y);
        let both = sphere_roots(&offset, v, size.x * size.x);
        for x in both.into_iter().flatten() {
            let z = p.z + x * v.z;
            if x >= 0.0 && side * z >= size.y {
                update(&mut nearest, x);
            }
        }
    }
    nearest
}

#[doc(alias = "ray_ellipsoid")]
pub(super) fn ellipsoid(local: &Ray, size: &Vec3) -> Option<f64> {
    let Ray {
        point: p,
        vector: v,
    } = local;
    let s = size.map(|s| 1.0 / (s * s));
    let form = |a: &Vec3, b: &Vec3| s.x * a.x * b.x + s.y * a.y * b.y + s.z * a.z * b.z;
    first_ahead(roots(form(v, v), form(v, p), form(p, p) - 1.0))
}

#[doc(alias = "ray_cylinder")]
pub(super) fn cylinder(pos: &Vec3, mat: &Mat3, size: &Vec3, ray: &Ray) -> Option<f64> {
    sphere(pos, size.x * size.x + size.y * size.y, ray)?;
    let local = ray.local(pos, mat);
    let Ray {
        point: p,
        vector: v,
    } = &local;
    let mut nearest = None;
    if v.z.abs() > MINVAL {
        for side in [-1.0, 1.0] {
            let x = (side * size.y - p.z) / v.z;
            if x >= 0.0 {
                let (px, py) = (p.x + x * v.x, p.y + x * v.y);
                if px * px + py * py <= size.x * size.x {
                    update(&mut nearest, x);
                }
            }
        }
    }
    if let Some(x) = round_wall(&local, size) {
        update(&mut nearest, x);
    }
    nearest
}

#[doc(alias = "ray_box")]
pub(super) fn cuboid(pos: &Vec3, mat: &Mat3, size: &Vec3, ray: &Ray) -> Option<f64> {
    let mut nearest = None;
    for x in cuboid_faces(pos, mat, size, ray).into_iter().flatten() {
        update(&mut nearest, x);
    }
    nearest
}

/// Where a ray passes each face of a box: those at the lower and at the upper end of x, of y, of z.
pub(super) fn cuboid_faces(pos: &Vec3, mat: &Mat3, size: &Vec3, ray: &Ray) -> [Option<f64>; 6] {
    let mut faces = [None; 6];
    let bound = size.x * size.x + size.y * size.y + size.z * size.z;
    if sphere(pos, bound, ray).is_none() {
        return faces;
    }
    let Ray {
        point: p,
        vector: v,
    } = ray.local(pos, mat);
    for k in (0..3).filter(|&k| v[k].abs() > MINVAL) {
        let [i, j] = [[1, 2], [0, 2], [0, 1]][k];
        for (end, side) in [-1.0, 1.0].into_iter().enumerate() {
            let x = (side * size[k] - p[k]) / v[k];
            let within = |k: usize| (p[k] + x * v[k]).abs() <= size[k];
            if x >= 0.0 && within(i) && within(j) {
                faces[2 * k + end] = Some(x);
            }
        }
    }
    faces
}
