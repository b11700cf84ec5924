//! A ring: the distance from a circle of radius `R`, less the radius of its section.

use crate::data::plugin::{Outline, Shape};
use crate::math::{MINVAL, Vec3};

#[derive(Debug)]
struct Torus {
    /// Of the ring.
    large: f64,
    /// Of its section.
    small: f64,
}

pub(super) fn torus(numbers: &[f64]) -> Outline {
    let (large, small) = (numbers[0], numbers[1]);
    let half = Vec3::new(large + small, large + small, small);
    Outline {
        shape: Box::new(Torus { large, small }),
        half,
    }
}

impl Shape for Torus {
    fn distance(&self, p: &Vec3) -> f64 {
        let outwards = (p.x * p.x + p.y * p.y).sqrt() - self.large;
        (outwards * outwards + p.z * p.z).sqrt() - self.small
    }

    fn gradient(&self, p: &Vec3) -> Vec3 {
        let radius = (p.x * p.x + p.y * p.y).sqrt();
        let outwards = radius - self.large;
        let length = (outwards * outwards + p.z * p.z).sqrt();
        let length = if length > MINVAL { length } else { MINVAL };
        Vec3::new(
            outwards * (p.x / radius) / length,
            outwards * (p.y / radius) / length,
            p.z / length,
        )
    }
}
