//! Force by length and velocity, of one muscle or of four side by side.

use crate::math::MINVAL;
use crate::math::lanes::Lanes;

/// What a muscle's parameters mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameters<T> {
    /// Where the operating range starts and ends, as multiples of the optimum length.
    pub(super) range: [T; 2],
    /// The peak force; a negative one asks for one that scales with the inverse of the acceleration it causes.
    pub(super) force: T,
    pub(super) scale: T,
    /// Where active force starts and ends.
    pub(super) lmin: T,
    pub(super) lmax: T,
    /// The fastest shortening, in optimum lengths per second.
    pub(super) vmax: T,
    /// Passive force at `lmax`, and active force at the fastest lengthening, as multiples of the peak.
    pub(super) fpmax: T,
    pub(super) fvmax: T,
}

impl<T> Parameters<T> {
    /// From the places of a row of parameters.
    #[inline(always)]
    pub(super) fn new(at: impl Fn(usize) -> T) -> Parameters<T> {
        Parameters {
            range: [at(0), at(1)],
            force: at(2),
            scale: at(3),
            lmin: at(4),
            lmax: at(5),
            vmax: at(6),
            fpmax: at(7),
            fvmax: at(8),
        }
    }
}

/// What a muscle's actuator has besides the parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mount<T> {
    pub(super) length_range: [T; 2],
    pub(super) acc0: T,
}

/// A muscle with its peak force and optimum length resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Muscle<T> {
    peak: T,
    optimum: T,
    shortest: T,
    parameters: Parameters<T>,
}

/// Never less than what counts as positive, so that it can be divided by.
#[inline(always)]
pub(super) fn positive<T: Lanes>(x: T) -> T {
    let least = T::splat(MINVAL);
    T::select(x.at_most(least), least, x)
}

impl<T: Lanes> Muscle<T> {
    #[inline(always)]
    pub(super) fn mounted(parameters: Parameters<T>, mount: Mount<T>) -> Muscle<T> {
        let Parameters {
            range,
            force,
            scale,
            ..
        } = parameters;
        let [shortest, longest] = mount.length_range;
        let scaled = force.less(T::splat(0.0));
        Muscle {
            peak: T::select(scaled, scale / positive(mount.acc0), force),
            optimum: (longest - shortest) / positive(range[1] - range[0]),
            shortest,
            parameters,
        }
    }

    /// A muscle of the same peak force and optimum length with other parameters.
    #[inline(always)]
    pub(super) fn with(self, parameters: Parameters<T>) -> Muscle<T> {
        Muscle { parameters, ..self }
    }

    #[inline(always)]
    pub(super) fn normalized_length(&self, length: T) -> T {
        self.parameters.range[0] + (length - self.shortest) / positive(self.optimum)
    }

    /// The velocity that normalised velocities are multiples of.
    #[inline(always)]
    fn top_speed(&self) -> T {
        positive(self.optimum * self.parameters.vmax)
    }

    /// Force per activation at normalised length `l`; negative, because muscles pull.
    #[inline(always)]
    pub(super) fn gain_at(&self, l: T, velocity: T) -> T {
        let (zero, one) = (T::splat(0.0), T::splat(1.0));
        let v = velocity / self.top_speed();
        let most = self.parameters.fvmax;
        let y = most - one;
        let lengthening = most - (y - v) * (y - v) / positive(y);
        let lengthening = T::select(v.at_most(y), lengthening, most);
        let shortening = T::select(v.at_most(T::splat(-1.0)), zero, (v + one) * (v + one));
        let by_velocity = T::select(v.at_most(zero), shortening, lengthening);
        self.peak.opposite() * self.length_curve(l) * by_velocity
    }

    /// Derivative of the gain by velocity.
    pub(super) fn gain_slope_at(&self, l: T, velocity: T) -> T {
        let (zero, two) = (T::splat(0.0), T::splat(2.0));
        let v = velocity / self.top_speed();
        let y = self.parameters.fvmax - T::splat(1.0);
        let lengthening = (T::splat(-2.0) * v + two * y) / positive(y);
        let lengthening = T::select(v.at_most(y), lengthening, zero);
        let shortening = T::select(v.at_most(T::splat(-1.0)), zero, two * v + two);
        let slope = T::select(v.at_most(zero), shortening, lengthening);
        self.peak.opposite() * self.length_curve(l) * slope / self.top_speed()
    }

    /// Active force by normalised length: four parabola pieces from `lmin` over 1 to `lmax`.
    #[doc(alias = "mju_muscleGainLength")]
    #[inline(always)]
    fn length_curve(&self, length: T) -> T {
        let Parameters { lmin, lmax, .. } = self.parameters;
        let (half, one) = (T::splat(0.5), T::splat(1.0));
        let a = half * (lmin + one);
        let b = half * (one + lmax);
        let (rising, falling) = (length.at_most(a), length.at_most(b));
        let below = T::select(rising, length - lmin, one - length);
        let above = T::select(falling, length - one, lmax - length);
        let below_width = T::select(rising, a - lmin, one - a);
        let above_width = T::select(falling, b - one, lmax - b);
        let low = rising | length.at_most(one);
        let x = T::select(low, below, above) / positive(T::select(low, below_width, above_width));
        let square = half * x * x;
        let outer = rising | !(low | falling);
        let curve = T::select(outer, square, one - square);
        T::select(
            lmin.at_most(length) & length.at_most(lmax),
            curve,
            T::splat(0.0),
        )
    }

    /// Passive force of a stretched muscle: quadratic at first, then linear.
    #[inline(always)]
    pub(super) fn bias_at(&self, l: T) -> T {
        let (zero, half, one) = (T::splat(0.0), T::splat(0.5), T::splat(1.0));
        let Parameters { lmax, fpmax, .. } = self.parameters;
        let b = half * (one + lmax);
        let x = (l - T::select(l.at_most(b), one, b)) / positive(b - one);
        let force = self.peak.opposite() * fpmax;
        let stretched = T::select(l.at_most(b), force * half * x * x, force * (half + x));
        T::select(l.at_most(one), zero, stretched)
    }
}
