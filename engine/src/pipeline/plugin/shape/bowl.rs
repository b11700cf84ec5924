//! A bowl: a hollow sphere cut open at some height.

use crate::data::plugin::{Outline, Shape};
use crate::math::{Vec3, dense};

#[derive(Debug)]
struct Bowl {
    height: f64,
    radius: f64,
    thickness: f64,
}

pub(super) fn bowl(numbers: &[f64]) -> Outline {
    let bowl = Bowl {
        height: numbers[0],
        radius: numbers[1],
        thickness: numbers[2],
    };
    let half = Vec3::repeat(bowl.radius + bowl.thickness);
    Outline {
        shape: Box::new(bowl),
        half,
    }
}

impl Shape for Bowl {
    fn distance(&self, p: &Vec3) -> f64 {
        let (height, radius) = (self.height, self.radius);
        // Of the opening.
        let width = (radius * radius - height * height).sqrt();
        let q = [dense::norm(&[p.x, p.y]), p.z];
        let from_middle = if height * q[0] < width * q[1] {
            dense::norm(&[q[0] - width, q[1] - height])
        } else {
            (dense::norm(&q) - radius).abs()
        };
        from_middle - self.thickness
    }
}
