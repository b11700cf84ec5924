//! From controls to joint forces: activation dynamics, gains and biases, limits, and the
//! transmission's transpose.
//!
//! `force = gain(length, velocity) * u + bias(length, velocity)` with `u` the control or an
//! activation of `d act / d t = (ctrl - act) / tau`; `qfrc_actuator = moment' force`.

#[cfg(test)]
mod tests;

use std::hint::select_unpredictable;

use crate::data::plugin::Capability;
use crate::data::timer::Timer;
use crate::math::muscle::{self, Muscle};
use crate::math::{MINVAL, dense, scalar, sparse};
use crate::model::codes::{bias, disable, dynamics, gain, warning};
use crate::model::paths::SpecialPath;
use crate::{Data, Model};

/// Computes `act_dot`, `actuator_force` and `qfrc_actuator`.
#[doc(alias = "mj_fwdActuation")]
pub(crate) fn actuation(model: &Model, data: &mut Data) {
    let begin = data.now();
    if !model.actuates() {
        data.actuator_force.fill(0.0);
        data.qfrc_actuator.fill(0.0);
        return;
    }
    let mut ctrl = std::mem::take(&mut data.scratch.ctrl);
    effective_controls(model, data, &mut ctrl);
    if model.na > 0 {
        for (i, &ctrl) in ctrl.iter().enumerate() {
            activation_rate(model, data, i, ctrl);
        }
    }
    if model.nplugin == 0 {
        for i in plain_forces(model, data, &ctrl)..model.nu {
            data.actuator_force[i] = limited_force(model, data, i, ctrl[i]);
        }
    } else {
        forces_with_plugins(model, data, &ctrl);
    }
    data.scratch.ctrl = ctrl;
    joint_forces(model, data);
    data.end(Timer::Actuation, begin);
}

/// Forces of all actuators, those of plugins after the others, whatever is switched off.
fn forces_with_plugins(model: &Model, data: &mut Data, ctrl: &[f64]) {
    data.rate_plugins(model);
    for (i, &ctrl) in ctrl.iter().enumerate() {
        let elsewhere = model.actuator_plugin[i] >= 0 || is_disabled(model, i);
        data.actuator_force[i] = if elsewhere {
            0.0
        } else {
            force(model, data, i, ctrl)
        };
    }
    data.compute_plugins(model, Capability::Actuator);
    for i in 0..model.nu {
        data.actuator_force[i] = within_limits(model, i, data.actuator_force[i]);
    }
}

/// Force of one actuator of any kind.
#[inline]
fn limited_force(model: &Model, data: &Data, i: usize, ctrl: f64) -> f64 {
    let force = if is_disabled(model, i) {
        0.0
    } else {
        force(model, data, i, ctrl)
    };
    within_limits(model, i, force)
}

#[inline]
fn within_limits(model: &Model, i: usize, force: f64) -> f64 {
    match model.actuator_forcelimited[i] {
        0 => force,
        _ => {
            let [lower, upper] = model.actuator_forcerange[i];
            scalar::clip(force, lower, upper)
        }
    }
}

/// Whether an actuator's group is switched off.
#[doc(alias = "mj_actuatorDisabled")]
#[inline]
pub(crate) fn is_disabled(model: &Model, i: usize) -> bool {
    let (disabled, group) = (model.opt.disableactuator, model.actuator_group[i]);
    disabled != 0 && (0..=30).contains(&group) && disabled & (1 << group) != 0
}

/// Controls within their limits. One bad control makes all of them zero.
fn effective_controls(model: &Model, data: &mut Data, ctrl: &mut [f64]) {
    let clamped = !model.disabled(disable::CLAMP_CTRL);
    let limits = model
        .actuator_ctrllimited
        .iter()
        .zip(&model.actuator_ctrlrange);
    for ((ctrl, &given), (&limited, &[lower, upper])) in ctrl.iter_mut().zip(&data.ctrl).zip(limits)
    {
        let (below, above) = (given < lower, given > upper);
        let clipped = select_unpredictable(below, lower, select_unpredictable(above, upper, given));
        *ctrl = if clamped && limited != 0 {
            clipped
        } else {
            given
        };
    }
    if let Some(bad) = scalar::first_bad(ctrl) {
        data.warning[warning::BAD_CTRL].raise(bad);
        ctrl.fill(0.0);
    }
}

/// The activation variable that drives an actuator: its last one.
#[inline]
pub(crate) fn driving_activation(model: &Model, i: usize) -> Option<usize> {
    let first = usize::try_from(model.actuator_actadr[i]).ok()?;
    (first + model.actuator_actnum[i] as usize).checked_sub(1)
}

/// Rate of change of an actuator's activation.
fn activation_rate(model: &Model, data: &mut Data, i: usize, ctrl: f64) {
    let Some(last) = driving_activation(model, i) else {
        return;
    };
    let first = model.actuator_actadr[i] as usize;
    if first < last {
        data.act_dot[first..last].fill(0.0);
    }
    data.act_dot[last] = 0.0;
    let prm = &model.actuator_dynprm[i];
    data.act_dot[last] = match model.actuator_dyntype[i] {
        dynamics::INTEGRATOR => ctrl,
        dynamics::FILTER | dynamics::FILTER_EXACT => {
            (ctrl - data.act[last]) / scalar::max(MINVAL, prm[0])
        }
        dynamics::MUSCLE => muscle::activation_rate(ctrl, data.act[last], prm),
        _ => {
            let Some(callback) = data.callbacks.act_dyn.clone() else {
                return;
            };
            let rate = callback(model, data, i);
            if first < last {
                return;
            }
            rate
        }
    };
}

