//! The muscle model: force by length and velocity, passive force by length, and an activation that rises faster than it falls.
//!
//! Lengths are normalised so that the actuator's length range maps to the muscle's operating range, with the optimum at 1.

use crate::Model;
use crate::math::{MINVAL, scalar};

/// A muscle's parameters, with its peak force and optimum length resolved.
pub(crate) struct Muscle<'a> {
    peak: f64,
    optimum: f64,
    shortest: f64,
    prm: &'a [f64],
}

/// Never less than what counts as positive, so that it can be divided by.
fn positive(x: f64) -> f64 {
    scalar::max(MINVAL, x)
}

impl<'a> Muscle<'a> {
    /// The muscle of actuator `i`, by its gain or bias parameters:
    /// `(range, range, force, scale, lmin, lmax, vmax, fpmax, fvmax)`.
    pub(crate) fn new(model: &Model, i: usize, prm: &'a [f64]) -> Muscle<'a> {
        let [shortest, longest] = model.actuator_lengthrange[i];
        // A negative force asks for one that scales with the inverse of the acceleration it causes.
        let peak = if prm[2] < 0.0 {
            prm[3] / positive(model.actuator_acc0[i])
        } else {
            prm[2]
        };
        Muscle {
            peak,
            optimum: (longest - shortest) / positive(prm[1] - prm[0]),
            shortest,
            prm,
        }
    }

    fn normalized_length(&self, length: f64) -> f64 {
        self.prm[0] + (length - self.shortest) / positive(self.optimum)
    }

    /// The velocity that normalised velocities are multiples of.
    fn top_speed(&self) -> f64 {
        positive(self.optimum * self.prm[6])
    }

    fn length_curve(&self, length: f64) -> f64 {
        length_curve(self.normalized_length(length), self.prm[4], self.prm[5])
    }

    /// Force per activation; negative, because muscles pull.
    pub(crate) fn gain(&self, length: f64, velocity: f64) -> f64 {
        let v = velocity / self.top_speed();
        let most = self.prm[8];
        let y = most - 1.0;
        let by_velocity = if v <= -1.0 {
            0.0
        } else if v <= 0.0 {
            (v + 1.0) * (v + 1.0)
        } else if v <= y {
            most - (y - v) * (y - v) / positive(y)
        } else {
            most
        };
        -self.peak * self.length_curve(length) * by_velocity
    }

    /// Derivative of the gain by velocity.
    pub(crate) fn gain_by_velocity(&self, length: f64, velocity: f64) -> f64 {
        let v = velocity / self.top_speed();
        let y = self.prm[8] - 1.0;
        let slope = if v <= -1.0 {
            0.0
        } else if v <= 0.0 {
            2.0 * v + 2.0
        } else if v <= y {
            (-2.0 * v + 2.0 * y) / positive(y)
        } else {
            0.0
        };
        -self.peak * self.length_curve(length) * slope / self.top_speed()
    }

    /// Passive force of a stretched muscle: quadratic at first, then linear.
    pub(crate) fn bias(&self, length: f64) -> f64 {
        let l = self.normalized_length(length);
        let strength = self.prm[7];
        let b = 0.5 * (1.0 + self.prm[5]);
        if l <= 1.0 {
            0.0
        } else if l <= b {
            let x = (l - 1.0) / positive(b - 1.0);
            -self.peak * strength * 0.5 * x * x
        } else {
            let x = (l - b) / positive(b - 1.0);
            -self.peak * strength * (0.5 + x)
        }
    }
}

/// Active force by normalised length: four parabola pieces from `lmin` over 1 to `lmax`.
fn length_curve(length: f64, lmin: f64, lmax: f64) -> f64 {
    if !(lmin <= length && length <= lmax) {
        return 0.0;
    }
    let a = 0.5 * (lmin + 1.0);
    let b = 0.5 * (1.0 + lmax);
    if length <= a {
        let x = (length - lmin) / positive(a - lmin);
        0.5 * x * x
    } else if length <= 1.0 {
        let x = (1.0 - length) / positive(1.0 - a);
        1.0 - 0.5 * x * x
    } else if length <= b {
        let x = (length - 1.0) / positive(b - 1.0);
        1.0 - 0.5 * x * x
    } else {
        let x = (lmax - length) / positive(lmax - b);
        0.5 * x * x
    }
}

/// Rate of activation, by time constants for rising and falling and the width over which one turns into the other.
pub(crate) fn activation_rate(ctrl: f64, act: f64, prm: &[f64]) -> f64 {
    let slowing = 0.5 + 1.5 * scalar::clip(act, 0.0, 1.0);
    let rising = prm[0] * slowing;
    let falling = prm[1] / slowing;
    let width = prm[2];
    let excess = scalar::clip(ctrl, 0.0, 1.0) - act;
    let tau = if width < MINVAL {
        if excess > 0.0 { rising } else { falling }
    } else {
        falling + (rising - falling) * sigmoid(excess / width + 0.5)
    };
    excess / positive(tau)
}

/// A quintic step from 0 to 1 with flat ends.
fn sigmoid(x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
    }
}
