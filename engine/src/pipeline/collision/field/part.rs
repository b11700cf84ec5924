//! The distance from a geom's surface and its gradient, in the geom's frame.
//!
//! Formulas of Inigo Quilez, <https://iquilezles.org/articles/distfunctions>; that of an ellipsoid
//! is no true distance.

use crate::data::plugin::Shape;
use crate::math::scalar::{clip, max, min};
use crate::math::{Vec3, dense, vec3};
use crate::model::codes::GeomType;

/// One of two geoms.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<'a> {
    Shape(&'a dyn Shape),
    /// A shape that its size describes.
    Plain(GeomType, Vec3),
}

impl Part<'_> {
    pub(super) fn distance(&self, x: &Vec3) -> f64 {
        match *self {
            Part::Shape(shape) => shape.distance(x),
            Part::Plain(kind, size) => match kind {
                GeomType::Sphere => vec3::norm(x) - size.x,
                GeomType::Box => {
                    let a = outside(x, &size);
                    let b = a.map(|a| max(a, 0.0));
                    vec3::norm(&b) + min(max(a.x, max(a.y, a.z)), 0.0)
                }
                GeomType::Capsule => vec3::norm(&from_axis(x, &size)) - size.x,
                GeomType::Ellipsoid => {
                    let (_, b, k0) = scaled(x, &size);
                    k0 * (k0 - 1.0) / vec3::norm(&b)
                }
                GeomType::Cylinder => {
                    let a = [(x.x * x.x + x.y * x.y).sqrt() - size.x, x.z.abs() - size.y];
                    let b = a.map(|a| max(a, 0.0));
                    min(max(a[0], a[1]), 0.0) + dense::norm(&b)
                }
                GeomType::Plane => x.z,
                // They have no distance.
                GeomType::Hfield | GeomType::Mesh | GeomType::Sdf => f64::NAN,
            },
        }
    }

    pub(super) fn gradient(&self, x: &Vec3) -> Vec3 {
        match *self {
            Part::Shape(shape) => shape.gradient(x),
            Part::Plain(kind, size) => match kind {
                GeomType::Sphere => x * (1.0 / vec3::norm(x)),
                GeomType::Box => box_gradient(x, &size),
                GeomType::Capsule => {
                    let a = from_axis(x, &size);
                    let c = vec3::norm(&a);
                    a.map(|a| a / c)
                }
                GeomType::Ellipsoid => ellipsoid_gradient(x, &size),
                GeomType::Cylinder => cylinder_gradient(x, &size),
                GeomType::Plane => Vec3::new(0.0, 0.0, 1.0),
                GeomType::Hfield | GeomType::Mesh | GeomType::Sdf => Vec3::repeat(f64::NAN),
            },
        }
    }
}

/// How far outside a box's faces a point is.
fn outside(x: &Vec3, size: &Vec3) -> Vec3 {
    x.zip_map(size, |x, size| x.abs() - size)
}

/// From the nearest point of a capsule's axis.
fn from_axis(x: &Vec3, size: &Vec3) -> Vec3 {
    Vec3::new(x.x, x.y, x.z - clip(x.z, -size.y, size.y))
}

/// A point over the size, over the size again, and the norm of the first.
fn scaled(x: &Vec3, size: &Vec3) -> (Vec3, Vec3, f64) {
    let a = x.component_div(size);
    (a, a.component_div(size), vec3::norm(&a))
}

fn box_gradient(x: &Vec3, size: &Vec3) -> Vec3 {
    let a = outside(x, size);
    let k = if a.x > a.y { 0 } else { 1 };
    let nearest = if a.z > a[k] { 2 } else { k };
    let mut gradient = Vec3::zeros();
    if a[nearest] < 0.0 {
        gradient[nearest] = x[nearest] / x[nearest].abs();
    } else {
        let b = a.map(|a| max(a, 0.0));
        let c = vec3::norm(&b);
        for axis in 0..3 {
            if a[axis] > 0.0 {
                gradient[axis] = b[axis] / c * x[axis] / x[axis].abs();
            }
        }
    }
    gradient
}

fn ellipsoid_gradient(x: &Vec3, size: &Vec3) -> Vec3 {
    let (_, b, k0) = scaled(x, size);
    let k1 = vec3::norm(&b);
    let (inverse0, inverse1) = (1.0 / k0, 1.0 / k1);
    let by_k0 = (2.0 * k0 - 1.0) * inverse1;
    let by_k1 = k0 * (k0 - 1.0) * inverse1 * inverse1;
    let part = |b: f64, size: f64| {
        let (g0, g1) = (b * inverse0, b * inverse1 / (size * size));
        g0 * by_k0 - g1 * by_k1
    };
    vec3::normalized(b.zip_map(size, part))
}

fn cylinder_gradient(x: &Vec3, size: &Vec3) -> Vec3 {
    let radius = (x.x * x.x + x.y * x.y).sqrt();
    let height = x.z.abs();
    let a = [radius - size.x, height - size.y];
    let along = Vec3::new(x.x / radius, x.y / radius, x.z / height);
    let nearest = if a[0] > a[1] { 0 } else { 1 };
    if a[nearest] < 0.0 {
        return match nearest {
            0 => Vec3::new(along.x, along.y, 0.0),
            _ => Vec3::new(0.0, 0.0, along.z),
        };
    }
    let b = a.map(|a| max(a, 0.0));
    let norm = dense::norm(&b);
    Vec3::new(
        along.x * b[0] / norm,
        along.y * b[0] / norm,
        along.z * b[1] / norm,
    )
}
