//! The muscle model: force by length and velocity, passive force by length, and an activation that rises faster than it falls.
//!
//! Lengths are normalised so that the actuator's length range maps to the muscle's operating range, with the optimum at 1.
//!
//! A Hill-type muscle: `force = -F0 (FL(l) FV(v) act + FP(l))`; Zajac, Muscle and tendon (1989).
//! Activation: `d act / d t = (ctrl - act) / tau(ctrl, act)` with time constants as in Millard et
//! al., Flexing computational muscle (2013).

mod curves;

use std::hint::select_unpredictable as select;

use wide::{CmpEq, f64x4};

use crate::math::{MINVAL, scalar};
use crate::model::codes::{bias, gain};
use crate::model::{NBIAS, NGAIN};
use crate::{Data, Model};
pub(crate) use curves::Muscle;
use curves::{Mount, Parameters, positive};

impl Muscle<f64> {
    /// The muscle of actuator `i`, by its gain or bias parameters.
    pub(crate) fn new(model: &Model, i: usize, prm: &[f64]) -> Muscle<f64> {
        let mount = Mount {
            length_range: model.actuator_lengthrange[i],
            acc0: model.actuator_acc0[i],
        };
        Muscle::mounted(Parameters::new(|k| prm[k]), mount)
    }

    /// Force per activation.
    #[doc(alias = "mju_muscleGain")]
    pub(crate) fn gain(&self, length: f64, velocity: f64) -> f64 {
        self.gain_at(self.normalized_length(length), velocity)
    }

    /// Derivative of the gain by velocity.
    #[doc(alias = "mjd_muscleGain_vel")]
    pub(crate) fn gain_by_velocity(&self, length: f64, velocity: f64) -> f64 {
        self.gain_slope_at(self.normalized_length(length), velocity)
    }

    /// Passive force.
    #[doc(alias = "mju_muscleBias")]
    pub(crate) fn bias(&self, length: f64) -> f64 {
        self.bias_at(self.normalized_length(length))
    }
}

/// Forces of the muscles from actuator `first` on that follow each other, each driven by its activation. Returns their number: none
/// if there are fewer than four.
#[inline(never)]
pub(super) fn forces(model: &Model, data: &mut Data, first: usize) -> usize {
    let end = (first..model.nu)
        .find(|&i| !is_plain(model, i))
        .unwrap_or(model.nu);
    if end - first < 4 {
        return 0;
    }
    for start in (first..end).step_by(4) {
        // The last four may have some that were there before.
        let start = start.min(end - 4);
        let Some(muscles) = Four::new(model, data, start) else {
            return 0;
        };
        let forces = muscles.forces(&data.act);
        for (i, force) in (start..).zip(forces) {
            data.actuator_force[i] = match model.actuator_forcelimited[i] {
                0 => force,
                _ => {
                    let [lower, upper] = model.actuator_forcerange[i];
                    scalar::clip(force, lower, upper)
                }
            };
        }
    }
    end - first
}

/// Whether an actuator has gain and bias from a muscle and is driven by its one activation as it is.
#[inline(always)]
fn is_plain(model: &Model, i: usize) -> bool {
    model.actuator_gaintype[i] == gain::MUSCLE
        && model.actuator_biastype[i] == bias::MUSCLE
        && model.actuator_actnum[i] == 1
        && model.actuator_actearly[i] == 0
        && model.opt.disableactuator == 0
}

/// What the forces of four muscles depend on.
struct Four<'a> {
    gain: &'a [[f64; NGAIN]; 4],
    bias: &'a [[f64; NBIAS]; 4],
    length_range: &'a [[f64; 2]; 4],
    acc0: &'a [f64; 4],
    length: &'a [f64; 4],
    velocity: &'a [f64; 4],
    activation: &'a [i32; 4],
}

impl Four<'_> {
    fn new<'a>(model: &'a Model, data: &'a Data, start: usize) -> Option<Four<'a>> {
        Some(Four {
            gain: model.actuator_gainprm[start..].first_chunk()?,
            bias: model.actuator_biasprm[start..].first_chunk()?,
            length_range: model.actuator_lengthrange[start..].first_chunk()?,
            acc0: model.actuator_acc0[start..].first_chunk()?,
            length: data.actuator_length[start..].first_chunk()?,
            velocity: data.actuator_velocity[start..].first_chunk()?,
            activation: model.actuator_actadr[start..].first_chunk()?,
        })
    }

    /// Forces by these activations, not limited yet.
    #[inline(always)]
    fn forces(&self, act: &[f64]) -> [f64; 4] {
        let parameters = Parameters::new(|k| f64x4::from(self.gain.map(|prm| prm[k])));
        let passive = Parameters::new(|k| f64x4::from(self.bias.map(|prm| prm[k])));
        let mount = Mount {
            length_range: [0, 1].map(|k| f64x4::from(self.length_range.map(|range| range[k]))),
            acc0: f64x4::from(*self.acc0),
        };
        let length = f64x4::from(*self.length);
        let muscle = Muscle::mounted(parameters, mount);
        let l = muscle.normalized_length(length);
        let bias = if self.is_alike() {
            muscle.with(passive).bias_at(l)
        } else {
            let passive = Muscle::mounted(passive, mount);
            passive.bias_at(passive.normalized_length(length))
        };
        let gain = muscle.gain_at(l, f64x4::from(*self.velocity));
        let act = f64x4::from(self.activation.map(|adr| act[adr as usize]));
        (gain * act + bias).to_array()
    }

    /// Whether gain and bias agree on range and force, as they almost always do.
    #[inline(always)]
    fn is_alike(&self) -> bool {
        let mut alike = f64x4::from(0.0).cmp_eq(f64x4::from(0.0));
        for (gain, bias) in self.gain.iter().zip(self.bias) {
            let [gain, bias] =
                [gain, bias].map(|prm| f64x4::from([prm[0], prm[1], prm[2], prm[3]]));
            alike &= gain.cmp_eq(bias);
        }
        alike.all()
    }
}

/// Rate of activation, by time constants for rising and falling and the width over which one turns into the other.
#[doc(alias("mju_muscleDynamics", "mju_muscleDynamicsTimescale"))]
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
#[doc(alias = "mju_sigmoid")]
fn sigmoid(x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
    }
}
