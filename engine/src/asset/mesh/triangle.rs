//! Area, normal and centre of a triangle. Differences and sums of corners are taken in single
//! precision, the rest in double.

use crate::math::{MINVAL, Vec3};

#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    pub(super) area: f64,
    /// A unit vector, unless the area is 0 or it does not matter.
    pub(super) normal: Vec3,
    pub(super) center: Vec3,
}

impl Triangle {
    pub(super) fn new([a, b, c]: [[f32; 3]; 3]) -> Triangle {
        let mut normal = edge(a, b).cross(&edge(a, c));
        let length = normal.dot(&normal).sqrt();
        let mut area = 0.0;
        if length >= MINVAL {
            normal /= length;
            area = length / 2.0;
        }
        Triangle {
            area,
            normal,
            center: center([a, b, c]),
        }
    }

    /// A piece of a shell, whose orientation does not matter: the normal is left out.
    pub(super) fn of_shell(corners: [[f32; 3]; 3]) -> Triangle {
        Triangle {
            area: area(corners),
            normal: Vec3::zeros(),
            center: center(corners),
        }
    }
}

fn center([a, b, c]: [[f32; 3]; 3]) -> Vec3 {
    Vec3::from_fn(|i, _| f64::from((a[i] + b[i] + c[i]) / 3.0))
}

/// The area alone.
pub(super) fn area([a, b, c]: [[f32; 3]; 3]) -> f64 {
    let normal = edge(a, b).cross(&edge(a, c));
    let length = normal.dot(&normal).sqrt();
    if length >= MINVAL { length / 2.0 } else { 0.0 }
}

/// The vector from `a` to `b`.
pub(super) fn edge(a: [f32; 3], b: [f32; 3]) -> Vec3 {
    Vec3::new(
        f64::from(b[0] - a[0]),
        f64::from(b[1] - a[1]),
        f64::from(b[2] - a[2]),
    )
}

pub(super) fn wide(v: [f32; 3]) -> Vec3 {
    Vec3::from(v.map(f64::from))
}

pub(super) fn narrow(v: &Vec3) -> [f32; 3] {
    [v.x as f32, v.y as f32, v.z as f32]
}
