//! Bolts and nuts: a triangular wave wound around an axis, and a head of six sides. After
//! <https://www.shadertoy.com/view/XtffzX>.

use std::f64::consts::PI;

use crate::data::plugin::{Outline, Shape};
use crate::math::scalar::{max, min};
use crate::math::{Vec3, dense};

/// Turns of the thread per m.
const TURNS: f64 = 12.0;
/// Half the sizes of a box around either.
const HALF: Vec3 = Vec3::new(0.6, 0.6, 1.0);

#[derive(Debug)]
struct Bolt(f64);

#[derive(Debug)]
struct Nut(f64);

pub(super) fn bolt(numbers: &[f64]) -> Outline {
    Outline {
        shape: Box::new(Bolt(numbers[0])),
        half: HALF,
    }
}

pub(super) fn nut(numbers: &[f64]) -> Outline {
    Outline {
        shape: Box::new(Nut(numbers[0])),
        half: HALF,
    }
}

/// What bolts and nuts have in common at a point.
struct Thread {
    /// How far outside the cylinder of the given radius.
    outside: f64,
    /// The sine of 45 degrees, the slope of flanks and cones.
    slope: f64,
    /// Distance from the flanks.
    flank: f64,
    /// Distance from the cone that ends the thread.
    cone: f64,
}

impl Thread {
    fn at(p: &Vec3, radius: f64) -> Thread {
        let outside = (p.x * p.x + p.y * p.y).sqrt() - radius;
        let slope = 2.0_f64.sqrt() / 2.0;
        let turn = p.z * TURNS - p.y.atan2(p.x) / PI / 2.0;
        let wave = (turn - turn.floor() - 0.5).abs();
        Thread {
            outside,
            slope,
            flank: (outside - wave / TURNS) * slope,
            cone: (p.z - outside) * slope,
        }
    }

    /// Distance from the head, whose upper edge is rounded by a cone.
    fn head(&self, p: &Vec3) -> f64 {
        // The side of the six that the point is next to, turned to face x.
        let sides = 6.0 / PI / 2.0;
        let angle = -(p.y.atan2(p.x) * sides + 0.5).floor() / sides;
        let row = [(angle + PI * 0.5).sin(), -angle.sin()];
        let side = dense::dot(&row, &[p.x, p.y]) - 0.5;
        let flat = max(side, (p.z + 0.25).abs() - 0.25);
        max(flat, (p.z + self.outside - 0.22) * self.slope)
    }
}

impl Shape for Bolt {
    fn distance(&self, p: &Vec3) -> f64 {
        let thread = Thread::at(p, self.0);
        let cut = max(thread.flank, -(0.5 - (p.z + 0.5).abs()));
        let shaft = max(cut, -(thread.cone + 1.0 * thread.slope));
        min(shaft, thread.head(p))
    }
}

impl Shape for Nut {
    fn distance(&self, p: &Vec3) -> f64 {
        let thread = Thread::at(p, self.0);
        let hole = max(thread.flank, -(thread.cone + 0.5 * thread.slope));
        let hole = min(hole, -thread.cone - 0.05 * thread.slope);
        max(thread.head(p), -hole)
    }
}
