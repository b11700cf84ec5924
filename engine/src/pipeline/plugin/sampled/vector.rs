//! Points of single precision, in the order of operations of the library that the reference uses
//! (GLM), and boxes.

use nalgebra::{Matrix3, Vector2, Vector3};

pub(super) type Point = Vector3<f32>;
pub(super) type Flat = Vector2<f32>;

pub(super) fn dot(a: &Point, b: &Point) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

pub(super) fn length(v: &Point) -> f32 {
    dot(v, v).sqrt()
}

/// The unit vector along `v`; not a number for a vector of no length.
pub(super) fn unit(v: &Point) -> Point {
    v * (1.0 / dot(v, v).sqrt())
}

pub(super) fn unit_flat(v: Flat) -> Flat {
    v * (1.0 / (v.x * v.x + v.y * v.y).sqrt())
}

/// The first unless it is not larger, which also holds where it is not a number.
pub(super) fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The first unless it is not smaller.
pub(super) fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// 1, -1, or 0 for zero and what is not a number.
pub(super) fn sign(x: f32) -> f32 {
    f32::from(u8::from(x > 0.0)) - f32::from(u8::from(x < 0.0))
}

/// A matrix times a vector.
pub(super) fn times(m: &Matrix3<f32>, v: &Point) -> Point {
    Point::from_fn(|row, _| m[(row, 0)] * v.x + m[(row, 1)] * v.y + m[(row, 2)] * v.z)
}

/// The transpose of a matrix times a vector.
pub(super) fn times_transposed(m: &Matrix3<f32>, v: &Point) -> Point {
    Point::from_fn(|row, _| m[(0, row)] * v.x + m[(1, row)] * v.y + m[(2, row)] * v.z)
}

/// The inverse of a matrix, by cofactors.
pub(super) fn inverse(m: &Matrix3<f32>) -> Matrix3<f32> {
    // By column and row, like the cofactors below.
    let at = |column: usize, row: usize| m[(row, column)];
    let minor = |a: (usize, usize), b: (usize, usize)| {
        at(a.0, a.1) * at(b.0, b.1) - at(b.0, a.1) * at(a.0, b.1)
    };
    let scale = 1.0
        / (at(0, 0) * minor((1, 1), (2, 2)) - at(1, 0) * minor((0, 1), (2, 2))
            + at(2, 0) * minor((0, 1), (1, 2)));
    let cofactor = |sign: f32, a, b| sign * minor(a, b) * scale;
    Matrix3::new(
        cofactor(1.0, (1, 1), (2, 2)),
        cofactor(-1.0, (1, 0), (2, 2)),
        cofactor(1.0, (1, 0), (2, 1)),
        cofactor(-1.0, (0, 1), (2, 2)),
        cofactor(1.0, (0, 0), (2, 2)),
        cofactor(-1.0, (0, 0), (2, 1)),
        cofactor(1.0, (0, 1), (1, 2)),
        cofactor(-1.0, (0, 0), (1, 2)),
        cofactor(1.0, (0, 0), (1, 1)),
    )
}

/// A box with sides along the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) min: Point,
    pub(super) max: Point,
}

impl Bounds {
    pub(super) fn around(points: &[Point]) -> Bounds {
        let mut bounds = Bounds {
            min: Point::repeat(f32::INFINITY),
            max: Point::repeat(f32::NEG_INFINITY),
        };
        for point in points {
            bounds.min = bounds.min.zip_map(point, min);
            bounds.max = bounds.max.zip_map(point, max);
        }
        bounds
    }

    pub(super) fn size(&self) -> Point {
        self.max - self.min
    }

    pub(super) fn longest(&self) -> f32 {
        let size = self.size();
        max(max(size.x, size.y), size.z)
    }

    pub(super) fn center(&self) -> Point {
        self.min + self.size() * 0.5
    }

    pub(super) fn distance(&self, point: &Point) -> f32 {
        let beyond = (point - self.center()).map(f32::abs) - self.size() * 0.5;
        let outside = beyond.map(|side| max(side, 0.0));
        length(&outside) + min(max(beyond.x, max(beyond.y, beyond.z)), 0.0)
    }

    /// How the distance changes, which the reference takes for a box around the origin that is
    /// twice as large.
    pub(super) fn gradient(&self, point: &Point) -> Point {
        let beyond = point.map(f32::abs) - self.size();
        let side = |axis: usize| point[axis] / point[axis].abs();
        let first = if beyond.x > beyond.y { 0 } else { 1 };
        let most = if beyond.z > beyond[first] { 2 } else { first };
        if beyond[most] < 0.0 {
            let mut gradient = Point::zeros();
            gradient[most] = side(most);
            return gradient;
        }
        let outside = beyond.map(|side| max(side, 0.0));
        let length = length(&outside);
        Point::from_fn(|axis, _| {
            if beyond[axis] > 0.0 {
                outside[axis] / length * point[axis] / point[axis].abs()
            } else {
                0.0
            }
        })
    }
}
