//! The muscle model: force by length and velocity, passive force by length, and an activation that rises faster than it falls.
//!
//! Lengths are normalised so that the actuator's length range maps to the muscle's operating range, with the optimum at 1.

use std::hint::select_unpredictable as select;

use wide::{CmpEq, f64x4};

use crate::codes::{bias, gain};
use crate::math::{MINVAL, scalar};
use crate::{Data, Model};

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

    #[inline]
    fn normalized_length(&self, length: f64) -> f64 {
        self.prm[0] + (length - self.shortest) / positive(self.optimum)
    }

    /// The velocity that normalised velocities are multiples of.
    #[inline]
    fn top_speed(&self) -> f64 {
        positive(self.optimum * self.prm[6])
    }

    /// Force per activation; negative, because muscles pull.
    #[inline(never)]
    pub(crate) fn gain(&self, length: f64, velocity: f64) -> f64 {
        self.gain_at(self.normalized_length(length), velocity)
    }

    #[inline(always)]
    fn gain_at(&self, l: f64, velocity: f64) -> f64 {
        let v = velocity / self.top_speed();
        let most = self.prm[8];
        let y = most - 1.0;
        // Whichever piece it is, its value is at hand: muscles shorten and stretch too often for a guess.
        let lengthening = most - (y - v) * (y - v) / positive(y);
        let lengthening = select(v <= y, lengthening, most);
        let shortening = select(v <= -1.0, 0.0, (v + 1.0) * (v + 1.0));
        let by_velocity = select(v <= 0.0, shortening, lengthening);
        -self.peak * self.length_curve(l) * by_velocity
    }

    #[inline]
    fn length_curve(&self, l: f64) -> f64 {
        length_curve(l, self.prm[4], self.prm[5])
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
        -self.peak * self.length_curve(self.normalized_length(length)) * slope / self.top_speed()
    }

    /// Passive force of a stretched muscle: quadratic at first, then linear.
    pub(crate) fn bias(&self, length: f64) -> f64 {
        self.bias_at(self.normalized_length(length))
    }

    #[inline]
    fn bias_at(&self, l: f64) -> f64 {
        let strength = self.prm[7];
        let b = 0.5 * (1.0 + self.prm[5]);
        let x = (l - select(l <= b, 1.0, b)) / positive(b - 1.0);
        let quadratic = -self.peak * strength * 0.5 * x * x;
        let linear = -self.peak * strength * (0.5 + x);
        select(l <= 1.0, 0.0, select(l <= b, quadratic, linear))
    }
}

/// Forces of the muscles from actuator `first` on that follow each other, each driven by its activation. Returns their number.
#[inline(never)]
pub(super) fn forces(model: &Model, data: &mut Data, first: usize) -> usize {
    let n = model.nu;
    let kinds = (&model.actuator_gaintype[..n], &model.actuator_biastype[..n]);
    let starts = &model.actuator_actadr[..n];
    let (counts, early) = (&model.actuator_actnum[..n], &model.actuator_actearly[..n]);
    let (limited, ranges) = (
        &model.actuator_forcelimited[..n],
        &model.actuator_forcerange[..n],
    );
    let lengths = &data.actuator_length[..n];
    let velocities = &data.actuator_velocity[..n];
    let forces = &mut data.actuator_force[..n];
    for i in first..n {
        let muscle = (kinds.0[i], kinds.1[i]) == (gain::MUSCLE, bias::MUSCLE);
        let plain = counts[i] == 1 && early[i] == 0 && model.opt.disableactuator == 0;
        if !(muscle && plain) {
            return i - first;
        }
        let act = data.act[starts[i] as usize];
        let (gain, bias) = gain_and_bias(model, i, lengths[i], velocities[i]);
        let force = gain * act + bias;
        forces[i] = match limited[i] {
            0 => force,
            _ => scalar::clip(force, ranges[i][0], ranges[i][1]),
        };
    }
    n - first
}

/// Gain and bias of an actuator that has both from a muscle.
#[inline(always)]
fn gain_and_bias(model: &Model, i: usize, length: f64, velocity: f64) -> (f64, f64) {
    let (gain, bias) = (&model.actuator_gainprm[i], &model.actuator_biasprm[i]);
    let muscle = Muscle::new(model, i, gain);
    let [range_and_force, other] =
        [gain, bias].map(|prm| f64x4::from([prm[0], prm[1], prm[2], prm[3]]));
    if !range_and_force.cmp_eq(other).all() {
        let passive = Muscle::new(model, i, bias);
        return (muscle.gain(length, velocity), passive.bias(length));
    }
    let l = muscle.normalized_length(length);
    let passive = Muscle {
        prm: bias,
        ..muscle
    };
    (muscle.gain_at(l, velocity), passive.bias_at(l))
}

/// Active force by normalised length: four parabola pieces from `lmin` over 1 to `lmax`.
#[inline]
fn length_curve(length: f64, lmin: f64, lmax: f64) -> f64 {
    let a = 0.5 * (lmin + 1.0);
    let b = 0.5 * (1.0 + lmax);
    let (rising, falling) = (length <= a, length <= b);
    let below = select(rising, length - lmin, 1.0 - length);
    let above = select(falling, length - 1.0, lmax - length);
    let below_width = select(rising, a - lmin, 1.0 - a);
    let above_width = select(falling, b - 1.0, lmax - b);
    let low = rising | (length <= 1.0);
    let x = select(low, below, above) / positive(select(low, below_width, above_width));
    let square = 0.5 * x * x;
    let outer = rising | !(low | falling);
    let curve = select(outer, square, 1.0 - square);
    select((lmin <= length) & (length <= lmax), curve, 0.0)
}

/// Rate of activation, by time constants for rising and falling and the width over which one turns into the other.
pub(crate) fn activation_rate(ctrl: f64, act: f64, prm: &[f64]) -> f64 {
    let slowing = 0.5 + 1.5 * scalar::clip(act, 0.0, 1.0);
    let rising = prm[0] * slowing;
    let falling = prm[1] / slowing;
    let width = prm[2];
    let excess = scalar::clip(ctrl, 0.0, 1.0) - act;
    let tau = if width < MINVAL {
        select(excess > 0.0, rising, falling)
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