/// An activation variable one time step later: exactly for a filter that asks for it, else by
/// Euler's rule; within limits.
#[doc(alias = "nextActivation")]
#[inline]
pub(crate) fn next_activation(model: &Model, mut act: f64, i: usize, rate: f64) -> f64 {
    let h = model.opt.timestep;
    if model.actuator_dyntype[i] == dynamics::FILTER_EXACT {
        act += exact_change(h, scalar::max(MINVAL, model.actuator_dynprm[i][0]), rate);
    } else {
        act += rate * h;
    }
    if model.actuator_actlimited[i] != 0 {
        let [lower, upper] = model.actuator_actrange[i];
        act = scalar::clip(act, lower, upper);
    }
    act
}

/// How far a filter with time constant `tau` goes in time `h`.
#[inline(never)]
fn exact_change(h: f64, tau: f64, rate: f64) -> f64 {
    rate * tau * (1.0 - (-h / tau).exp())
}

/// Forces of the first actuators without activation whose gains and biases are fixed or affine,
/// which most are. Returns how many there are.
///
/// A special path, up to the first actuator of another kind, while no group is switched off. Gains
/// 4 % on slider_crank, 3 % on chain_3 and chain_10.
fn plain_forces(model: &Model, data: &mut Data, ctrl: &[f64]) -> usize {
    if model.opt.disableactuator != 0 || !SpecialPath::PlainForces.is_open() {
        return 0;
    }
    let n = ctrl.len();
    let (lengths, velocities) = (&data.actuator_length[..n], &data.actuator_velocity[..n]);
    let (gains, gain_prm) = (&model.actuator_gaintype[..n], &model.actuator_gainprm[..n]);
    let (biases, bias_prm) = (&model.actuator_biastype[..n], &model.actuator_biasprm[..n]);
    let (limited, range) = (
        &model.actuator_forcelimited[..n],
        &model.actuator_forcerange[..n],
    );
    let (activation, forces) = (&model.actuator_actadr[..n], &mut data.actuator_force[..n]);
    for i in 0..n {
        let affine = |prm: &[f64]| prm[0] + prm[1] * lengths[i] + prm[2] * velocities[i];
        let gain = match gains[i] {
            gain::FIXED => gain_prm[i][0],
            gain::AFFINE => affine(&gain_prm[i]),
            _ => return i,
        };
        let bias = match biases[i] {
            bias::NONE => 0.0,
            bias::AFFINE => affine(&bias_prm[i]),
            _ => return i,
        };
        if activation[i] >= 0 {
            return i;
        }
        let force = gain * ctrl[i] + bias;
        forces[i] = match limited[i] {
            0 => force,
            _ => scalar::clip(force, range[i][0], range[i][1]),
        };
    }
    n
}

/// The muscle of actuator `i`, by its gain or bias parameters.
#[inline]
pub(crate) fn muscle_of(model: &Model, i: usize, prm: &[f64]) -> Muscle {
    Muscle::new(model.actuator_lengthrange[i], model.actuator_acc0[i], prm)
}

/// Force of one actuator: gain times control or activation, plus bias.
#[inline]
fn force(model: &Model, data: &Data, i: usize, ctrl: f64) -> f64 {
    let (length, velocity) = (data.actuator_length[i], data.actuator_velocity[i]);
    let affine = |prm: &[f64]| prm[0] + prm[1] * length + prm[2] * velocity;
    let input = match driving_activation(model, i) {
        None => ctrl,
        Some(adr) if model.actuator_actearly[i] != 0 => {
            next_activation(model, data.act[adr], i, data.act_dot[adr])
        }
        Some(adr) => data.act[adr],
    };
    let prm = &model.actuator_gainprm[i];
    let gain = match model.actuator_gaintype[i] {
        gain::FIXED => prm[0],
        gain::AFFINE => affine(prm),
        gain::MUSCLE => muscle_of(model, i, prm).gain(length, velocity),
        _ => data
            .callbacks
            .act_gain
            .as_ref()
            .map_or(1.0, |callback| callback(model, data, i)),
    };
    let prm = &model.actuator_biasprm[i];
    let bias = match model.actuator_biastype[i] {
        bias::NONE => 0.0,
        bias::AFFINE => affine(prm),
        bias::MUSCLE => muscle_of(model, i, prm).bias(length),
        _ => data
            .callbacks
            .act_bias
            .as_ref()
            .map_or(0.0, |callback| callback(model, data, i)),
    };
    gain * input + bias
}

/// `qfrc_actuator`: the moments' transpose times the forces, gravity compensation by actuators,
/// limits of joints.
fn joint_forces(model: &Model, data: &mut Data) {
    let pattern = sparse::Pattern {
        rownnz: &data.moment_rownnz,
        rowadr: &data.moment_rowadr,
        colind: &data.moment_colind,
    };
    sparse::tr_mul_vec(
        &mut data.qfrc_actuator,
        &data.actuator_moment,
        pattern,
        &data.actuator_force,
    );
    if model.compensates_gravity() {
        for jnt in (0..model.njnt).filter(|&jnt| model.jnt_actgravcomp[jnt] != 0) {
            let dofs = model.joint_dofs(jnt);
            dense::add_to(
                &mut data.qfrc_actuator[dofs.clone()],
                &data.qfrc_gravcomp[dofs],
            );
        }
    }
    for jnt in 0..model.njnt {
        if model.jnt_actfrclimited[jnt] != 0 {
            let dof = model.jnt_dofadr[jnt] as usize;
            let [lower, upper] = model.jnt_actfrcrange[jnt];
            data.qfrc_actuator[dof] = scalar::clip(data.qfrc_actuator[dof], lower, upper);
        }
    }
}
