//! A gear wheel whose teeth have flanks along involutes of a circle. After
//! <https://www.shadertoy.com/view/3lG3WR>.

use std::f64::consts::PI;

use crate::data::plugin::{Outline, Shape};
use crate::math::scalar::{clip, max, min};
use crate::math::{Vec3, dense};

#[derive(Debug)]
struct Gear {
    /// By how much it is turned, in rad.
    turn: f64,
    /// Of the circle on which two wheels roll.
    diameter: f64,
    teeth: f64,
    thickness: f64,
    /// Of the hole; below zero for one that suits the wheel.
    inner: f64,
}

pub(super) fn gear(numbers: &[f64]) -> Outline {
    let gear = Gear {
        turn: numbers[0],
        diameter: numbers[1],
        teeth: numbers[2],
        thickness: numbers[3],
        inner: numbers[4],
    };
    let across = gear.diameter / 2.0 * 1.25;
    let half = Vec3::new(across, across, gear.thickness / 2.0 * 1.1);
    Outline {
        shape: Box::new(gear),
        half,
    }
}

/// The smaller of two distances, rounded where they are within `k` of each other.
fn smooth_union(a: f64, b: f64, k: f64) -> f64 {
    let h = clip(0.5 + 0.5 * (b - a) / k, 0.0, 1.0);
    b * (1.0 - h) + a * h - k * h * (1.0 - h)
}

/// The larger of two distances, rounded likewise.
fn smooth_intersection(a: f64, b: f64, k: f64) -> f64 {
    max(max(a, b), -smooth_union(max(a, -b), max(b, -a), k))
}

/// The rest of a division, of the divisor's sign.
fn rest(x: f64, y: f64) -> f64 {
    x - y * (x / y).floor()
}

impl Gear {
    /// Distance in the plane of the wheel.
    fn outline(&self, p: &Vec3) -> f64 {
        let (d, n) = (self.diameter, self.teeth);
        let pressure = 3.096e-5 * n * n - 6.557e-3 * n + 0.551;
        let radius = d / 2.0;
        let rho = dense::norm(&[p.x, p.y]);
        let pitch = n / d;
        let arc = PI / pitch;
        let tip = (d + 2.0 * (1.0 / pitch)) / 2.0;
        let depth = 2.2 / pitch;
        let hole = if self.inner >= 0.0 {
            self.inner / 2.0
        } else {
            tip - depth - 0.14 * d
        };
        if hole - rho > 0.0 {
            return hole - rho;
        }
        if tip - rho < -0.2 {
            return rho - tip;
        }
        let base = d * pressure.cos() / 2.0;
        let angle = p.y.atan2(p.x) + self.turn;
        let stride = arc / radius;
        let lean = (base / radius).acos();
        let shift = stride / 2.0 - 2.0 * (lean.tan() - lean);
        // The angle from either flank of the tooth.
        let left = rest(angle + shift / 2.0, stride) - shift / 2.0;
        let right = rest(-angle - shift + shift / 2.0, stride) - shift / 2.0;
        let mut flanks = [-1.0e6; 2];
        if base < rho {
            let unrolled = (base / rho).acos();
            let tangent = (rho * rho - base * base).sqrt();
            flanks = [left, right].map(|from| tangent - base * (from + unrolled));
        }
        let walls = max(left - (stride - shift), right - (stride - shift));
        let teeth = max(walls, max(flanks[0], flanks[1]));
        let teeth = smooth_intersection(rho - tip, teeth, 0.0035 * d);
        let wheel = smooth_union(rho - (tip - depth), teeth, base - tip + depth);
        max(wheel, -(rho - hole))
    }
}

impl Shape for Gear {
    fn distance(&self, p: &Vec3) -> f64 {
        let across = self.outline(p);
        let along = p.z.abs() - self.thickness / 2.0;
        let outside = [max(across, 0.0), max(along, 0.0)];
        min(max(across, along), 0.0) + dense::norm(&outside)
    }
}
