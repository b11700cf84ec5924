//! The muscle model: force by length and velocity, passive force by length, and an activation that
//! rises faster than it falls.
//!
//! Lengths are normalised so that the actuator's length range maps to the muscle's operating range,
//! with the optimum at 1.
//!
//! A Hill-type muscle: `force = -F0 (FL(l) FV(v) act + FP(l))`; Zajac, Muscle and tendon (1989).
//! Activation: `d act / d t = (ctrl - act) / tau(ctrl, act)` with time constants as in Millard et
//! al., Flexing computational muscle (2013).
//!
//! Both sides of a choice are computed: which one is taken changes from muscle to muscle, and a
//! branch would be mispredicted.

use std::hint::select_unpredictable as select;

use super::{MINVAL, scalar, sigmoid};

/// A muscle with its peak force and optimum length resolved: `mju_muscleGain` and its sisters, split
/// into what is computed once and what changes.
///
/// ```
/// use plumbline::math::muscle::Muscle;
///
/// // MuJoCo's default parameters, at the middle of the length range.
/// let prm = [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2];
/// let muscle = Muscle::new([-1.0, 1.0], 2.0, &prm);
/// assert!(muscle.gain(0.0, 0.0) < -90.0);
/// assert_eq!(muscle.bias(0.0), 0.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Muscle {
    /// The peak force.
    peak: f64,
    optimum: f64,
    shortest: f64,
    /// Where the operating range starts, as a multiple of the optimum length.
    start: f64,
    /// Where active force starts and ends.
    lmin: f64,
    lmax: f64,
    /// The fastest shortening, in optimum lengths per second.
    vmax: f64,
    /// Passive force at `lmax`, and active force at the fastest lengthening, as multiples of the
    /// peak.
    fpmax: f64,
    fvmax: f64,
}

/// At least MINVAL, so that it can be divided by.
#[inline(always)]
fn positive(x: f64) -> f64 {
    select(x <= MINVAL, MINVAL, x)
}

impl Muscle {
    /// A muscle by its actuator's length range, the acceleration that a unit force causes at the
    /// reference configuration, and nine gain or bias parameters: where the operating range starts
    /// and ends, peak force, scale, `lmin`, `lmax`, `vmax`, `fpmax`, `fvmax`.
    #[inline]
    pub fn new([shortest, longest]: [f64; 2], acc0: f64, prm: &[f64]) -> Muscle {
        let (force, scale) = (prm[2], prm[3]);
        Muscle {
            // A negative force asks for one that scales with the inverse of the acceleration that
            // it causes.
            peak: select(force < 0.0, scale / positive(acc0), force),
            optimum: (longest - shortest) / positive(prm[1] - prm[0]),
            shortest,
            start: prm[0],
            lmin: prm[4],
            lmax: prm[5],
            vmax: prm[6],
            fpmax: prm[7],
            fvmax: prm[8],
        }
    }

    #[inline(always)]
    fn normalized_length(&self, length: f64) -> f64 {
        self.start + (length - self.shortest) / positive(self.optimum)
    }

    /// The velocity that normalised velocities are multiples of.
    #[inline(always)]
    fn top_speed(&self) -> f64 {
        positive(self.optimum * self.vmax)
    }

    /// Force per activation; negative, because muscles pull.
    #[doc(alias = "mju_muscleGain")]
    #[inline]
    pub fn gain(&self, length: f64, velocity: f64) -> f64 {
        let v = velocity / self.top_speed();
        let most = self.fvmax;
        let y = most - 1.0;
        let lengthening = most - (y - v) * (y - v) / positive(y);
        let lengthening = select(v <= y, lengthening, most);
        let shortening = select(v <= -1.0, 0.0, (v + 1.0) * (v + 1.0));
        let by_velocity = select(v <= 0.0, shortening, lengthening);
        -self.peak * self.length_curve(length) * by_velocity
    }

    /// Derivative of the gain by velocity.
    #[doc(alias = "mjd_muscleGain_vel")]
    pub fn gain_by_velocity(&self, length: f64, velocity: f64) -> f64 {
        let v = velocity / self.top_speed();
        let y = self.fvmax - 1.0;
        let lengthening = (-2.0 * v + 2.0 * y) / positive(y);
        let lengthening = select(v <= y, lengthening, 0.0);
        let shortening = select(v <= -1.0, 0.0, 2.0 * v + 2.0);
        let slope = select(v <= 0.0, shortening, lengthening);
        -self.peak * self.length_curve(length) * slope / self.top_speed()
    }

    /// Active force by length: four parabola pieces from `lmin` over 1 to `lmax`.
    #[doc(alias = "mju_muscleGainLength")]
    #[inline(always)]
    fn length_curve(&self, length: f64) -> f64 {
        let Muscle { lmin, lmax, .. } = *self;
        let length = self.normalized_length(length);
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

    /// Passive force of a stretched muscle: quadratic at first, then linear.
    #[doc(alias = "mju_muscleBias")]
    #[inline]
    pub fn bias(&self, length: f64) -> f64 {
        let l = self.normalized_length(length);
        let b = 0.5 * (1.0 + self.lmax);
        let x = (l - select(l <= b, 1.0, b)) / positive(b - 1.0);
        let force = -self.peak * self.fpmax;
        let stretched = select(l <= b, force * 0.5 * x * x, force * (0.5 + x));
        select(l <= 1.0, 0.0, stretched)
    }
}

/// Rate of a muscle's activation under a control, by time constants for rising and falling and the width over which one turns
/// into the other.
#[doc(alias("mju_muscleDynamics", "mju_muscleDynamicsTimescale"))]
pub fn activation_rate(ctrl: f64, act: f64, prm: &[f64]) -> f64 {
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
